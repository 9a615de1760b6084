import { type CaseRun, SqlassayTypeError } from '../types/index.js';

/** Throws when a scorer is called directly for a case run it has nothing to compare with. */
export function requireApplicable(scorer: string, applies: boolean, run: CaseRun, expected: string): void {
  if (applies) return;
  throw new SqlassayTypeError('E_SCORER_NOT_APPLICABLE', {
    what: `${scorer} cannot score this case: ${expected}`,
    where: `case ${run.case.id}, role ${run.role}`,
    advice: 'Ask scorer.appliesTo(run) first, or give the case what the scorer compares with.',
  });
}

/** True for a question whose answer this role may see: not a refusal, not about routing only. */
export function isAllowedAnswer(run: CaseRun): boolean {
  return run.expected === 'allowed' && (run.case.kind ?? 'answer') === 'answer';
}
