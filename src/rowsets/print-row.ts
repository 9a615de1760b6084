import type { Row } from '../types/index.js';
import { printVisible } from '../values/index.js';

const shownCells = 8;

/** A row for a person to read: `(1, 'Oslo', NULL)`; long rows and long texts are cut. */
export function printRow(row: Row): string {
  const cells = row.slice(0, shownCells).map((cell) => printVisible(cell, 60));
  if (row.length > shownCells) cells.push(`…${row.length - shownCells} more`);
  return `(${cells.join(', ')})`;
}

/** `1 row`, `2 rows`. */
export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
