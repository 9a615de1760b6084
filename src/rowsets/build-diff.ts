import type { Diff } from '../types/index.js';
import type { CellRule } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { cellsBetween, nearestDifferences } from './nearest-rows.js';
import type { RowPairing } from './row-pairing.js';
import type { RowSide } from './row-side.js';

/** Rows shown of each kind, and cells listed. */
const sampleSize = 20;

/** The diff of two sides of which only the shapes were compared. */
export function shapeDiff(expected: RowSide, actual: RowSide): Diff {
  return {
    expectedRows: expected.rows.length,
    actualRows: actual.rows.length,
    ...(expected.columns && { expectedColumns: expected.columns.map((column) => column.name) }),
    ...(actual.columns && { actualColumns: actual.columns.map((column) => column.name) }),
    missing: null,
    extra: null,
    missingSample: [],
    extraSample: [],
  };
}

/** The diff of compared rows: how many are missing and extra, samples of both, and the cells in which near rows differ. */
export function rowsDiff(
  expected: RowSide,
  actual: RowSide,
  columns: readonly ColumnPair[],
  rule: CellRule,
  pairing: RowPairing,
): Diff {
  const shape = shapeDiff(expected, actual);
  if (pairing.unmatched === null) return shape;
  const { unmatched } = pairing;
  const missing = unmatched.expected.slice(0, sampleSize).map((position) => ({
    position,
    row: expected.rows[position]!,
  }));
  const extraSample = unmatched.actual.slice(0, sampleSize).map((position) => actual.rows[position]!);
  return {
    ...shape,
    missing: unmatched.expected.length,
    extra: unmatched.actual.length,
    missingSample: missing.map(({ row }) => row),
    extraSample,
    cellDifferences: nearestDifferences(missing, extraSample, columns, rule).slice(0, sampleSize),
  };
}

/** Adds the first position at which two sequences differ, and the cells that differ there. */
export function orderedDiff(
  diff: Diff,
  expected: RowSide,
  actual: RowSide,
  columns: readonly ColumnPair[],
  rule: CellRule,
  position: number,
): Diff {
  const one = expected.rows[position] ?? null;
  const other = actual.rows[position] ?? null;
  return {
    ...diff,
    firstDifference: { row: position, expected: one, actual: other },
    cellDifferences:
      one === null || other === null
        ? []
        : cellsBetween(position, one, other, columns, rule).slice(0, sampleSize),
  };
}
