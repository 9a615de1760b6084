import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLatencyHistogram } from './latency-histogram.js';

describe('createLatencyHistogram', () => {
  it('is within 1% of the exact nearest-rank quantile', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-6, max: 5000, noNaN: true }), { minLength: 1, maxLength: 200 }),
        fc.constantFrom(0.5, 0.95, 1),
        (seconds, q) => {
          const histogram = createLatencyHistogram();
          for (const one of seconds) histogram.add(one);
          const exact = [...seconds].sort((a, b) => a - b)[Math.ceil(q * seconds.length) - 1]!;
          const found = histogram.quantile(q)!;
          expect(Math.abs(found - exact) / exact).toBeLessThanOrEqual(0.0101);
        },
      ),
    );
  });

  it('leaves out what is no duration', () => {
    const histogram = createLatencyHistogram();
    for (const bad of [Number.NaN, -1, Number.POSITIVE_INFINITY]) histogram.add(bad);
    expect([histogram.count, histogram.quantile(0.5)]).toEqual([0, null]);
  });
});
