import type { CaseRun, ResultSet } from '../types/index.js';

/** The one result set of a case run, or why there is none: a sentence a person can act on. */
export function answerRows(run: CaseRun): ResultSet | string {
  if (run.resultSets.length > 1) return `The answer has ${run.resultSets.length} result sets instead of one`;
  const [only] = run.resultSets;
  if (only !== undefined) return only;
  if (run.execution?.kind === 'error') {
    return `The query failed (${run.execution.code}): ${run.execution.message}`;
  }
  const { status, errors = [] } = run.output;
  if (status === 'success') return 'The answer has no SQL and no result set';
  const codes = errors.map(({ code, message }) => `${code}: ${message}`).join('; ');
  return `The solver answered ${status}${codes === '' ? '' : ` (${codes})`} instead of a result`;
}
