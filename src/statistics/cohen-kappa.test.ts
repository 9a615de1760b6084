import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cohenKappa } from './cohen-kappa.js';

const counts = (bothYes: number, onlyFirstYes: number, onlySecondYes: number, bothNo: number) => ({
  bothYes,
  onlyFirstYes,
  onlySecondYes,
  bothNo,
});

it.each([
  // Observed 35/50 = 0.7; by chance 25/50 * 30/50 + 25/50 * 20/50 = 0.5; (0.7 - 0.5) / 0.5.
  [counts(20, 5, 10, 15), 0.4],
  // Observed 60/100; by chance 0.7 * 0.6 + 0.3 * 0.4 = 0.54; 0.06 / 0.46.
  [counts(45, 25, 15, 15), 0.06 / 0.46],
  // Observed 0; by chance 0.5; (0 - 0.5) / 0.5.
  [counts(0, 5, 5, 0), -1],
  [counts(3, 0, 0, 4), 1],
])('of %j is %f', (table, kappa) => {
  expect(cohenKappa(table)).toBeCloseTo(kappa, 12);
});

it.each([counts(0, 0, 0, 0), counts(7, 0, 0, 0), counts(0, 0, 0, 7)])('of %j is none', (table) => {
  expect(cohenKappa(table)).toBeNull();
});

it('does not care who is first, and stays from -1 to 1', () => {
  const count = fc.nat(1000);
  fc.assert(
    fc.property(count, count, count, count, (a, b, c, d) => {
      const kappa = cohenKappa(counts(a, b, c, d));
      const other = cohenKappa(counts(a, c, b, d));
      if (kappa === null) expect(other).toBeNull();
      else {
        expect(other).toBeCloseTo(kappa, 9);
        expect(Math.abs(kappa)).toBeLessThanOrEqual(1 + 1e-9);
      }
    }),
  );
});
