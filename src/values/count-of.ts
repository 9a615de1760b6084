import type { Cell } from '../types/index.js';
import { exactOfCell } from './exact-number.js';
import { decimalCell } from './number-cells.js';

/** A count that a database gave, whatever number type it has; NULL is 0. */
export function countOf(cell: Cell | undefined): number {
  if (cell === null || cell === undefined) return 0;
  const exact = exactOfCell(typeof cell === 'string' ? decimalCell(cell) : cell);
  return exact === null ? 0 : Number(exact.n / exact.d);
}
