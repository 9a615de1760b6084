import { type Cell, SqlassayError } from '../types/index.js';
import { doubleCell, intCell } from './number-cells.js';
import { printBytes, printCell } from './print-cell.js';

/**
 * The cell for a JavaScript value: null and undefined are NULL; integral safe numbers are integers and other numbers
 * doubles; bigints are integers; a Date is an instant; bytes are a blob; arrays are lists and plain objects structs.
 * Throws `E_VALUE_INVALID` for functions, symbols, invalid dates, other objects and cycles.
 */
export function cellFromPlain(value: unknown): Cell {
  return convert(value, 0);
}

function convert(value: unknown, depth: number): Cell {
  if (depth > 500) throw unsupported('a value nested more than 500 deep');
  switch (typeof value) {
    case 'undefined':
      return null;
    case 'string':
    case 'boolean':
      return value;
    case 'bigint':
      return intCell(value);
    case 'number':
      return Number.isSafeInteger(value) && !Object.is(value, -0) ? value : doubleCell(value);
    case 'object':
      return value === null ? null : convertObject(value, depth);
    default:
      throw unsupported(`a ${typeof value}`);
  }
}

function convertObject(value: object, depth: number): Cell {
  if (value instanceof Date) {
    const milliseconds = value.getTime();
    if (Number.isNaN(milliseconds)) throw unsupported('an invalid Date');
    return { k: 'ts', ns: BigInt(milliseconds) * 1_000_000n, p: 3, tz: true };
  }
  if (value instanceof Uint8Array) return { k: 'blob', v: new Uint8Array(value) };
  if (Array.isArray(value)) return { k: 'list', v: value.map((item) => convert(item, depth + 1)) };
  const prototype: unknown = Object.getPrototypeOf(value);
  // Objects of another realm (Jest runs tests in one) have another Object.prototype.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
    throw unsupported(`an object of class ${value.constructor?.name ?? 'unknown'}`);
  return {
    k: 'struct',
    v: Object.entries(value).map(([name, item]) => [name, convert(item, depth + 1)] as const),
  };
}

/** What JSON and YAML can write. */
export type PlainValue =
  | null
  | string
  | number
  | boolean
  | readonly PlainValue[]
  | { readonly [name: string]: PlainValue };

/**
 * The cell as JSON and YAML can write it without loss of value: integers beyond 2^53, decimals, dates, NaN and the
 * infinities as their exact text, blobs and text that is not valid UTF-8 as `\x` and hexadecimal, lists as arrays, structs as objects, maps as arrays of
 * pairs. The type is not kept; `encodeCell` keeps it.
 */
export function plainFromCell(cell: Cell): PlainValue {
  if (cell === null || typeof cell !== 'object') return Number.isNaN(cell) ? 'NaN' : cell;
  switch (cell.k) {
    case 'f64':
      if (!Number.isFinite(cell.v)) return `${cell.v}`;
      return cell.v + 0;
    case 'list':
      return cell.v.map(plainFromCell);
    case 'struct':
      return Object.fromEntries(cell.v.map(([name, value]) => [name, plainFromCell(value)]));
    case 'map':
      return cell.v.map(([key, value]) => [plainFromCell(key), plainFromCell(value)]);
    default:
      return cell.k === 'text' ? printBytes(cell.raw) : printCell(cell);
  }
}

function unsupported(what: string): SqlassayError {
  return new SqlassayError('E_VALUE_INVALID', {
    what: `${what} is not a database value`,
    where: 'cellFromPlain',
    advice: 'Use null, text, numbers, bigints, booleans, Date, Uint8Array, arrays or plain objects.',
  });
}
