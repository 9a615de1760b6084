import { compareExact, exactOfDecimal, exactOfDouble } from './exact-number.js';

/** The key of a double: of an integer its digits, else JavaScript's shortest text. */
export function keyOfDouble(value: number): string {
  if (!Number.isInteger(value) || Number.isSafeInteger(value)) return `${value}`;
  return BigInt(value).toString();
}

/**
 * The key of a decimal. A decimal that some double equals exactly has that double's key; every other one has a key no
 * double has, so that two numbers have the same key exactly when they are equal.
 */
export function keyOfDecimal(unscaled: bigint, scale: number): string {
  if (unscaled === 0n) return '0';
  if (scale <= 0) return exactOfDecimal(unscaled, scale).n.toString();
  const digits = withoutTrailingZeros(unscaled.toString(), scale);
  if (digits.scale === 0) return digits.text;
  // Only u = 5^s * m over 10^s is a binary fraction, and without trailing zeros such a u ends in 5.
  if (digits.text.endsWith('5')) {
    const double = Number(`${digits.text}e-${digits.scale}`);
    const isExact =
      Number.isFinite(double) &&
      compareExact(exactOfDouble(double), exactOfDecimal(BigInt(digits.text), digits.scale)) === 0;
    if (isExact) return `${double}`;
  }
  return `d${digits.text}e-${digits.scale}`;
}

function withoutTrailingZeros(text: string, scale: number): { text: string; scale: number } {
  let end = text.length;
  while (scale > 0 && text.charCodeAt(end - 1) === 48) {
    end--;
    scale--;
  }
  return { text: end === text.length ? text : text.slice(0, end), scale };
}
