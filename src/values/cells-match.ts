import type { Cell } from '../types/index.js';
import { cellKey } from './cell-key.js';
import { cellsEqual } from './cells-equal.js';
import { compareExact, type ExactNumber, exactDistance, exactOfCell, exactOfDouble } from './exact-number.js';
import { type PreparedTolerance, prepareTolerance, type Tolerance } from './tolerance.js';

/**
 * Whether two cells match: equal, or numbers within the tolerance. In lists and structs it applies to the elements, in
 * maps to the values (keys must be equal); inside JSON, and between a boolean and anything, nothing is allowed.
 *
 * @example
 * cellsMatch(1.25, decimalCell('1.255'), { absolute: 0.005, relative: 0 }); // true
 */
export function cellsMatch(a: Cell, b: Cell, tolerance: Tolerance): boolean {
  return matchPrepared(a, b, prepareTolerance(tolerance));
}

/** `cellsMatch` for callers that compare many cells. */
export function matchPrepared(a: Cell, b: Cell, tolerance: PreparedTolerance): boolean {
  if (a === b) return true;
  if (isNumber(a) && isNumber(b)) return numbersMatch(a, b, tolerance);
  if (typeof a === 'object' && typeof b === 'object' && a !== null && b !== null) {
    if (a.k === 'list' && b.k === 'list')
      return everyPair(a.v, b.v, (x, y) => matchPrepared(x, y, tolerance));
    if (a.k === 'struct' && b.k === 'struct')
      return everyPair(a.v, b.v, (x, y) => x[0] === y[0] && matchPrepared(x[1], y[1], tolerance));
    if (a.k === 'map' && b.k === 'map')
      return everyPair(
        sortedEntries(a.v),
        sortedEntries(b.v),
        (x, y) => x.key === y.key && matchPrepared(x.value, y.value, tolerance),
      );
  }
  return cellsEqual(a, b);
}

/** True for numbers of every type, NaN and the infinities included; booleans are not numbers here. */
export function isNumber(cell: Cell): boolean {
  if (typeof cell === 'number') return true;
  return (
    typeof cell === 'object' && cell !== null && (cell.k === 'int' || cell.k === 'dec' || cell.k === 'f64')
  );
}

/** The value of a double: a tagged one, or an untagged number with a fraction; null for every other cell. */
export function doubleOf(cell: Cell): number | null {
  if (typeof cell === 'number') return Number.isInteger(cell) ? null : cell;
  return typeof cell === 'object' && cell !== null && cell.k === 'f64' ? cell.v : null;
}

function numbersMatch(a: Cell, b: Cell, tolerance: PreparedTolerance): boolean {
  const doubleA = doubleOf(a);
  const doubleB = doubleOf(b);
  const { near } = tolerance;
  const quickA = doubleA ?? (typeof a === 'number' ? a : null);
  const quickB = doubleB ?? (typeof b === 'number' ? b : null);
  if (quickA !== null && quickB !== null) {
    if (!Number.isFinite(quickA) || !Number.isFinite(quickB)) return Object.is(quickA, quickB);
    if (quickA === quickB) return true;
    const distance = Math.abs(quickA - quickB);
    const magnitude = Math.max(Math.abs(quickA), Math.abs(quickB));
    const doubt = magnitude * 1e-15;
    if (distance + doubt < near.absolute * (1 - 1e-12)) return true;
    const reach = doubleA !== null && doubleB !== null ? near.relative * magnitude : 0;
    if (distance > (Math.max(near.widened, reach) + doubt) * (1 + 1e-12)) return false;
  }
  const exactA = exactOfCell(a);
  const exactB = exactOfCell(b);
  if (exactA === null || exactB === null) return cellsEqual(a, b);
  const distance = exactDistance(exactA, exactB);
  const allowed = doubleA === null && doubleB === null ? tolerance.absolute : tolerance.widened;
  if (compareExact(distance, allowed) <= 0) return true;
  return (
    doubleA !== null && doubleB !== null && withinRelative(distance, doubleA, doubleB, tolerance.relative)
  );
}

function withinRelative(distance: ExactNumber, a: number, b: number, relative: ExactNumber): boolean {
  if (relative.n === 0n) return false;
  const larger = exactOfDouble(Math.max(Math.abs(a), Math.abs(b)));
  return compareExact(distance, { n: relative.n * larger.n, d: relative.d * larger.d }) <= 0;
}

function everyPair<T>(a: readonly T[], b: readonly T[], matches: (x: T, y: T) => boolean): boolean {
  return a.length === b.length && a.every((item, index) => matches(item, b[index]!));
}

function sortedEntries(entries: readonly (readonly [Cell, Cell])[]): { key: string; value: Cell }[] {
  return entries
    .map(([key, value]) => ({ key: cellKey(key), value }))
    .sort((x, y) => (x.key < y.key ? -1 : x.key > y.key ? 1 : 0));
}
