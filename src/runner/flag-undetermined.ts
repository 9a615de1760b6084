import type { Database } from '../execution/index.js';
import { undeterminedBy } from '../sql/index.js';
import type { LabelledScore, UndeterminedReason } from '../types/index.js';
import type { RunScope } from './run-scope.js';
import type { PlannedRun } from './schedule/schedule.js';

/** Marks the scores that compare with a gold which the data do not determine: such a verdict may be luck. */
export async function flagUndetermined(
  run: PlannedRun,
  scores: readonly LabelledScore[],
  goldSql: string | null,
  database: Database | null,
  scope: RunScope,
): Promise<readonly LabelledScore[]> {
  const comparing = new Set(
    scope.scorers.flatMap(({ label, scorer }) => (scorer.comparesWithGold === true ? [label] : [])),
  );
  const isCompared = ({ label, score }: LabelledScore): boolean =>
    comparing.has(label) && ['pass', 'fail', 'inconclusive'].includes(score.verdict);
  if (goldSql === null || database === null || !scores.some(isCompared)) return scores;
  const reasons = scope.undetermined.get(run.caseId) ?? (await reasonsInText(run, goldSql, database, scope));
  if (reasons.length === 0) return scores;
  return scores.map((one) => (isCompared(one) ? { ...one, score: flagged(one.score, reasons) } : one));
}

/** What the query's text alone says, of a gold that no self-test has looked at. */
async function reasonsInText(
  { case: item }: PlannedRun,
  goldSql: string,
  { platform }: Database,
  scope: RunScope,
): Promise<readonly UndeterminedReason[]> {
  const { reasons, unorderedLimit } = await undeterminedBy(goldSql, platform.dialect, scope.signal);
  const isCut = unorderedLimit !== null && (item.rows === undefined || item.rows.length >= unorderedLimit);
  return [
    ...reasons.filter((reason) => reason !== 'clock' || !platform.pinnedClock),
    ...(isCut && !reasons.includes('limit_without_order') ? (['limit_without_order'] as const) : []),
  ];
}

function flagged(
  score: LabelledScore['score'],
  reasons: readonly UndeterminedReason[],
): LabelledScore['score'] {
  const known = Array.isArray(score.detail.gold_undetermined) ? score.detail.gold_undetermined : [];
  return {
    ...score,
    flags: [...new Set([...score.flags, 'gold_undetermined'])],
    detail: { ...score.detail, gold_undetermined: [...new Set([...known, ...reasons])] },
  };
}
