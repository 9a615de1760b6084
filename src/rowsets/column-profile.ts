import type { Cell, Row } from '../types/index.js';

/** What kinds of cells a column holds, as bits. */
export const cellBits = {
  null: 1,
  text: 2,
  /** Integers a JavaScript number holds. */
  integer: 4,
  /** Wider integers. */
  wide: 8,
  decimal: 16,
  /** Finite doubles. */
  double: 32,
  boolean: 64,
  /** NaN and the infinities. */
  special: 128,
  temporal: 256,
  json: 512,
  composite: 1024,
  other: 2048,
} as const;

export const numberBits = cellBits.integer | cellBits.wide | cellBits.decimal | cellBits.double;

/** The kinds of cells in one column of one side. */
export function profileColumn(rows: readonly Row[], column: number): number {
  let bits = 0;
  for (let index = 0; index < rows.length; index++) bits |= bitOf(rows[index]![column]!);
  return bits;
}

function bitOf(cell: Cell): number {
  if (cell === null) return cellBits.null;
  switch (typeof cell) {
    case 'string':
      return cellBits.text;
    case 'number':
      return Number.isInteger(cell)
        ? cellBits.integer
        : Number.isFinite(cell)
          ? cellBits.double
          : cellBits.special;
    case 'boolean':
      return cellBits.boolean;
    default:
  }
  switch (cell.k) {
    case 'int':
      return cellBits.wide;
    case 'dec':
      return cellBits.decimal;
    case 'f64':
      return Number.isFinite(cell.v) ? cellBits.double : cellBits.special;
    case 'enum':
      return cellBits.text;
    case 'date':
    case 'ts':
    case 'time':
      return cellBits.temporal;
    case 'json':
      return cellBits.json;
    case 'list':
    case 'struct':
    case 'map':
      return cellBits.composite;
    default:
      return cellBits.other;
  }
}
