import { type CaseOutcome, type Comparability, foldedStatus } from '../outcomes/index.js';
import { exactMcNemar, significance, smallestSignificantDrop } from '../statistics/index.js';
import type { BaselineContext } from './against-baseline.js';

/**
 * Whether accuracy dropped by more than is allowed, over the cases of the baseline, and whether that is more than
 * noise. A case that is missing from the run counts as not passed. What could not be decided is left out here: it has
 * a rule of its own, and must not make a drop.
 */
export function judgeAccuracyDrop(
  common: Comparability['common'],
  missing: readonly CaseOutcome[],
  { settings: { maxAccuracyDrop: allowed }, isKnown }: Pick<BaselineContext, 'settings' | 'isKnown'>,
): { readonly notMet: readonly string[]; readonly warnings: readonly string[] } {
  if (allowed === undefined) return { notMet: [], warnings: [] };
  const pairs = [
    ...common.map(({ a, b }) => ({ caseId: a.caseId, from: foldedStatus(a), to: foldedStatus(b) })),
    ...missing.map((outcome) => ({
      caseId: outcome.caseId,
      from: foldedStatus(outcome),
      to: 'fail' as const,
    })),
  ]
    .filter(({ from, to }) => from !== null && to !== 'error' && to !== 'inconclusive')
    .filter(({ caseId, to }) => !(to === 'fail' && isKnown(caseId)));
  const passedBefore = pairs.filter(({ from }) => from === 'pass');
  const passedNow = pairs.filter(({ to }) => to === 'pass');
  const worse = passedBefore.filter(({ to }) => to !== 'pass').length;
  const better = passedNow.filter(({ from }) => from !== 'pass').length;
  const total = pairs.length;
  // In whole cases, so that a drop of exactly what is allowed is not a rounding error above it.
  if (worse - better <= allowed * total + 1e-9) return { notMet: [], warnings: [] };
  const shares = [passedBefore, passedNow].map(({ length }) => percent(length / total));
  const what = `accuracy dropped from ${shares.join(' to ')} of the baseline's cases, more than max_accuracy_drop ${percent(allowed)}`;
  const p = exactMcNemar(worse, better);
  if (p < significance) return { notMet: [`${what} (exact McNemar p ${printP(p)})`], warnings: [] };
  const smallest = smallestSignificantDrop({ total, discordant: worse + better });
  const couldShow =
    smallest === null
      ? `${total} cases are too few to show any`
      : `the smallest drop that ${total} cases could have shown is ${percent(smallest)}`;
  return {
    notMet: [],
    warnings: [`${what}, which may be noise (exact McNemar p ${printP(p)}); ${couldShow}`],
  };
}

function printP(p: number): string {
  return p < 0.0001 ? '< 0.0001' : `= ${p.toPrecision(2)}`;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))}%`;
}
