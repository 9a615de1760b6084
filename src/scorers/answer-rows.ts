import type { CaseRun, ExecutionError, ResultSet } from '../types/index.js';

/** The one result set of a case run, or why there is none: a sentence a person can act on. */
export function answerRows(run: CaseRun): ResultSet | string {
  if (run.resultSets.length > 1) return `The answer has ${run.resultSets.length} result sets instead of one`;
  const [only] = run.resultSets;
  if (only !== undefined) return only;
  if (run.execution?.kind === 'error') return failureOf(run.execution);
  const { status, errors = [] } = run.output;
  if (status === 'success') return 'The answer has no SQL and no result set';
  const codes = errors.map(({ code, message }) => `${code}: ${message}`).join('; ');
  return `The solver answered ${status}${codes === '' ? '' : ` (${codes})`} instead of a result`;
}

/**
 * The rows of the run's SQL where it was executed, else its one result set, or why there is none. What a solver says
 * its SQL gave is no evidence of what the SQL gives.
 */
export function executedRows(run: CaseRun): ResultSet | string {
  if (run.execution?.kind === 'error') return failureOf(run.execution);
  return run.execution ?? answerRows(run);
}

function failureOf({ code, message }: ExecutionError): string {
  return `The query failed (${code}): ${message}`;
}
