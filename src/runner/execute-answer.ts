import type { Budget, Database } from '../execution/index.js';
import { compareRowSets } from '../rowsets/index.js';
import { extractStatement, guardStatement } from '../sql/index.js';
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

/** Takes the statement out of the answer, guards it and runs it as far as some scorer needs. */
export async function executeAnswer(
  output: SolverOutput,
  database: Database | null,
  needs: Needs,
  budget: Budget,
  signal: AbortSignal,
): Promise<ExecutedAnswer> {
  const own = output.resultSets ?? [];
  const written = output.status === 'success' ? (output.sql ?? '') : '';
  if (written.trim() === '') return { statement: null, execution: null, resultSets: own, flags: [] };
  if (database === null || needs === 'nothing') {
    return { statement: extractStatement(written), execution: null, resultSets: own, flags: [] };
  }
  const guarded = await guardStatement(written, database.platform.dialect, signal);
  if (guarded.kind === 'refused') {
    return {
      statement: extractStatement(written),
      execution: refused(guarded.message),
      resultSets: own,
      flags: [],
    };
  }
  const { statement } = guarded;
  const maxRows = needs === 'columns' ? 0 : undefined;
  const execution = await database.execute(statement.sql, budget, signal, maxRows);
  const ran = execution.kind === 'success' ? execution : null;
  if (own.length > 0) {
    const flags = ran !== null && differs(own, ran) ? ['solver_rows_differ'] : [];
    return { statement, execution, resultSets: own, flags };
  }
  return { statement, execution, resultSets: ran === null ? [] : [ran], flags: [] };
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
