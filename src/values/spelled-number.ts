import { type ExactNumber, exactOfDecimal } from './exact-number.js';

const plainDecimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

/**
 * The exact number that a text spells, or null: digits with an optional minus sign and decimal point, without leading
 * zeros, spaces, a plus sign, separators or an exponent. `00501`, `1e5` and `+1` are text, not numbers.
 */
export function spelledNumber(text: string): ExactNumber | null {
  if (text.length > 1_000 || !plainDecimal.test(text)) return null;
  const point = text.indexOf('.');
  if (point < 0) return { n: BigInt(text), d: 1n };
  return exactOfDecimal(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1);
}
