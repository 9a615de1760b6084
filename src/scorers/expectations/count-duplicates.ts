import type { Row } from '../../types/index.js';
import { cellKey } from '../../values/index.js';

/** A key that two rows share when they agree on some columns; null when a NULL is among them. */
export function rowKey(row: Row, columns: readonly number[]): string | null {
  const cells = columns.map((column) => row[column] ?? null);
  return cells.includes(null) ? null : JSON.stringify(cells.map(cellKey));
}

/** How many rows agree with another one on some columns, and how many have a NULL there. */
export function countDuplicates(
  rows: readonly Row[],
  columns: readonly number[],
): { readonly rows: number; readonly withNull: number; readonly keys: ReadonlySet<string> } {
  const counts = new Map<string, number>();
  let withNull = 0;
  for (const row of rows) {
    const key = rowKey(row, columns);
    if (key === null) withNull++;
    else counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const repeated = [...counts].filter(([, count]) => count > 1);
  return {
    rows: repeated.reduce((sum, [, count]) => sum + count, 0),
    withNull,
    keys: new Set(repeated.map(([key]) => key)),
  };
}
