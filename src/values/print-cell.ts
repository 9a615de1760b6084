import type { Cell, TaggedCell } from '../types/index.js';
import { printDate, printInterval, printTime, printTimestamp } from './print-temporal.js';

/**
 * The value as one text: exact decimals with their scale, ISO dates, `NULL`, text as it is.
 * Different values can have one text (NULL and the text `NULL`); `printVisible` tells them apart.
 */
export function printCell(cell: Cell): string {
  return printWith(cell, (text) => text);
}

/** `printCell` with the printing of text, wherever it stands, left to the caller. */
export function printWith(cell: Cell, printText: (text: string) => string): string {
  if (cell === null) return 'NULL';
  switch (typeof cell) {
    case 'string':
      return printText(cell);
    case 'number':
    case 'boolean':
      return `${cell}`;
    default:
      return printTagged(cell, printText);
  }
}

function printTagged(cell: TaggedCell, printText: (text: string) => string): string {
  const inner = (item: Cell): string => printWith(item, printText);
  switch (cell.k) {
    case 'int':
      return `${cell.v}`;
    case 'dec':
      return printDecimal(cell.u, cell.s);
    case 'f64':
      return Object.is(cell.v, -0) ? '-0' : `${cell.v}`;
    case 'text':
    case 'enum':
      return printText(cell.v);
    case 'blob':
      return printBytes(cell.v);
    case 'date':
      return printDate(cell);
    case 'time':
      return printTime(cell);
    case 'ts':
      return printTimestamp(cell);
    case 'ivl':
      return printInterval(cell);
    case 'json':
    case 'uuid':
    case 'bits':
    case 'other':
      return cell.v;
    case 'list':
      return `[${cell.v.map(inner).join(', ')}]`;
    case 'struct':
      return `{${cell.v.map(([name, value]) => `${name}: ${inner(value)}`).join(', ')}}`;
    case 'map':
      return `map{${cell.v.map(([key, value]) => `${inner(key)}: ${inner(value)}`).join(', ')}}`;
  }
}

/** The digits of `unscaled * 10 ** -scale`, with as many after the point as the scale says. */
export function printDecimal(unscaled: bigint, scale: number): string {
  if (scale <= 0) return `${unscaled}${unscaled === 0n ? '' : '0'.repeat(-scale)}`;
  const negative = unscaled < 0n;
  const digits = `${negative ? -unscaled : unscaled}`.padStart(scale + 1, '0');
  return `${negative ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** `\x` and the bytes in hexadecimal. */
export function printBytes(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`;
}
