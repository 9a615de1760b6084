import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exactMcNemar } from './exact-mcnemar.js';

describe('exactMcNemar', () => {
  it('gives values computed by hand from the coefficients of the binomial', () => {
    const byHand = [
      [0, 0, 1],
      [0, 1, 1],
      [3, 3, 1],
      [0, 5, 2 / 32],
      [0, 6, 2 / 64],
      [6, 0, 2 / 64],
      [1, 7, (2 * (1 + 8)) / 256],
      [5, 15, (2 * (1 + 20 + 190 + 1140 + 4845 + 15504)) / 2 ** 20],
    ] as const;
    for (const [a, b, p] of byHand) expect(exactMcNemar(a, b)).toBeCloseTo(p, 12);
  });

  it('gives published values', () => {
    // Fagerland, Lydersen and Laake, "Statistical Analysis of Contingency Tables" (2017), chapter 8.
    expect(exactMcNemar(1, 7)).toBeCloseTo(0.0703, 4);
    expect(exactMcNemar(6, 16)).toBeCloseTo(0.0525, 4);
    // The vignette of R's exact2x2 (Fay 2010), on the approval ratings of Agresti.
    expect(exactMcNemar(86, 150)).toBeCloseTo(3.716e-5, 8);
  });

  it('agrees with exact fractions', () => {
    fc.assert(
      fc.property(fc.nat(150), fc.nat(150), (a, b) => {
        const fraction = exactly(a, b);
        expect(Math.abs(exactMcNemar(a, b) - fraction)).toBeLessThan(1e-11 * Math.max(fraction, 1e-300));
      }),
    );
  });

  it('holds up for thousands of cases', () => {
    expect(exactMcNemar(5000, 5000)).toBe(1);
    expect(exactMcNemar(0, 3000)).toBe(0);
    expect(exactMcNemar(2800, 3000)).toBeGreaterThan(0.008);
    expect(exactMcNemar(2800, 3000)).toBeLessThan(0.01);
  });
});

/** The same in whole numbers. */
function exactly(a: number, b: number): number {
  const n = BigInt(a + b);
  let choose = 1n;
  let sum = 0n;
  for (let i = 0n; i <= BigInt(Math.min(a, b)); i += 1n) {
    sum += choose;
    choose = (choose * (n - i)) / (i + 1n);
  }
  const scale = 10n ** 150n;
  return Math.min(1, Number((2n * sum * scale) / 2n ** n) / 1e150);
}
