import type { DatasourceConfig, DatasourceKind } from '../types/index.js';
import type { SqliteDriverName } from './embedded/protocol.js';

/** An engine with one of the drivers it can be reached by. */
export type PlatformDriver =
  | { readonly kind: 'duckdb'; readonly driver: '@duckdb/node-api' }
  | { readonly kind: 'sqlite'; readonly driver: SqliteDriverName }
  | { readonly kind: 'postgres'; readonly driver: 'pg' }
  | { readonly kind: 'mysql'; readonly driver: 'mysql2' };

/** A datasource whose engine runs in a child process of ours. */
export type EmbeddedConfig = Extract<DatasourceConfig, { kind: 'duckdb' | 'sqlite' }>;

/** A datasource that is reached over the network. */
export type ServerConfig = Exclude<DatasourceConfig, EmbeddedConfig>;

/** Every engine and driver there is; a kind's drivers in the order they are tried. */
export const platformDrivers: readonly PlatformDriver[] = [
  { kind: 'duckdb', driver: '@duckdb/node-api' },
  { kind: 'sqlite', driver: 'node:sqlite' },
  { kind: 'sqlite', driver: 'better-sqlite3' },
  { kind: 'sqlite', driver: 'sql.js' },
  { kind: 'postgres', driver: 'pg' },
  { kind: 'mysql', driver: 'mysql2' },
];

/** The SQL dialect of each kind of datasource. */
export const dialects: Readonly<Record<DatasourceKind, string>> = {
  duckdb: 'duckdb',
  sqlite: 'sqlite',
  postgres: 'postgres',
  mysql: 'mysql',
};
