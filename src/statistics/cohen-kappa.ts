/** How two raters' yes and no fell together, in counts. */
export interface RaterCounts {
  readonly bothYes: number;
  readonly onlyFirstYes: number;
  readonly onlySecondYes: number;
  readonly bothNo: number;
}

/**
 * Cohen's kappa: how far two raters agree beyond what their own shares of yes would give by chance; 1 is full agreement, 0
 * is chance. Null without ratings, and where chance alone would have them agree always.
 *
 * J. Cohen, "A coefficient of agreement for nominal scales", Educational and Psychological Measurement 20 (1960).
 *
 * @example
 * cohenKappa({ bothYes: 20, onlyFirstYes: 5, onlySecondYes: 10, bothNo: 15 }); // 0.4
 */
export function cohenKappa({ bothYes, onlyFirstYes, onlySecondYes, bothNo }: RaterCounts): number | null {
  const total = bothYes + onlyFirstYes + onlySecondYes + bothNo;
  if (total === 0) return null;
  const observed = (bothYes + bothNo) / total;
  const firstYes = (bothYes + onlyFirstYes) / total;
  const secondYes = (bothYes + onlySecondYes) / total;
  const byChance = firstYes * secondYes + (1 - firstYes) * (1 - secondYes);
  return byChance === 1 ? null : (observed - byChance) / (1 - byChance);
}
