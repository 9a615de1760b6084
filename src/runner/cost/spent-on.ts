import type { CaseResult } from '../../types/index.js';
import type { RunScope } from '../run-scope.js';
import type { Spent } from './cost-cap.js';

/** What a finished case run has cost this run; `isAtHand` says that its answer was not asked for now. */
export function spentOn(
  result: CaseResult,
  { solver, mode }: Pick<RunScope, 'solver' | 'mode'>,
  isAtHand: boolean,
): Spent {
  const { output, infrastructure, scores, cached } = result;
  const untold = scores.find(({ score }) => score.usage !== undefined && score.costUsd === undefined);
  if (untold !== undefined) return { kind: 'unknown', who: `the scorer ${untold.label}` };
  const judged = scores.reduce((sum, { score }) => sum + (score.costUsd ?? 0), 0);
  // A retriever that asked no model says nothing of a cost.
  const asksNobody =
    mode === 'retrieval' ? output.usage === null && output.costUsd === null : solver.recorded === true;
  const isFree = isAtHand || cached || asksNobody;
  if (isFree) return { kind: 'known', usd: judged, paid: judged > 0 };
  if (output.costUsd !== null) return { kind: 'known', usd: output.costUsd + judged, paid: true };
  // A call that failed and tells no cost is taken for one that was not charged.
  if (infrastructure?.step === 'solver') return { kind: 'known', usd: judged, paid: judged > 0 };
  return { kind: 'unknown', who: 'the solver' };
}
