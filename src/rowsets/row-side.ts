import type { Column, Row, Truncation } from '../types/index.js';
import type { ColumnPair } from './column-pair.js';

/** One of the two sides of a comparison. */
export interface RowSide {
  /** Absent where only rows are known; the number of columns is then that of the first row. */
  readonly columns?: readonly Pick<Column, 'name'>[] | undefined;
  readonly rows: readonly Row[];
  /** The cap that cut the rows, if any. */
  readonly truncated?: Truncation | null | undefined;
}

/** How many columns a side has; null where nothing says so. */
export function columnCount(side: RowSide): number | null {
  return side.columns?.length ?? side.rows[0]?.length ?? null;
}

/** Each column of two sides of the same width with the one in the same place. */
export function columnsByPosition(expected: RowSide, actual: RowSide): readonly ColumnPair[] {
  const width = columnCount(expected) ?? columnCount(actual) ?? 0;
  return Array.from({ length: width }, (_, column) => [column, column] as const);
}
