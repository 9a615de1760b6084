import type { Cell } from '../../types/index.js';

/** A count, or a sum of counts, as an engine sends it: an integer, or a decimal without a fraction; NULL is 0. */
export function countOf(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'object' || cell === null) return 0;
  if (cell.k === 'int') return Number(cell.v);
  if (cell.k === 'dec') return Number(cell.u) / 10 ** cell.s;
  return cell.k === 'f64' ? cell.v : 0;
}
