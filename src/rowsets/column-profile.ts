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
  /** Times and timestamps. */
  clock: 256,
  json: 512,
  composite: 1024,
  other: 2048,
  date: 4096,
  /** An integer or a date that does not fit 32 bits. */
  long: 8192,
} as const;

export const numberBits = cellBits.integer | cellBits.wide | cellBits.decimal | cellBits.double;

export const temporalBits = cellBits.date | cellBits.clock;

/** The kinds of cells in each column of one side. */
export function profileColumns(rows: readonly Row[], width: number): Int32Array {
  const profiles = new Int32Array(width);
  // Row by row, because the rows of a large result are scattered over the memory.
  for (const row of rows)
    for (let column = 0; column < width; column++) profiles[column] = profiles[column]! | bitOf(row[column]!);
  return profiles;
}

function bitOf(cell: Cell): number {
  if (cell === null) return cellBits.null;
  switch (typeof cell) {
    case 'string':
      return cellBits.text;
    case 'number':
      if (!Number.isInteger(cell)) return Number.isFinite(cell) ? cellBits.double : cellBits.special;
      return isShort(cell) ? cellBits.integer : cellBits.integer | cellBits.long;
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
      return isShort(cell.d) ? cellBits.date : cellBits.date | cellBits.long;
    case 'ts':
    case 'time':
      return cellBits.clock;
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

/** Fits 32 bits, the lowest value apart, which stands for NULL. */
function isShort(value: number | 'inf' | '-inf'): boolean {
  return typeof value === 'number' && value > -2147483648 && value <= 2147483647;
}
