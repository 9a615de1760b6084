import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactMcNemar } from './exact-mcnemar.js';
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

  it('gives values worked out apart from it, for systems that were asked the same 45 questions', () => {
    // both, only B, only A, neither; A less B, its interval, and the p-value of the exact McNemar test.
    const worked = [
      [36, 5, 3, 1, -0.044444, -0.183688, 0.09353, 0.7265625],
      [38, 1, 5, 1, 0.088889, -0.032356, 0.218966, 0.21875],
      [38, 2, 1, 4, -0.022222, -0.126794, 0.077881, 1],
      [39, 5, 0, 1, -0.111111, -0.237868, -0.00346, 0.0625],
      [40, 0, 4, 1, 0.088889, -0.013472, 0.21069, 0.125],
      [41, 0, 3, 1, 0.066667, -0.030468, 0.182514, 0.25],
      [42, 1, 1, 1, 0, -0.101876, 0.101876, 1],
      [43, 0, 0, 2, 0, -0.082964, 0.082964, 1],
    ] as const;
    for (const [both, onlyB, onlyA, neither, difference, low, high, p] of worked) {
      const found = pairedDifference({ both, onlyA, onlyB, neither })!;
      expect(found.difference).toBeCloseTo(difference, 6);
      expect(found.low).toBeCloseTo(low, 6);
      expect(found.high).toBeCloseTo(high, 6);
      expect(exactMcNemar(onlyA, onlyB)).toBeCloseTo(p, 6);
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
