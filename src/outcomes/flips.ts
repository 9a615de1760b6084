import type { CaseOutcome, FoldedScore, FoldedVerdict } from './run-outcomes.js';

/** What one scorer says of one case in two runs, where it is not the same. */
export interface Flip {
  readonly caseId: string;
  readonly role: string;
  readonly label: string;
  readonly from: FoldedVerdict | 'not_applicable';
  /** `missing`: the case is not in the other run; `not_run`: that run stopped before it. */
  readonly to: FoldedVerdict | 'not_applicable' | 'missing' | 'not_run';
  /** Of routing: the half that was right and is not any more, where the verdict does not show it. */
  readonly part?: 'top1' | 'shortlist';
}

const parts = ['top1', 'shortlist'] as const;

/** Every scorer of a case that passed and does not any more, and every half of routing that was right. */
export function regressionsOf(
  before: CaseOutcome,
  now: CaseOutcome | 'missing' | 'not_run',
  labels?: readonly string[],
): readonly Flip[] {
  return Object.entries(before.scores)
    .filter(([label]) => labels === undefined || labels.includes(label))
    .flatMap(([label, score]) => flipsOf(before, label, score, now));
}

function flipsOf(
  { caseId, role }: CaseOutcome,
  label: string,
  before: FoldedScore,
  now: CaseOutcome | 'missing' | 'not_run',
): readonly Flip[] {
  const base = { caseId, role, label, from: before.verdict };
  const after = typeof now === 'string' ? undefined : now.scores[label];
  const to = typeof now === 'string' ? now : (after?.verdict ?? 'not_applicable');
  if (before.verdict === 'pass' && to !== 'pass') return [{ ...base, to }];
  return parts
    .filter((part) => before[part] === true && after?.[part] !== true)
    .map((part) => ({ ...base, to, part }));
}

/** `result_match: pass -> fail`, `routing: top1 lost`. */
export function describeFlip({ label, from, to, part }: Flip): string {
  const change = from === to ? '' : `${words(from)} -> ${words(to)}`;
  return `${label}: ${[change, part === undefined ? '' : `${part} lost`].filter(Boolean).join(', ')}`;
}

function words(verdict: string): string {
  return verdict.replace('_', ' ');
}
