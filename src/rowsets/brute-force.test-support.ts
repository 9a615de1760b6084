import type { Row } from '../types/index.js';
import { type CellRule, cellAnswers } from './cell-rule.js';

/** Tries every pairing: factorial, and plainly the definition. */
export function bruteForcePairing(expected: readonly Row[], actual: readonly Row[], rule: CellRule): boolean {
  if (expected.length !== actual.length) return false;
  if (expected.length === 0) return true;
  const [first, ...rest] = expected;
  return actual.some(
    (row, index) =>
      rowAnswers(first!, row, rule) && bruteForcePairing(rest, actual.toSpliced(index, 1), rule),
  );
}

/** Each row of either side has a match on the other. */
export function bruteForceCover(expected: readonly Row[], actual: readonly Row[], rule: CellRule): boolean {
  return (
    expected.every((one) => actual.some((other) => rowAnswers(one, other, rule))) &&
    actual.every((other) => expected.some((one) => rowAnswers(one, other, rule)))
  );
}

/** The size of the largest pairing, by trying every row on every partner and on none. */
export function bruteForceMatching(expected: readonly Row[], actual: readonly Row[], rule: CellRule): number {
  const [first, ...rest] = expected;
  if (first === undefined) return 0;
  let best = bruteForceMatching(rest, actual, rule);
  actual.forEach((row, index) => {
    if (rowAnswers(first, row, rule))
      best = Math.max(best, 1 + bruteForceMatching(rest, actual.toSpliced(index, 1), rule));
  });
  return best;
}

export function rowAnswers(expected: Row, actual: Row, rule: CellRule): boolean {
  return expected.every((cell, column) => cellAnswers(cell, actual[column]!, rule));
}

/** Every order of the numbers from 0 to `count` - 1. */
export function permutations(count: number): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return permutations(count - 1).flatMap((order) =>
    Array.from({ length: count }, (_, place) => order.toSpliced(place, 0, count - 1)),
  );
}
