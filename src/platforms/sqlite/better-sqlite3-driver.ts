import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { NotReadOnly, type OpenSqlite, type SqliteValue } from './sqlite-driver.js';

interface BetterDatabase {
  prepare(sql: string): BetterStatement;
  exec(sql: string): void;
  pragma(text: string): unknown;
  function(
    name: string,
    options: { readonly varargs: boolean },
    work: (...values: SqliteValue[]) => SqliteValue,
  ): void;
  close(): void;
}

interface BetterStatement {
  readonly reader: boolean;
  readonly readonly: boolean;
  raw(on: boolean): BetterStatement;
  safeIntegers(on: boolean): BetterStatement;
  columns(): readonly { readonly name: string; readonly type: string | null }[];
  iterate(): Iterable<readonly SqliteValue[]>;
  all(): (readonly SqliteValue[])[];
}

type BetterConstructor = new (path: string | Buffer, options?: Record<string, unknown>) => BetterDatabase;

/** better-sqlite3 from the path where the parent found it; null when it does not load. */
export async function betterSqlite3Driver(path: string | null): Promise<OpenSqlite | null> {
  if (path === null) return null;
  let Database: BetterConstructor;
  try {
    Database = createRequire(import.meta.url)(path);
    new Database(':memory:').close();
  } catch {
    return null;
  }
  return (source) => {
    const database =
      source.kind === 'memory'
        ? new Database(':memory:')
        : source.file.idleWal
          ? new Database(withoutWal(source.file.path))
          : new Database(source.file.path, { readonly: true, fileMustExist: true });
    database.pragma('temp_store = memory');
    if (source.kind === 'memory') for (const sql of source.setup) database.exec(sql);
    // Databases in memory are not opened read-only; this makes SQLite itself refuse to change them.
    database.pragma('query_only = on');
    const trusted = (sql: string): (readonly SqliteValue[])[] =>
      database.prepare(sql).safeIntegers(true).raw(true).all();
    return {
      driver: 'better-sqlite3',
      version: String(trusted('select sqlite_version()')[0]![0]),
      acceptsDoubleQuotedStrings: false,
      prepare(sql) {
        const statement = database.prepare(sql);
        if (!statement.reader || !statement.readonly)
          throw new NotReadOnly('Only read-only queries are run.');
        statement.safeIntegers(true).raw(true);
        return {
          columns: statement.columns().map((column) => ({ name: column.name, type: column.type ?? '' })),
          rows: () => statement.iterate(),
          free() {},
        };
      },
      trusted,
      script: (sql) => {
        database.pragma('query_only = off');
        try {
          database.exec(sql);
        } finally {
          database.pragma('query_only = on');
        }
      },
      defineFunction: (name, work) => {
        database.function(name, { varargs: true }, (...values) => work(values));
      },
      close: () => database.close(),
    };
  };
}

/** The file's bytes with its two format bytes set to "rollback journal", so that it can be read from memory. */
function withoutWal(path: string): Buffer {
  const bytes = readFileSync(path);
  bytes[18] = 1;
  bytes[19] = 1;
  return bytes;
}
