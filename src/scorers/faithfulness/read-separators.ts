import type { Reading } from './claims.js';

/** What digits with separators spell: one reading, or two where a separator may be of thousands or of decimals. */
export interface SeparatedNumber {
  /** The usual reading first. */
  readonly readings: readonly Reading[];
  readonly isAmbiguous: boolean;
}

/** Null where the separators fit no number, as in `2021,2022`. */
export function readSeparators(text: string): SeparatedNumber | null {
  const plain = text.replace(/[\u00a0\u2009\u202f ']/g, '');
  const hasGroups = plain.length !== text.length;
  const marks = [...plain.matchAll(/[.,]/g)].map(([mark]) => mark);
  if (marks.length === 0) return sure(plain, 0);
  const last = marks.at(-1)!;
  const [whole = '', decimals = ''] = cutAt(plain, plain.lastIndexOf(last));
  if (hasGroups) return sure(whole.replaceAll(/[.,]/g, '') + decimals, decimals.length);
  const isMixed = marks.some((mark) => mark !== last);
  if (isMixed) {
    const isOnce = marks.filter((mark) => mark === last).length === 1;
    return isOnce && isGrouped(whole, last === '.' ? ',' : '.')
      ? sure(whole.replaceAll(/[.,]/g, '') + decimals, decimals.length)
      : null;
  }
  if (marks.length > 1) return isGrouped(plain, last) ? sure(plain.replaceAll(last, ''), 0) : null;
  const isGroup = decimals.length === 3 && /^[1-9]\d{0,2}$/.test(whole);
  if (!isGroup) return last === ',' && decimals.length > 3 ? null : sure(whole + decimals, decimals.length);
  const asThousands: Reading = { digits: BigInt(whole + decimals), scale: 0 };
  const asDecimals: Reading = { digits: BigInt(whole + decimals), scale: 3 };
  return last === ','
    ? { readings: [asThousands, asDecimals], isAmbiguous: false }
    : { readings: [asDecimals, asThousands], isAmbiguous: true };
}

function sure(digits: string, scale: number): SeparatedNumber {
  return { readings: [{ digits: BigInt(digits === '' ? '0' : digits), scale }], isAmbiguous: false };
}

function cutAt(text: string, at: number): readonly [string, string] {
  return [text.slice(0, at), text.slice(at + 1)];
}

/** Groups of three after the first, or of two with three at the end as India writes them. */
function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark);
  if (!/^\d{1,3}$/.test(first) || groups.length === 0) return false;
  const isThrees = groups.every((group) => group.length === 3);
  const isIndian =
    first.length <= 2 &&
    groups.at(-1)!.length === 3 &&
    groups.slice(0, -1).every((group) => group.length === 2);
  return isThrees || isIndian;
}
