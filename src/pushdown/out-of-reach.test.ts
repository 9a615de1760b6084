import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cellsMatch, doubleCell } from '../values/index.js';
import { isOutOfReach } from './out-of-reach.js';
import type { PairPlan } from './plan-columns.js';

const pairs = [{ isTolerant: true } as PairPlan];

it('never holds for what a chain of matches leads to', () => {
  const tolerances = fc.constantFrom(
    { absolute: 0.5, relative: 0 },
    { absolute: 0, relative: 0.3 },
    { absolute: 0.1, relative: 0.01 },
  );
  const moves = fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(
      fc.double({ min: -10, max: 10, noNaN: true }),
      moves,
      tolerances,
      (start, steps, tolerance) => {
        let [at, taken] = [start, 0];
        for (const step of steps) {
          const next = at + step * Math.max(tolerance.absolute, tolerance.relative * Math.abs(at));
          if (!cellsMatch(doubleCell(at), doubleCell(next), tolerance)) continue;
          at = next;
          taken++;
        }
        expect(isOutOfReach([doubleCell(start)], [[doubleCell(at)]], pairs, tolerance, taken)).toBe(false);
      },
    ),
  );
});

it('holds for a number that is further away than all steps lead, and for another text', () => {
  const tolerance = { absolute: 1e-9, relative: 1e-9 };
  const far = [[30.25], ['b']] as const;
  expect(isOutOfReach([29.25], far, pairs, tolerance, 1_000_000)).toBe(true);
  expect(isOutOfReach(['a'], far, pairs, tolerance, 1_000_000)).toBe(true);
  expect(isOutOfReach([29.25], [[29.26]], pairs, tolerance, 1_000_000)).toBe(false);
});
