import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Database, SqlValue, Statement } from 'sql.js';
import { capWasmMemory } from './cap-wasm-memory.js';
import type { OpenSqlite, SqliteValue } from './sqlite-driver.js';

/** `getBlob` and the BigInt option exist, the types do not have them. */
type FullStatement = Statement & {
  get(parameters: null, config: { useBigInt: boolean }): SqliteValue[];
  getBlob(column: number): Uint8Array;
};

/** SQLite as WebAssembly: nothing native and no file system, the whole file in memory. */
export async function sqlJsDriver(memoryBytes: number): Promise<OpenSqlite> {
  const require = createRequire(import.meta.url);
  const initSqlJs: typeof import('sql.js').default = require('sql.js');
  const wasm = readFileSync(require.resolve('sql.js/dist/sql-wasm.wasm'));
  const SQL = await initSqlJs({ wasmBinary: capWasmMemory(wasm, memoryBytes) as unknown as ArrayBuffer });
  return (source) => {
    const database: Database =
      source.kind === 'memory' ? new SQL.Database() : new SQL.Database(readDatabase(source.file.path));
    // Its memory is a file of its own file system, to which a journal and its locks only add writes.
    if (source.kind === 'memory') {
      database.run('PRAGMA journal_mode = memory; PRAGMA locking_mode = exclusive; PRAGMA synchronous = off');
      for (const sql of source.setup) database.run(sql);
    }
    database.run('PRAGMA temp_store = memory');
    database.run('PRAGMA query_only = on');
    const trusted = (sql: string): SqliteValue[][] => {
      const statement = database.prepare(sql) as FullStatement;
      try {
        const rows: SqliteValue[][] = [];
        while (statement.step()) rows.push(statement.get(null, { useBigInt: true }));
        return rows;
      } finally {
        statement.free();
      }
    };
    return {
      driver: 'sql.js',
      version: String(trusted('select sqlite_version()')[0]![0]),
      acceptsDoubleQuotedStrings: true,
      prepare(sql) {
        const statement = database.prepare(sql) as FullStatement;
        return {
          columns: statement.getColumnNames().map((name) => ({ name, type: '' })),
          *rows() {
            while (statement.step()) yield statement.get(null, { useBigInt: true });
          },
          textBytes: (column) => statement.getBlob(column),
          free: () => {
            statement.free();
          },
        };
      },
      trusted,
      script: (sql) => {
        database.run('PRAGMA query_only = off');
        try {
          database.run(sql);
        } finally {
          database.run('PRAGMA query_only = on');
        }
      },
      defineFunction: (name, work) => {
        const variadic = (...values: SqliteValue[]): SqliteValue => {
          const value = work(values);
          return typeof value === 'bigint' ? Number(value) : value;
        };
        // sql.js registers a function for as many arguments as its length says; SQLite takes -1 for any number.
        Object.defineProperty(variadic, 'length', { value: -1 });
        database.create_function(name, variadic as (...values: unknown[]) => SqlValue);
      },
      close: () => database.close(),
    };
  };
}

function readDatabase(path: string): Uint8Array {
  const bytes = readFileSync(path);
  // Without a file system there can be no write-ahead log, and SQLite refuses a file that says it has one.
  if (bytes.length > 19 && bytes[18] === 2) {
    bytes[18] = 1;
    bytes[19] = 1;
  }
  return bytes;
}
