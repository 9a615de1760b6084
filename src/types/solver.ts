import type { Catalog } from './catalog.js';
import type { ResultSet } from './cell.js';
import type { ModelUse } from './llm.js';
import type { ExecutionResult } from './platform.js';

/** Everything a solver is told. Gold queries, rows and expected outcomes never reach it. */
export interface SolverInput {
  readonly caseId: string;
  readonly question: string;
  readonly evidence?: string;
  readonly role: string;
  /** Counted from 1; the same case may be asked several times. */
  readonly pass: number;
  /** Names of the datasources to use (`name` or `name/db_id`); absent when routing is being scored. */
  readonly datasources?: readonly string[];
  /** The SQL dialect of those datasources, such as `duckdb`. */
  readonly dialect: string;
  readonly signal: AbortSignal;
}

/**
 * - `success`: it answered
 * - `error`: it says it cannot, with codes (a refusal, an unanswerable question, its own failure)
 * - `needs_clarification`: it asks back
 * - `unavailable`: it could not be reached; infrastructure, never scored
 */
export type SolverStatus = 'success' | 'error' | 'needs_clarification' | 'unavailable';

export interface SolverError {
  readonly code: string;
  readonly message: string;
  readonly details?: unknown;
}

export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** Tables a schema retriever sent, each with its columns. */
export type RetrievalRecord = Readonly<Record<string, readonly string[]>>;

/** What the system under test returned for one question. */
export interface SolverOutput {
  readonly status: SolverStatus;
  /** The model's SQL as it was written, prose and fences included; the guard extracts the statement. */
  readonly sql?: string;
  readonly resultSets?: readonly ResultSet[];
  readonly answer?: string;
  readonly errors?: readonly SolverError[];
  /** Datasources the run used. */
  readonly datasources?: readonly string[];
  readonly retrieval?: RetrievalRecord;
  /** The router's ranking, best first. */
  readonly ranking?: readonly string[];
  /** Seconds per step, by the solver's own names of its steps. */
  readonly timings?: Readonly<Record<string, number>>;
  readonly usage?: TokenUsage;
  readonly costUsd?: number;
}

/** The system under test. */
export interface Solver {
  readonly name?: string;
  /** True when the solver applies the roles' table policy itself; the runner then leaves it to it. */
  readonly enforcesRoles?: boolean;
  /** True when its replies are recorded: asking again costs nothing and gives the same. */
  readonly recorded?: boolean;
  /** Changes whenever its answers may; a run is only continued with the same one. Default: its configuration. */
  readonly identity?: string;
  /** False when its identity does not change with everything its answers depend on, so that they are not kept for later runs. */
  readonly cacheable?: boolean;
  /** Models it may call; absent where it does not know, such as behind an HTTP service. */
  readonly models?: readonly ModelUse[];
  solve(input: SolverInput): Promise<SolverOutput>;
  /**
   * The tables and columns its schema retriever sends for a question.
   *
   * @param scope.datasources - as in `SolverInput`; absent where routing is scored
   */
  retrieve?(question: string, signal: AbortSignal, scope?: RetrievalScope): Promise<RetrievalRecord>;
  /** Its router's ranking of datasources for a question, best first. */
  route?(question: string, signal: AbortSignal): Promise<readonly string[]>;
  close?(): Promise<void>;
}

/** What a retriever is told besides the question. */
export interface RetrievalScope {
  readonly datasources?: readonly string[];
}

/** The databases of a suite, as a solver may use them: their schemas, and read-only queries under the run's limits. */
export interface SolverDatabases {
  /** `name`, or `name/db_id`, of every datasource that a case of the suite names. */
  readonly names: readonly string[];
  /** The SQL dialect of a datasource. */
  dialect(name: string): string;
  catalog(name: string, signal?: AbortSignal): Promise<Catalog>;
  /** Runs one read-only statement; what the guard refuses is an error like the engine's own. */
  run(name: string, sql: string, signal: AbortSignal): Promise<ExecutionResult>;
}
