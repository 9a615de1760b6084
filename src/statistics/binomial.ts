const logFactorials: number[] = [0];

function logFactorial(n: number): number {
  for (let i = logFactorials.length; i <= n; i += 1) logFactorials.push(logFactorials[i - 1]! + Math.log(i));
  return logFactorials[n]!;
}

/** The probability of exactly `k` successes in `n` trials that succeed with probability `p`. */
export function binomialProbability(k: number, n: number, p: number): number {
  if (p <= 0) return k === 0 ? 1 : 0;
  if (p >= 1) return k === n ? 1 : 0;
  const ways = logFactorial(n) - logFactorial(k) - logFactorial(n - k);
  return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
}

/** The probability of at most `k` heads in `n` throws of a fair coin. */
export function binomialTail(k: number, n: number): number {
  // Up to the middle the terms grow, so the sum starts with its largest and nothing that matters is lost to rounding.
  let term = binomialProbability(k, n, 0.5);
  let sum = 0;
  for (let i = k; i >= 0 && term > 0; i -= 1) {
    sum += term;
    term *= i / (n - i + 1);
  }
  return sum;
}
