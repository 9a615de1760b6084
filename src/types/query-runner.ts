import type { Column } from './cell.js';
import type { ExecutionError, ExecutionResult } from './platform.js';

/** One value, or why there is none. NULL is a value. */
export interface ScalarResult {
  readonly value: import('./cell.js').Cell;
  readonly error: ExecutionError | null;
  readonly latencySeconds: number;
}

/** The only way for scorers to run derived SQL; it draws on the candidate's time. */
export interface QueryRunner {
  /** The model's statement, or null when there is none. */
  readonly modelSql: string | null;
  readonly dialect: string;
  run(sql: string): Promise<ExecutionResult>;
  /** The columns of a query, without its rows. */
  describe(sql: string): Promise<readonly Column[] | ExecutionError>;
  /** Not exactly one row by one column is an error. */
  scalar(sql: string): Promise<ScalarResult>;
  resolvedSchema(base: readonly Column[], sql: string): Promise<readonly Column[] | ExecutionError>;
}

/** Gold results of the case, executed at the first call and kept for the run; they draw on the gold's time. */
export interface GoldResults {
  /** The gold query of this case on its datasource, or null when it has none. */
  readonly sql: string | null;
  /** Executes a stand-alone gold query (default: the case's own). */
  execute(sql?: string): Promise<ExecutionResult>;
  /** The one statement in a gold query's text (default: the case's own), as it may be embedded in another query. */
  statement(sql?: string): Promise<string | ExecutionError>;
}
