import type { Catalog } from './catalog.js';
import type { Column, ResultSet, Row, Truncation } from './cell.js';

/** Caps of one execution. A cap of `null` is none. */
export interface ExecutionLimits {
  readonly timeoutMs: number | null;
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * - `refused`: the guard or the engine's sandbox did not allow it
 * - `syntax`, `unknown_name`, `type`, `runtime`: the engine rejected it or failed in it
 * - `timeout`, `memory`, `engine_crash`: it broke a limit, or the process that ran it
 * - `budget_exceeded`: no time was left for it; nothing was sent to the database
 * - `cancelled`: the caller's signal
 * - `connection`: the database could not be reached or went away
 */
export type ExecutionErrorCode =
  | 'refused'
  | 'syntax'
  | 'unknown_name'
  | 'type'
  | 'runtime'
  | 'timeout'
  | 'memory'
  | 'engine_crash'
  | 'budget_exceeded'
  | 'cancelled'
  | 'connection';

/** The query failed. `fault` says whether the query or the infrastructure is to blame. */
export interface ExecutionError {
  readonly kind: 'error';
  readonly code: ExecutionErrorCode;
  readonly fault: 'query' | 'infrastructure';
  /** What the engine or the guard said, without secrets or paths outside the suite. */
  readonly message: string;
  readonly sqlState?: string;
  readonly latencySeconds: number;
}

/** The query ran. `truncated` says which cap cut its rows, if any. */
export interface ExecutionSuccess {
  readonly kind: 'success';
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
  readonly truncated: Truncation | null;
  /** Remarks such as `dqs` (a double-quoted name was read as a string, as SQLite does). */
  readonly dialectNotes: readonly string[];
  readonly latencySeconds: number;
}

export type ExecutionResult = ExecutionSuccess | ExecutionError;

/** One exclusive use of a database; released back to its pool. */
export interface PlatformSession {
  execute(sql: string, limits: ExecutionLimits): Promise<ExecutionResult>;
  /** The columns of a query, without its rows. */
  describe(sql: string, signal?: AbortSignal): Promise<readonly Column[] | ExecutionError>;
  release(): Promise<void>;
}

/** What is known of an engine without running a query. */
export interface PlatformInfo {
  /** The engine and driver, such as `sqlite (node:sqlite)`, with the engine's version. */
  readonly engine: string;
  readonly version: string;
}

/** A query that a database stores and that other queries use by its name. */
export interface StoredQuery {
  /** `view`: read like a table; `macro`: called like a function. */
  readonly kind: 'view' | 'macro';
  readonly name: string;
  /** Its definition as the engine tells it; empty when the engine does not tell. */
  readonly definition: string;
}

/** What a connection may do, as the engine itself says. */
export interface PlatformExamination extends PlatformInfo {
  /** True when nothing that model SQL can send changes data or settings for others. */
  readonly readOnly: boolean;
  /** How writing is kept out, one sentence each. */
  readonly protections: readonly string[];
  /** What model SQL could still do, one sentence each, such as taking advisory locks. */
  readonly stillPossible: readonly string[];
  /** What should be put right, with what to do, one sentence each. */
  readonly warnings: readonly string[];
}

/** A database that queries can be run on. */
export interface Platform {
  /** The SQL dialect, such as `duckdb`, `sqlite`, `postgres`, `mysql`. */
  readonly dialect: string;
  /** True when the clock stands still at the reference date for every query. */
  readonly pinnedClock: boolean;
  open(signal?: AbortSignal): Promise<PlatformSession>;
  catalog(signal?: AbortSignal): Promise<Catalog>;
  info(signal?: AbortSignal): Promise<PlatformInfo>;
  /** Connects and asks the engine what model SQL could do. Rejects as `open` does. */
  examine(signal?: AbortSignal): Promise<PlatformExamination>;
  /** Views and macros, so that it can be told which tables a query reads. Rejects when the engine does not tell. */
  storedQueries(signal?: AbortSignal): Promise<readonly StoredQuery[]>;
  /** A hash that changes with the data, and how strong it is. */
  fingerprint(signal?: AbortSignal): Promise<Fingerprint>;
  close(): Promise<void>;
}

export interface Fingerprint {
  readonly hash: string;
  /** `content`: the data; `schema`: only the schema; `declared`: what the suite says. */
  readonly strength: 'content' | 'schema' | 'declared';
}

/** What became of one query on a scratch database; rows are capped. */
export type ScratchResult = ResultSet | ExecutionError;

/** Small throw-away databases: each `setup` is run on an empty database, then every query on it. */
export interface Scratch {
  readonly dialect: string;
  runMany(
    databases: readonly { readonly setup: readonly string[]; readonly queries: readonly string[] }[],
    limits: ExecutionLimits,
  ): Promise<readonly { readonly setupError: string | null; readonly results: readonly ScratchResult[] }[]>;
  close(): Promise<void>;
}
