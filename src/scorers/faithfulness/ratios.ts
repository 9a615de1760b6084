import { compareExact } from '../../values/index.js';
import type { NumberClaim } from './claims.js';
import { intervalOf } from './support.js';

/** `3 of 12 (25%)`: a part, a whole, and the percentage that is derived from them. */
export interface DerivedRatio {
  readonly percent: NumberClaim;
  readonly isRight: boolean;
}

const between = /^\s*(?:\p{L}+\s+){0,2}?(?:of|out of|von)\s+(?:the\s+|all\s+)?$|^\s*\/\s*$/iu;
const toPercent = /^(?:\s+[\p{L}-]+){0,4}?\s*[(,:=\u2013\u2014-]?\s*(?:or|i\.e\.|about|~)?\s*$/iu;

/** The percentages of an answer that stand right behind the two numbers they are derived from. */
export function derivedRatios(text: string, numbers: readonly NumberClaim[]): readonly DerivedRatio[] {
  return numbers.flatMap((percent, index) => {
    const [part, whole] = [numbers[index - 2], numbers[index - 1]];
    if (!percent.isPercent || part === undefined || whole === undefined) return [];
    if (part.isPercent || whole.isPercent) return [];
    if (!between.test(text.slice(part.end, whole.start))) return [];
    if (!toPercent.test(text.slice(whole.end, percent.start))) return [];
    return [{ percent, isRight: isRight(part, whole, percent) }];
  });
}

function isRight(part: NumberClaim, whole: NumberClaim, percent: NumberClaim): boolean {
  return part.readings.some((top) =>
    whole.readings.some((bottom) => {
      if (bottom.digits === 0n) return false;
      const share = {
        n: top.digits * 100n * 10n ** BigInt(Math.max(0, bottom.scale - top.scale)),
        d: bottom.digits * 10n ** BigInt(Math.max(0, top.scale - bottom.scale)),
      };
      return percent.readings.some((reading) => {
        const { low, high } = intervalOf(reading, { isDecrease: false, isRough: false });
        return compareExact(low, share) <= 0 && compareExact(share, high) <= 0;
      });
    }),
  );
}
