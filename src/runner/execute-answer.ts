import type { Budget, Database } from '../execution/index.js';
import { compareRowSets } from '../rowsets/index.js';
import { extractStatement, type GuardResult, guardStatement } from '../sql/index.js';
import type {
  ExecutionError,
  ExecutionResult,
  ExtractedStatement,
  Needs,
  ResultSet,
  SolverOutput,
} from '../types/index.js';

/** What became of the SQL in a solver's answer. */
export interface ExecutedAnswer {
  readonly statement: ExtractedStatement | null;
  readonly execution: ExecutionResult | null;
  readonly resultSets: readonly ResultSet[];
  readonly flags: readonly string[];
}

/** The SQL of an answer after the guard has looked at it; null when the answer has none that would be executed. */
export async function guardAnswer(
  { status, sql = '' }: SolverOutput,
  database: Database | null,
  signal: AbortSignal,
): Promise<GuardResult | null> {
  if (status !== 'success' || sql.trim() === '') return null;
  if (database !== null) return guardStatement(sql, database.platform.dialect, signal);
  const statement = extractStatement(sql);
  return statement === null
    ? { kind: 'refused', code: 'empty', message: 'There is no statement in the text' }
    : { kind: 'query', statement, parsed: false };
}

/** Runs the statement that the guard let through, as far as some scorer needs. */
export async function executeAnswer(
  output: SolverOutput,
  guarded: GuardResult | null,
  database: Database | null,
  needs: Needs,
  budget: Budget,
  signal: AbortSignal,
): Promise<ExecutedAnswer> {
  const own = output.resultSets ?? [];
  if (guarded === null) return { statement: null, execution: null, resultSets: own, flags: [] };
  if (guarded.kind === 'refused') {
    const statement = extractStatement(output.sql ?? '', database?.platform.dialect);
    return { statement, execution: refused(guarded.message), resultSets: own, flags: failureFlags(own) };
  }
  if (database === null || needs === 'nothing') {
    return { statement: guarded.statement, execution: null, resultSets: own, flags: [] };
  }
  const { statement } = guarded;
  const maxRows = needs === 'columns' ? 0 : undefined;
  const execution = await database.execute(statement.sql, budget, signal, maxRows);
  const ran = execution.kind === 'success' ? execution : null;
  if (own.length > 0) {
    if (ran === null) return { statement, execution, resultSets: own, flags: failureFlags(own) };
    const flags = differs(own, ran) ? ['solver_rows_differ'] : [];
    return { statement, execution, resultSets: own, flags };
  }
  return { statement, execution, resultSets: ran === null ? [] : [ran], flags: [] };
}

/** Rows that a solver shows beside SQL that gives none deserve a look. */
function failureFlags(own: readonly ResultSet[]): readonly string[] {
  return own.length > 0 ? ['solver_query_failed'] : [];
}

function refused(message: string): ExecutionError {
  return { kind: 'error', code: 'refused', fault: 'query', message, latencySeconds: 0 };
}

/** The solver's own rows against those of its SQL, order ignored. */
function differs([first, ...more]: readonly ResultSet[], ran: ResultSet): boolean {
  if (first === undefined || more.length > 0) return true;
  const comparison = compareRowSets(first, ran, {
    order: 'ignore',
    multiplicity: 'multiset',
    alignment: 'by_position',
    tolerance: { absolute: 0, relative: 1e-9 },
  });
  return comparison.outcome === 'different';
}
