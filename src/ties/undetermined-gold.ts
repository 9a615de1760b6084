import { undeterminedBy } from '../sql/index.js';
import type { UndeterminedReason } from '../types/index.js';
import { areAlike, findTies, type RankedGold, type Ties } from './find-ties.js';

export interface GoldQuery extends RankedGold {
  /** True when the clock stands still at the reference date. */
  readonly pinnedClock: boolean;
}

/**
 * Why the data do not determine what a gold query returns; empty when nothing says so.
 *
 * @param ties whether to look for ties with derived queries: only where a LIMIT cuts an order, or in every ordered query
 */
export async function undeterminedGold(
  gold: GoldQuery,
  ties: 'at_cuts' | 'everywhere',
): Promise<readonly UndeterminedReason[]> {
  const { reasons, unorderedLimit, cutsOrder, isOrdered } = await undeterminedBy(
    gold.statement,
    gold.dialect,
    gold.signal,
  );
  const found = new Set<UndeterminedReason>(reasons);
  if (gold.pinnedClock) found.delete('clock');
  if (unorderedLimit !== null && gold.result.rows.length >= unorderedLimit) found.add('limit_without_order');
  const isStable = !reasons.includes('random') && !reasons.includes('clock');
  const looks = ties === 'everywhere' ? isOrdered && gold.result.rows.length > 0 : cutsOrder;
  if (looks && (isStable || (gold.pinnedClock && !reasons.includes('random')))) {
    const ranked = await findTies(gold);
    if (ranked.kind === 'found') for (const reason of tieReasons(ranked)) found.add(reason);
  }
  return [...found];
}

/** What ties leave open. */
export function tieReasons({ groups, cutAtLimit, cutAtOffset }: Ties): readonly UndeterminedReason[] {
  const isCut = cutAtLimit?.differs === true || cutAtOffset?.differs === true;
  const isTied = groups.some(({ rows, kept }) => kept > 1 && !areAlike(rows));
  return [...(isCut ? (['tie_at_limit'] as const) : []), ...(isTied ? (['tied_order'] as const) : [])];
}
