import type { Cell } from '../types/index.js';

/** An exact rational number: `n / d`, with `d` positive; not necessarily in lowest terms. */
export interface ExactNumber {
  readonly n: bigint;
  readonly d: bigint;
}

const powersOfTen: bigint[] = [1n];

/** Ten to the power of a whole number of at least 0. */
export function powerOfTen(exponent: number): bigint {
  if (exponent > 400) return 10n ** BigInt(exponent);
  for (let next = powersOfTen.length; next <= exponent; next++)
    powersOfTen.push(powersOfTen[next - 1]! * 10n);
  return powersOfTen[exponent]!;
}

const view = new DataView(new ArrayBuffer(8));

/** The exact binary value of a finite double. */
export function exactOfDouble(value: number): ExactNumber {
  if (Number.isInteger(value)) return { n: BigInt(value), d: 1n };
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const mantissa = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  const shift = 1075 - Math.max(exponent, 1);
  return { n: value < 0 ? -mantissa : mantissa, d: 1n << BigInt(shift) };
}

/** The exact value of `unscaled * 10 ** -scale`. */
export function exactOfDecimal(unscaled: bigint, scale: number): ExactNumber {
  return scale >= 0 ? { n: unscaled, d: powerOfTen(scale) } : { n: unscaled * powerOfTen(-scale), d: 1n };
}

/** The exact value of a finite number or boolean; null for every other cell, NaN and the infinities included. */
export function exactOfCell(cell: Cell): ExactNumber | null {
  if (typeof cell === 'number') return Number.isFinite(cell) ? exactOfDouble(cell) : null;
  if (typeof cell === 'boolean') return { n: cell ? 1n : 0n, d: 1n };
  if (cell === null || typeof cell === 'string') return null;
  switch (cell.k) {
    case 'int':
      return { n: cell.v, d: 1n };
    case 'dec':
      return exactOfDecimal(cell.u, cell.s);
    case 'f64':
      return Number.isFinite(cell.v) ? exactOfDouble(cell.v) : null;
    default:
      return null;
  }
}

/** Negative, zero or positive as `a` is below, equal to or above `b`. */
export function compareExact(a: ExactNumber, b: ExactNumber): number {
  const left = a.n * b.d;
  const right = b.n * a.d;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** The distance between two numbers. */
export function exactDistance(a: ExactNumber, b: ExactNumber): ExactNumber {
  const difference = a.n * b.d - b.n * a.d;
  return { n: difference < 0n ? -difference : difference, d: a.d * b.d };
}

const decimalText = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,5}))?$/;

/** Reads decimal notation, with or without an exponent; null when the text is not a number or is absurdly long. */
export function readDecimalText(text: string): { unscaled: bigint; scale: number } | null {
  if (text.length > 40_000) return null;
  const match = decimalText.exec(text);
  if (match === null) return null;
  const whole = match[2] ?? '';
  const fraction = match[3] ?? '';
  if (whole.length + fraction.length === 0) return null;
  const exponent = match[4] === undefined ? 0 : Number(match[4]);
  if (Math.abs(exponent) > 20_000) return null;
  const digits = BigInt(whole + fraction);
  const unscaled = match[1] === '-' ? -digits : digits;
  const scale = fraction.length - exponent;
  return scale >= 0 ? { unscaled, scale } : { unscaled: unscaled * powerOfTen(-scale), scale: 0 };
}
