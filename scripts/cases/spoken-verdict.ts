import type { CaseResult, ScoreResult } from '../../src/types/index.js';

/** What we said, in the cases' words. */
export function spokenVerdict(result: CaseResult, lenient: boolean): string {
  if (result.execution?.kind === 'error' && result.execution.code === 'refused') return 'refuse';
  const score = result.scores[0]?.score;
  if (lenient && score !== undefined) return lenientVerdict(score);
  return score?.verdict ?? 'error';
}

/** A verdict that is inconclusive stays so: lenient only reads what was compared. */
function lenientVerdict({ verdict, detail }: ScoreResult): string {
  if (typeof detail.lenient === 'boolean') return detail.lenient ? 'pass' : 'fail';
  return verdict === 'pass' || verdict === 'fail' ? verdict : 'inconclusive';
}

const known = ['pass', 'fail', 'inconclusive', 'error', 'refuse', 'not_applicable'];

/** The verdicts a case accepts: single words; a remark after a word is prose. Null when none is a verdict. */
export function acceptedVerdicts(accept: unknown): readonly string[] | null {
  const all = (Array.isArray(accept) ? accept : [accept]).flatMap((one) =>
    typeof one === 'string'
      ? [
          one
            .trim()
            .toLowerCase()
            .replace(/[\s(,:;].*$/s, ''),
        ]
      : [],
  );
  const found = all.map((one) => (one === 'refused' ? 'refuse' : one)).filter((one) => known.includes(one));
  return found.length === 0 ? null : found;
}

/** Whether a verdict we spoke is what a case's word means. */
export function meansVerdict(accepted: string, said: string): boolean {
  if (accepted === 'error') return said === 'error' || said === 'inconclusive';
  // A refused query is the model's fault, so it also counts as a fail where a fail is accepted.
  if (accepted === 'fail') return said === 'fail' || said === 'refuse';
  return accepted === said;
}
