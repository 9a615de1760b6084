import { binomialTail } from './binomial.js';

/**
 * The two-sided p-value of the exact McNemar test: how likely it is, were both sides equally good, that the cases that
 * only one of them passes split at least as unevenly as they did. Each of those cases is then a fair coin, so it is
 * twice the smaller tail of Binomial(onlyA + onlyB, 1/2), at most 1. It is the plain exact test, not its mid-p variant.
 *
 * Q. McNemar, "Note on the sampling error of the difference between correlated proportions or percentages",
 * Psychometrika 12 (1947); the exact form as in A. Agresti, "Categorical Data Analysis".
 *
 * @param onlyA - cases that only A passes
 * @param onlyB - cases that only B passes
 * @example
 * exactMcNemar(1, 7); // 0.0703125
 */
export function exactMcNemar(onlyA: number, onlyB: number): number {
  const discordant = onlyA + onlyB;
  if (discordant === 0) return 1;
  return Math.min(1, 2 * binomialTail(Math.min(onlyA, onlyB), discordant));
}
