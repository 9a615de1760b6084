import type { CoarseTable } from './coarse-table.js';

/**
 * Colours of the columns and rows of one side that do not depend on the order of either: columns (or rows) of two sides
 * that some pair of permutations maps onto each other have the same colour. Colours are hashes; two that happen to be
 * equal only leave more to search, for what is found is always verified on the cells.
 */
export interface Colouring {
  readonly columns: Int32Array;
  readonly rows: Int32Array;
}

/** The first colours: a row's is its weight, a column's says nothing yet. */
export function startColours(table: CoarseTable): Colouring {
  return { columns: new Int32Array(table.width), rows: table.weights.map((weight) => mix(weight, 17)) };
}

/** Marks one column apart from all others. */
export function individualise(colouring: Colouring, column: number, mark: number): Colouring {
  const columns = colouring.columns.slice();
  columns[column] = mix(columns[column]!, mark + 101);
  return { columns, rows: colouring.rows };
}

/**
 * One round of refinement: a row's colour takes in the colours of its codes' columns, then a column's takes in the
 * colours of its codes' rows.
 */
export function refineColours(table: CoarseTable, colouring: Colouring): Colouring {
  const { width, codes } = table;
  const rows = new Int32Array(colouring.rows.length);
  const columns = new Int32Array(width);
  for (let row = 0, position = 0; row < rows.length; row++) {
    let sum = 0;
    for (let column = 0; column < width; column++, position++)
      sum = (sum + mix(colouring.columns[column]!, codes[position]!)) | 0;
    rows[row] = mix(colouring.rows[row]!, sum);
  }
  for (let row = 0, position = 0; row < rows.length; row++)
    for (let column = 0; column < width; column++, position++)
      columns[column] = (columns[column]! + mix(rows[row]!, codes[position]!)) | 0;
  for (let column = 0; column < width; column++)
    columns[column] = mix(colouring.columns[column]!, columns[column]!);
  return { columns, rows };
}

/** Whether two sides have the same colours the same number of times. */
export function sameColours(a: Colouring, b: Colouring): boolean {
  if (!sameNumbers(a.columns, b.columns)) return false;
  let [sumA, sumB] = [0, 0];
  for (const colour of a.rows) sumA = (sumA + mix(colour, 29)) | 0;
  for (const colour of b.rows) sumB = (sumB + mix(colour, 29)) | 0;
  return sumA === sumB;
}

function sameNumbers(a: Int32Array, b: Int32Array): boolean {
  const [one, other] = [a.slice().sort(), b.slice().sort()];
  return one.length === other.length && one.every((colour, index) => colour === other[index]);
}

function mix(a: number, b: number): number {
  let hash = Math.imul(a ^ 0x2545f491, 0x9e3779b1) + Math.imul(b ^ 0x5bd1e995, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 13), 0x27d4eb2f);
  return hash ^ (hash >>> 16);
}
