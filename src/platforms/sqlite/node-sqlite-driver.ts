import { pathToFileURL } from 'node:url';
import { mayCall } from './sqlite-authorizer.js';
import type { OpenSqlite, SqliteValue } from './sqlite-driver.js';

/** The part of `node:sqlite` that is used; the types of Node 20 do not have it. */
interface NodeSqlite {
  readonly DatabaseSync: {
    new (path: string | URL, options: Record<string, unknown>): NodeDatabase;
    readonly prototype: Record<string, unknown>;
  };
}

interface NodeDatabase {
  prepare(sql: string): NodeStatement;
  exec(sql: string): void;
  function(
    name: string,
    options: { readonly varargs: boolean },
    work: (...values: SqliteValue[]) => SqliteValue,
  ): void;
  setAuthorizer(authorizer: ((...action: unknown[]) => number) | null): void;
  close(): void;
}

interface NodeStatement {
  setReadBigInts(on: boolean): void;
  setReturnArrays(on: boolean): void;
  columns(): readonly { readonly name: string; readonly type: string | null }[];
  iterate(): Iterable<readonly SqliteValue[]>;
}

/** The driver that comes with Node, where it has an authorizer; without one it cannot be locked down. */
export async function nodeSqliteDriver(): Promise<OpenSqlite | null> {
  const name = 'node:sqlite';
  let sqlite: NodeSqlite;
  try {
    sqlite = await import(name);
  } catch {
    return null;
  }
  const { DatabaseSync } = sqlite;
  if (typeof DatabaseSync.prototype.setAuthorizer !== 'function') return null;
  return (source) => {
    const options = {
      enableDoubleQuotedStringLiterals: true,
      allowExtension: false,
      readOnly: source.kind === 'file',
    };
    const database =
      source.kind === 'file'
        ? new DatabaseSync(location(source.file.path, source.file.idleWal), options)
        : new DatabaseSync(':memory:', options);
    const query = (sql: string): NodeStatement => {
      const statement = database.prepare(sql);
      statement.setReadBigInts(true);
      statement.setReturnArrays(true);
      return statement;
    };
    const unlocked = <T>(work: () => T): T => {
      database.setAuthorizer(null);
      try {
        return work();
      } finally {
        database.setAuthorizer(mayCall);
      }
    };
    const trusted = (sql: string): (readonly SqliteValue[])[] => unlocked(() => [...query(sql).iterate()]);
    database.exec('PRAGMA temp_store = memory');
    if (source.kind === 'memory') for (const sql of source.setup) database.exec(sql);
    connectVirtualTables(database);
    database.setAuthorizer(mayCall);
    return {
      driver: 'node:sqlite',
      version: String(trusted('select sqlite_version()')[0]![0]),
      acceptsDoubleQuotedStrings: true,
      prepare(sql) {
        const statement = query(sql);
        return {
          columns: statement.columns().map((column) => ({ name: column.name, type: column.type ?? '' })),
          rows: () => statement.iterate(),
          free() {},
        };
      },
      trusted,
      script: (sql) => unlocked(() => database.exec(sql)),
      defineFunction: (name, work) => {
        database.function(name, { varargs: true }, (...values) => work(values));
      },
      close: () => database.close(),
    };
  };
}

/** `immutable` reads the file alone: no log, no lock, and so nothing written beside it. */
function location(path: string, immutable: boolean): string | URL {
  if (!immutable) return path;
  const url = pathToFileURL(path);
  url.search = '?mode=ro&immutable=1';
  return url;
}

/** A virtual table prepares statements of its own when it is first used, which the authorizer would deny. */
function connectVirtualTables(database: NodeDatabase): void {
  const list = database.prepare("select name from sqlite_master where sql like 'create virtual table%'");
  list.setReturnArrays(true);
  for (const [name] of list.iterate()) {
    try {
      database.prepare(`select * from "${String(name).replaceAll('"', '""')}" limit 0`);
    } catch {
      // A table of a module that is not built in stays unusable; queries on it get SQLite's own message.
    }
  }
}
