import type { Cell } from '../../types/index.js';
import {
  cellsEqual,
  compareExact,
  decimalCell,
  doubleCell,
  doubleOf,
  exactOfCell,
  isNumber,
  parseDate,
  parseTime,
  parseTimestamp,
  spelledNumber,
} from '../../values/index.js';

/**
 * A value of a suite, read as a value of the same kind as a cell of a result: texts as the date, time, number, UUID or
 * JSON they spell, and numbers as they are written, so that 0.1 is the decimal 0.1 beside a decimal and the double
 * beside a double. What does not spell one is left as it is.
 */
export function readLike(written: Cell, beside: Cell): Cell {
  if (isNumber(beside)) return numberLike(written, beside);
  const text = textOf(written);
  if (text === null || typeof beside !== 'object' || beside === null) return written;
  switch (beside.k) {
    case 'date':
      return parseDate(text) ?? parseTimestamp(text) ?? written;
    case 'ts':
      return parseTimestamp(text, { timeZone: beside.tz }) ?? midnight(text, beside.tz) ?? written;
    case 'time':
      return parseTime(text) ?? written;
    case 'json':
    case 'uuid':
    case 'bits':
      return { k: beside.k, v: text };
    case 'other':
      return { k: 'other', v: text, t: beside.t };
    default:
      return written;
  }
}

/** Whether a cell of a result is a value that a suite names. */
export function isValue(actual: Cell, written: Cell): boolean {
  return cellsEqual(actual, written) || cellsEqual(actual, readLike(written, actual));
}

/**
 * Negative, zero or positive as `a` is below, equal to or above `b`; null when they are not of one kind with an order.
 * Texts are compared by their code points, whatever the collation.
 */
export function compareCells(a: Cell, b: Cell): number | null {
  const textA = textOf(a);
  const textB = textOf(b);
  if (textA !== null && textB !== null) return compareText(textA, textB);
  if ((isNumber(a) || typeof a === 'boolean') && (isNumber(b) || typeof b === 'boolean'))
    return compareNumbers(a, b);
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return null;
  if (a.k === 'date' && b.k === 'date') return compareTemporal(a.d, b.d);
  if (a.k === 'ts' && b.k === 'ts') return a.tz === b.tz ? compareTemporal(a.ns, b.ns) : null;
  if (a.k === 'date' && b.k === 'ts') return b.tz ? null : compareTemporal(nanosecondsOf(a.d), b.ns);
  if (a.k === 'ts' && b.k === 'date') return a.tz ? null : compareTemporal(a.ns, nanosecondsOf(b.d));
  if (a.k === 'time' && b.k === 'time' && a.off === b.off) return compareTemporal(a.ns, b.ns);
  return null;
}

export function textOf(cell: Cell): string | null {
  if (typeof cell === 'string') return cell;
  if (typeof cell !== 'object' || cell === null) return null;
  return cell.k === 'enum' || cell.k === 'text' ? cell.v : null;
}

function numberLike(written: Cell, beside: Cell): Cell {
  const text = textOf(written);
  if (text !== null && spelledNumber(text) === null) return written;
  const exact = text === null ? written : decimalCell(text);
  if (!isNumber(exact)) return written;
  const double = doubleOf(exact);
  if (doubleOf(beside) !== null) return double === null ? doubleCell(nearestDouble(exact)) : exact;
  return double !== null && Number.isFinite(double) ? decimalCell(String(double)) : exact;
}

function nearestDouble(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'object' || cell === null) return Number.NaN;
  if (cell.k === 'dec') return Number(`${cell.u}e${-cell.s}`);
  return cell.k === 'int' ? Number(cell.v) : Number.NaN;
}

function compareNumbers(a: Cell, b: Cell): number | null {
  const [exactA, exactB] = [exactOfCell(a), exactOfCell(b)];
  if (exactA !== null && exactB !== null) return compareExact(exactA, exactB);
  const [sizeA, sizeB] = [sizeOf(a), sizeOf(b)];
  if (Number.isNaN(sizeA) || Number.isNaN(sizeB)) return null;
  return sizeA < sizeB ? -1 : sizeA > sizeB ? 1 : 0;
}

/** Infinite, NaN, or any finite number. */
function sizeOf(cell: Cell): number {
  const double = doubleOf(cell);
  return double === null || Number.isFinite(double) ? 0 : double;
}

function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const pointsA = [...a];
  const pointsB = [...b];
  for (let at = 0; at < Math.min(pointsA.length, pointsB.length); at++) {
    const difference = pointsA[at]!.codePointAt(0)! - pointsB[at]!.codePointAt(0)!;
    if (difference !== 0) return difference;
  }
  return pointsA.length - pointsB.length;
}

function compareTemporal(a: number | bigint | string, b: number | bigint | string): number {
  const [placeA, placeB] = [endOf(a), endOf(b)];
  if (placeA !== 0 || placeB !== 0) return placeA - placeB;
  return a < b ? -1 : a > b ? 1 : 0;
}

function endOf(value: number | bigint | string): number {
  if (value === 'inf') return 1;
  return value === '-inf' ? -1 : 0;
}

function midnight(text: string, tz: boolean): Cell | null {
  const date = parseDate(text);
  return date === null ? null : { k: 'ts', ns: nanosecondsOf(date.d), p: 0, tz };
}

function nanosecondsOf(days: number | 'inf' | '-inf'): bigint | 'inf' | '-inf' {
  return typeof days === 'number' ? BigInt(days) * 86_400_000_000_000n : days;
}
