import { shapeDiff } from './build-diff.js';
import { countOf } from './print-row.js';
import type { RowComparison } from './row-comparison.js';
import { columnCount, type RowSide } from './row-side.js';

/** Decides by the numbers of columns, which count also without rows; null where they agree or are not known. */
export function compareShapes(expected: RowSide, actual: RowSide): RowComparison | null {
  const different = (reason: string): RowComparison => ({
    outcome: 'different',
    reason,
    flags: [],
    diff: shapeDiff(expected, actual),
  });
  const ragged = raggedRow(expected, 'expected row') ?? raggedRow(actual, 'row');
  if (ragged !== null) return different(ragged);
  const expectedCount = columnCount(expected);
  const actualCount = columnCount(actual);
  if (expectedCount === null || actualCount === null || expectedCount === actualCount) return null;
  return different(`expected ${countOf(expectedCount, 'column')}, got ${actualCount}`);
}

/** A sentence about the first row whose length is not the number of columns; null where there is none. */
export function raggedRow(side: RowSide, noun: string): string | null {
  const width = columnCount(side);
  const position = side.rows.findIndex((row) => row.length !== width);
  if (position < 0) return null;
  return `${noun} ${position + 1} has ${countOf(side.rows[position]!.length, 'cell')} for ${countOf(width ?? 0, 'column')}`;
}
