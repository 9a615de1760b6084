import type {
  Catalog,
  Column,
  ExecutionErrorCode,
  PlatformInfo,
  StoredQuery,
  Truncation,
} from '../../types/index.js';
import type { WireRow } from '../../values/index.js';

/** The engines that run in a child process. */
export type EmbeddedKind = 'duckdb' | 'sqlite';

/** The SQLite drivers, in the order they are tried. */
export type SqliteDriverName = 'node:sqlite' | 'better-sqlite3' | 'sql.js';

/** Where a child's database comes from. */
export type DatabaseSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'scripts'; readonly files: readonly string[] };

/** What a child needs to open a database. */
export interface EngineOptions {
  readonly engine: EmbeddedKind;
  /** Memory of the whole child, in bytes. */
  readonly memoryBytes: number;
  readonly sqliteDriver: 'auto' | SqliteDriverName;
  /** Absolute path of the better-sqlite3 module, where one was found. */
  readonly betterSqlite3: string | null;
  /** What now() means, `YYYY-MM-DD`, where the engine can pin it. */
  readonly referenceDate: string | null;
}

export interface QueryLimits {
  readonly timeoutMs: number | null;
  readonly maxRows: number;
  readonly maxBytes: number;
}

/** One scratch database: statements that make it, then the queries to run on it. */
export interface ScratchDatabase {
  readonly setup: readonly string[];
  readonly queries: readonly string[];
}

export type ChildRequest =
  | { readonly op: 'warm'; readonly options: EngineOptions }
  | { readonly op: 'open'; readonly options: EngineOptions; readonly source: DatabaseSource }
  | { readonly op: 'close' }
  | { readonly op: 'execute'; readonly sql: string; readonly limits: QueryLimits }
  | { readonly op: 'describe'; readonly sql: string; readonly timeoutMs: number | null }
  | { readonly op: 'catalog' }
  | { readonly op: 'stored' }
  | {
      readonly op: 'scratch';
      readonly options: EngineOptions;
      readonly databases: readonly ScratchDatabase[];
      readonly limits: QueryLimits;
    };

/** Sent beside requests: stop the query that runs, as gently as the engine can. */
export type ParentMessage = (ChildRequest & { readonly id: number }) | { readonly op: 'cancel' };

/** Why a query failed, before its latency is known. */
export interface QueryFailure {
  readonly kind: 'error';
  readonly code: ExecutionErrorCode;
  readonly fault: 'query' | 'infrastructure';
  readonly message: string;
  readonly sqlState?: string;
  /** The engine may be broken after this; the child is not used again. */
  readonly poisoned?: boolean;
}

export interface ExecuteReply {
  readonly kind: 'success';
  readonly columns: readonly Column[];
  readonly truncated: Truncation | null;
  readonly dialectNotes: readonly string[];
}

/** A query's reply with its rows, those that were sent ahead in batches left out. */
export type RowsReply = ExecuteReply & { readonly rows: readonly WireRow[] };

export interface ScratchDatabaseReply {
  readonly setupError: string | null;
  readonly results: readonly (RowsReply | QueryFailure)[];
}

/** The answers of a child by request; every request ends in exactly one `done`. */
export interface Replies {
  readonly warm: null;
  readonly close: null;
  readonly open: PlatformInfo | QueryFailure;
  readonly execute: RowsReply | QueryFailure;
  readonly describe: readonly Column[] | QueryFailure;
  readonly catalog: Catalog | QueryFailure;
  readonly stored: readonly StoredQuery[] | QueryFailure;
  readonly scratch: null;
}

export type ChildMessage =
  | { readonly is: 'ready' }
  | { readonly is: 'rows'; readonly id: number; readonly rows: readonly WireRow[] }
  | { readonly is: 'database'; readonly id: number; readonly result: ScratchDatabaseReply }
  | {
      readonly is: 'done';
      readonly id: number;
      readonly reply: Replies[keyof Replies];
      /** Milliseconds the engine worked, waiting for the pipe left out. */
      readonly workMs: number;
      /** Resident memory when it finished, in bytes. */
      readonly residentBytes: number;
    };

/**
 * How long past its deadline a child may go on before it is killed, in milliseconds. DuckDB can be interrupted and
 * mostly reacts at once; SQLite's drivers cannot, so waiting for them gains nothing.
 */
export const graceMs: Readonly<Record<EmbeddedKind, number>> = { duckdb: 100, sqlite: 10 };

/** The signals a child ends itself with; each one's default is to end the process, without a core file on Linux. */
export const selfKillSignals = { timeout: 'SIGALRM', memory: 'SIGUSR2', orphan: 'SIGHUP' } as const;
