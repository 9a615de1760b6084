import type { EmbeddedKind, SqliteDriverName } from './embedded/protocol.js';

/** An engine with one of the drivers it can be reached by. */
export type PlatformDriver =
  | { readonly kind: 'duckdb'; readonly driver: '@duckdb/node-api' }
  | { readonly kind: 'sqlite'; readonly driver: SqliteDriverName };

/** Every engine and driver there is; a kind's drivers in the order they are tried. */
export const platformDrivers: readonly PlatformDriver[] = [
  { kind: 'duckdb', driver: '@duckdb/node-api' },
  { kind: 'sqlite', driver: 'node:sqlite' },
  { kind: 'sqlite', driver: 'better-sqlite3' },
  { kind: 'sqlite', driver: 'sql.js' },
];

/** The SQL dialect of each kind of datasource. */
export const dialects: Readonly<Record<EmbeddedKind, string>> = { duckdb: 'duckdb', sqlite: 'sqlite' };
