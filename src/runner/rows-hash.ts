import { createHash } from 'node:crypto';
import type { Cell, ResultSet } from '../types/index.js';
import { cellKey } from '../values/index.js';

/** Equal for equal bags of rows, whatever their order and column names. */
export function rowsHash({ rows }: Pick<ResultSet, 'rows'>, keyOf: (cell: Cell) => string = cellKey): string {
  const keys = rows.map((row) => JSON.stringify(row.map(keyOf))).sort();
  return createHash('sha256').update(keys.join('\n')).digest('hex').slice(0, 16);
}

/** As `cellKey`, but for the last digits of doubles, which change with the order in which an engine adds up. */
export function steadyKey(cell: Cell): string {
  if (typeof cell === 'number') return cellKey(rounded(cell));
  const isDouble = typeof cell === 'object' && cell !== null && cell.k === 'f64';
  return isDouble ? cellKey(rounded(cell.v)) : cellKey(cell);
}

function rounded(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(9)) : value;
}
