import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pairedDifference } from './paired-difference.js';

describe('pairedDifference', () => {
  it('gives published values', () => {
    const published = [
      // Newcombe (1998), method 10.
      [{ both: 36, onlyA: 12, onlyB: 2, neither: 0 }, 0.2, 0.0569, 0.3404],
      // Altman et al., "Statistics with Confidence" (2000), p. 52.
      [{ both: 14, onlyA: 5, onlyB: 0, neither: 22 }, 0.122, 0.0115, 0.2265],
      // Fagerland, Lydersen and Laake (2014), airway hyper-responsiveness.
      [{ both: 1, onlyA: 1, onlyB: 7, neither: 12 }, -0.2857, -0.5069, -0.0256],
    ] as const;
    for (const [counts, difference, low, high] of published) {
      const found = pairedDifference(counts)!;
      expect(found.difference).toBeCloseTo(difference, 3);
      expect(found.low).toBeCloseTo(low, 4);
      expect(found.high).toBeCloseTo(high, 4);
    }
  });

  it('has no interval for no cases', () => {
    expect(pairedDifference({ both: 0, onlyA: 0, onlyB: 0, neither: 0 })).toBeNull();
  });

  it('holds the difference, stays within -1..1 and mirrors when the sides swap', () => {
    const count = fc.nat(200);
    fc.assert(
      fc.property(count, count, count, count, (both, onlyA, onlyB, neither) => {
        fc.pre(both + onlyA + onlyB + neither > 0);
        const found = pairedDifference({ both, onlyA, onlyB, neither })!;
        const swapped = pairedDifference({ both, onlyA: onlyB, onlyB: onlyA, neither })!;
        expect(found.low).toBeLessThanOrEqual(found.difference);
        expect(found.high).toBeGreaterThanOrEqual(found.difference);
        expect(found.low).toBeGreaterThanOrEqual(-1);
        expect(found.high).toBeLessThanOrEqual(1);
        expect(swapped.low).toBeCloseTo(-found.high, 10);
        expect(swapped.high).toBeCloseTo(-found.low, 10);
      }),
    );
  });
});
