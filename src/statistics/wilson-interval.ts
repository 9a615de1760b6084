/** A range that holds the true share with the confidence asked for. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The standard normal quantile of a two-sided 95% interval. */
const z95 = 1.959963984540054;

/**
 * The Wilson score interval of a share: `successes` out of `total`. It stays within 0..1 and is sensible for small
 * totals and for shares of 0 and 1. Null when the total is zero.
 *
 * E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
 *
 * @example
 * wilsonInterval(9, 10); // { low: 0.596, high: 0.982 }, rounded
 */
export function wilsonInterval(successes: number, total: number, z = z95): Interval | null {
  if (total === 0) return null;
  const share = successes / total;
  const zz = z * z;
  const centre = share + zz / (2 * total);
  const margin = z * Math.sqrt((share * (1 - share)) / total + zz / (4 * total * total));
  const scale = 1 + zz / total;
  return {
    low: successes === 0 ? 0 : Math.max(0, (centre - margin) / scale),
    high: successes === total ? 1 : Math.min(1, (centre + margin) / scale),
  };
}
