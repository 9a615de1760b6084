import { type Cell, SqlassayError } from '../types/index.js';
import { readDecimalText } from './exact-number.js';

/** An exact integer. Throws `E_VALUE_INVALID` for a number that is not a safe integer. */
export function intCell(value: bigint | number): Cell {
  if (typeof value === 'number') {
    if (Number.isSafeInteger(value)) return value + 0;
    throw new SqlassayError('E_VALUE_INVALID', {
      what: `${value} is not an integer that a JavaScript number holds exactly`,
      where: 'intCell',
      advice: 'Pass a bigint, or use doubleCell for a floating-point number.',
    });
  }
  if (value >= -9007199254740991n && value <= 9007199254740991n) return Number(value);
  return { k: 'int', v: value };
}

const shared = new Map<number, Cell>();

/** A double. Integral ones, `-0`, NaN and the infinities are tagged; equal small ones share one object. */
export function doubleCell(value: number): Cell {
  if (!Number.isInteger(value) && Number.isFinite(value)) return value;
  if (Object.is(value, -0) || !(value >= -4096 && value <= 65_536)) return { k: 'f64', v: value };
  let cell = shared.get(value);
  if (cell === undefined) {
    cell = Object.freeze({ k: 'f64', v: value } as const);
    shared.set(value, cell);
  }
  return cell;
}

/**
 * An exact decimal: from its text (`1.10`, `-3`, `1e3`), or from the unscaled integer and the scale.
 * Throws `E_VALUE_INVALID` for a text that is not a decimal number.
 *
 * @example
 * decimalCell('1.10'); // { k: 'dec', u: 110n, s: 2 }
 * decimalCell(110n, 2); // the same
 */
export function decimalCell(text: string): Cell;
export function decimalCell(unscaled: bigint, scale: number): Cell;
export function decimalCell(value: string | bigint, scale = 0): Cell {
  if (typeof value === 'bigint') return { k: 'dec', u: value, s: scale };
  const decimal = readDecimalText(value);
  if (decimal !== null) return { k: 'dec', u: decimal.unscaled, s: decimal.scale };
  const special = { nan: NaN, infinity: Infinity, '-infinity': -Infinity }[value.toLowerCase()];
  if (special !== undefined) return { k: 'f64', v: special };
  throw new SqlassayError('E_VALUE_INVALID', {
    what: `${JSON.stringify(value.slice(0, 80))} is not a decimal number`,
    where: 'decimalCell',
    advice: 'Write digits with an optional sign, point and exponent.',
  });
}
