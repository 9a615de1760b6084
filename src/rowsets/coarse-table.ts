import type { Row } from '../types/index.js';
import type { CellRule } from './cell-rule.js';
import { ClassInterner } from './class-interner.js';
import { anyKey, keyForValues, planNumbers } from './column-plan.js';
import { profileColumns } from './column-profile.js';
import { nearestNumber } from './encode-column.js';
import { clusterValues } from './number-clusters.js';
import { refineClasses } from './refine-classes.js';

/**
 * One side as distinct rows of codes: cells that match, in whichever columns, have the same code. Rows of the same codes
 * are one row with a weight.
 */
export interface CoarseTable {
  readonly width: number;
  /** The codes of the distinct rows, row after row. */
  readonly codes: Int32Array;
  /** How many rows each stands for; 1 for sets. */
  readonly weights: Int32Array;
}

/** Both sides, coarsely; `isExact` when the same code means equal cells. */
export interface CoarseTables {
  readonly expected: CoarseTable;
  readonly actual: CoarseTable;
  readonly isExact: boolean;
}

/** Encodes all cells of both sides alike. */
export function coarseTables(
  expected: readonly Row[],
  actual: readonly Row[],
  width: number,
  rule: CellRule,
  isSet: boolean,
): CoarseTables {
  const bitsOf = (rows: readonly Row[]): number =>
    profileColumns(rows, width).reduce((bits, profile) => bits | profile, 0);
  const [one, other] = [bitsOf(expected), bitsOf(actual)];
  const byValues = rule.match === 'values';
  const { withNumbers, isRelative } = planNumbers(one, other, rule);
  const keyOf = byValues ? keyForValues(one, other, rule) : anyKey;
  const codes = new Int32Array((expected.length + actual.length) * width);
  const values = withNumbers && byValues ? new Float64Array(codes.length) : null;
  const interner = new ClassInterner();
  let position = 0;
  for (const rows of [expected, actual])
    for (const row of rows)
      for (let column = 0; column < width; column++, position++) {
        const cell = row[column]!;
        const value = values === null ? Number.NaN : nearestNumber(cell, false);
        if (!Number.isNaN(value)) values![position] = value;
        else codes[position] = keyOf === null ? interner.idOf(cell) : interner.idOfKey(keyOf(cell));
      }
  const all =
    values === null
      ? codes
      : clusterValues(values, codes, Int32Array.from(codes.keys()), rule.tolerance, isRelative);
  const split = expected.length * width;
  return {
    expected: collapse(all.subarray(0, split), width, isSet),
    actual: collapse(all.subarray(split), width, isSet),
    isExact: values === null && keyOf === null,
  };
}

function collapse(codes: Int32Array, width: number, isSet: boolean): CoarseTable {
  const rows = width === 0 ? 0 : codes.length / width;
  const classes = new Int32Array(rows);
  const column = new Int32Array(rows);
  let count = Math.min(rows, 1);
  for (let index = 0; index < width; index++) {
    for (let row = 0; row < rows; row++) column[row] = codes[row * width + index]!;
    count = refineClasses(classes, column);
  }
  const distinct = new Int32Array(count * width);
  const weights = new Int32Array(count);
  for (let row = 0; row < rows; row++) {
    const id = classes[row]!;
    if (weights[id] === 0) distinct.set(codes.subarray(row * width, (row + 1) * width), id * width);
    weights[id] = isSet ? 1 : weights[id]! + 1;
  }
  return { width, codes: distinct, weights };
}
