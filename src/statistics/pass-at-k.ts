/**
 * The chance that at least one of `k` attempts passes, estimated without bias from `n` attempts of which `passed`
 * passed: 1 - C(n - passed, k) / C(n, k). Null for fewer than `k` attempts, from which it cannot be told.
 *
 * M. Chen et al., "Evaluating large language models trained on code", arXiv:2107.03374 (2021).
 *
 * @example
 * passAtK({ n: 5, passed: 2, k: 2 }); // 0.7
 */
export function passAtK({
  n,
  passed,
  k,
}: {
  readonly n: number;
  readonly passed: number;
  readonly k: number;
}): number | null {
  if (k < 1 || n < k) return null;
  let allFail = 1;
  for (let i = 0; i < k; i += 1) allFail *= Math.max(0, n - passed - i) / (n - i);
  return 1 - allFail;
}
