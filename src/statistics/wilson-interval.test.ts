import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { wilsonInterval } from './wilson-interval.js';

describe('wilsonInterval', () => {
  it('gives the published values', () => {
    // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
    const published = [
      [81, 263, 0.2553, 0.3662],
      [15, 148, 0.0624, 0.1605],
      [0, 20, 0, 0.1611],
      [1, 29, 0.0061, 0.1718],
    ] as const;
    for (const [successes, total, low, high] of published) {
      const interval = wilsonInterval(successes, total);
      expect(interval?.low).toBeCloseTo(low, 4);
      expect(interval?.high).toBeCloseTo(high, 4);
    }
  });

  it('has no interval for no cases', () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  it('holds the share, stays within 0..1 and mirrors when passes and failures swap', () => {
    fc.assert(
      fc.property(fc.nat(5000), fc.nat(5000), (successes, failures) => {
        const total = successes + failures;
        fc.pre(total > 0);
        const { low, high } = wilsonInterval(successes, total) as { low: number; high: number };
        const mirrored = wilsonInterval(failures, total) as { low: number; high: number };
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(low).toBeLessThanOrEqual(successes / total);
        expect(high).toBeGreaterThanOrEqual(successes / total);
        expect(mirrored.low).toBeCloseTo(1 - high, 10);
      }),
    );
  });
});
