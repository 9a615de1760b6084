import type { Cell, Row } from '../types/index.js';
import {
  cellKey,
  compareExact,
  exactDistance,
  exactOfCell,
  isNumber,
  prepareTolerance,
  type Tolerance,
} from '../values/index.js';
import type { PairPlan } from './plan-columns.js';

/**
 * Whether no chain of matches leads from this row to any of the others. Such a chain goes through rows of one side, each at
 * most once, so that it has at most `steps` steps; and no step moves a number further than the tolerance of the larger of
 * the two ends allows.
 */
export function isOutOfReach(
  row: Row,
  others: readonly Row[],
  pairs: readonly PairPlan[],
  tolerance: Tolerance,
  steps: number,
): boolean {
  const fixed = row.map((cell, place) => fixedKey(cell, pairs[place]!));
  return !others.some((other) =>
    other.every(
      (cell, place) =>
        fixedKey(cell, pairs[place]!) === fixed[place] && !isTooFar(cell, row[place]!, tolerance, steps),
    ),
  );
}

/** A key that cells share when they may match. */
export function fixedKey(cell: Cell, { isTolerant }: PairPlan): string {
  if (!isTolerant || cell === null) return cellKey(cell);
  if (isNumber(cell) || typeof cell === 'boolean') return '#';
  const isComposite = typeof cell === 'object' && ['list', 'struct', 'map'].includes(cell.k);
  return isComposite ? 'composite' : cellKey(cell);
}

/**
 * Whether two numbers are further apart than so many steps lead. Of the steps that cross the gap, one between numbers in it
 * moves by at most the relative tolerance of the larger end; one that comes from outside starts at most 1 / (1 - relative)
 * times as far from zero.
 */
function isTooFar(one: Cell, other: Cell, tolerance: Tolerance, steps: number): boolean {
  const [a, b] = [exactOfCell(one), exactOfCell(other)];
  if (a === null || b === null) return false;
  const { widened, relative } = prepareTolerance(tolerance);
  const [sizeOfA, sizeOfB] = [exactDistance(a, zero), exactDistance(b, zero)];
  const size = compareExact(sizeOfA, sizeOfB) < 0 ? sizeOfB : sizeOfA;
  const room = relative.d - relative.n;
  // The longest step is at most the sum of what the two tolerances allow.
  const n = widened.n * size.d * room + size.n * relative.n * widened.d;
  return compareExact(exactDistance(a, b), { n: n * BigInt(steps), d: widened.d * size.d * room }) > 0;
}

const zero = { n: 0n, d: 1n };
