/** Quantiles of durations in constant memory. */
export interface LatencyHistogram {
  readonly count: number;
  add(seconds: number): void;
  /** The quantile `q` (0..1) in seconds by the nearest-rank rule, within 1% of the exact one; null when empty. */
  quantile(q: number): number | null;
}

/** Neighbouring buckets differ by 2%, so a bucket's middle is within 1% of everything in it. */
const growth = Math.log(1.02);
/** Anything faster counts as this: one tenth of a microsecond, below what clocks resolve. */
const floor = 1e-7;

export function createLatencyHistogram(): LatencyHistogram {
  const buckets = new Map<number, number>();
  let count = 0;
  return {
    get count() {
      return count;
    },
    add(seconds) {
      if (!Number.isFinite(seconds) || seconds < 0) return;
      const bucket = Math.round(Math.log(Math.max(seconds, floor) / floor) / growth);
      buckets.set(bucket, (buckets.get(bucket) ?? 0) + 1);
      count += 1;
    },
    quantile(q) {
      let left = Math.max(1, Math.ceil(q * count));
      for (const [bucket, held] of [...buckets].sort(([a], [b]) => a - b)) {
        left -= held;
        if (left <= 0) return floor * Math.exp(bucket * growth);
      }
      return null;
    },
  };
}
