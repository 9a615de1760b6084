import type { NumberClaim, Reading } from './claims.js';
import { numberWordPattern, readNumberWord } from './number-words.js';
import { readSeparators } from './read-separators.js';
import { readScale, type Scale } from './scales.js';

/**
 * Digits with separators between them, an exponent, and a sign or a currency before them. A separator is only one when
 * digits follow it; blanks and apostrophes part groups of three.
 */
const pattern =
  /(?<sign>[-+\u2212\u2013]\s?)?(?<currency>[$€£¥₹]\s?)?(?<inner>[-\u2212])?(?<number>(?<!\d)\d{1,3}(?:[\u00a0\u2009\u202f ']\d{3}(?!\d))+(?:[.,]\d+)?|\d+(?:[.,]\d+)*|\.\d+)(?<exponent>[eE][-+]?\d{1,3}(?![\p{L}\p{N}]))?/gu;

/** Units that may stand right behind a number; other letters there make it an identifier, such as `3D`. */
const units =
  /^(?:km|cm|mm|nm|m|kg|mg|g|lbs?|oz|t|hrs?|h|mins?|secs?|s|ms|yrs?|y|d|w|x|px|pt|l|ml|kwh|mwh|kw|mw|kb|mb|gb|tb|am|pm|pp|bps|°c|°f|usd|eur|gbp|chf)$/i;

const percent = /^\s?(?:%|percent\b|per cent\b|percentage points?\b|pp\b|prozent\b)/iu;

/** Numbers that a text states, in its order. `text` is masked already. */
export function readNumbers(text: string): readonly NumberClaim[] {
  const claims: NumberClaim[] = [];
  for (const match of text.matchAll(pattern)) {
    const claim = readMatch(text, match);
    if (claim !== null) claims.push(...claim);
  }
  for (const match of text.matchAll(numberWordPattern)) {
    const word = readNumberWord(text, match[0], match.index);
    if (word === null) continue;
    const scale = readScale(text.slice(match.index + match[0].length), false);
    claims.push(
      claimOf(text, match.index, match.index + match[0].length, [{ digits: BigInt(word), scale: 0 }], scale),
    );
  }
  return claims.sort((a, b) => a.start - b.start);
}

type Groups = Readonly<Record<'sign' | 'currency' | 'inner' | 'number' | 'exponent', string | undefined>>;

function readMatch(text: string, match: RegExpExecArray): readonly NumberClaim[] | null {
  const groups = match.groups as Groups;
  const number = groups.number!;
  const end = match.index + match[0].length;
  const numberStart = end - (groups.exponent ?? '').length - number.length;
  const before = text[numberStart - 1] ?? '';
  if (/[\p{L}_]/u.test(before)) return null;
  const after = /^[\p{L}_]+/u.exec(text.slice(end))?.[0] ?? '';
  const scale = readScale(text.slice(end), after !== '');
  if (after !== '' && scale === null && !units.test(after)) return null;
  const isNegative = isSign(groups, text, match.index);
  const parts = readSeparators(number);
  if (parts === null) {
    // A list without blanks, such as `2021,2022`.
    let at = numberStart;
    return number.split(',').flatMap((piece) => {
      const start = at;
      at += piece.length + 1;
      const one = readSeparators(piece);
      return one === null ? [] : [claimOf(text, start, start + piece.length, one.readings, null)];
    });
  }
  const exponent = groups.exponent === undefined ? 0 : Number(groups.exponent.slice(1));
  const readings = parts.readings.map(({ digits, scale: decimals }) => ({
    digits: isNegative ? -digits : digits,
    scale: decimals - exponent,
  }));
  const start = isNegative || groups.currency !== undefined ? match.index : numberStart;
  const claim = claimOf(text, start, end, readings, scale, parts.isAmbiguous);
  if (number.includes(' ')) return [{ ...claim, pieces: piecesOf(text, numberStart, end) }];
  return [isInParentheses(text, claim) ? withNegative(claim) : claim];
}

/** `3 500` may be two numbers; the text is cut at its blanks and each piece read by itself. */
function piecesOf(text: string, start: number, end: number): readonly NumberClaim[] {
  const apart = `${text.slice(0, start)}${text.slice(start, end).replaceAll(' ', '\n')}${text.slice(end)}`;
  return readNumbers(apart).filter((claim) => claim.start >= start && claim.start < end);
}

/** A dash after a number or a letter joins a range or a word; anywhere else it is a sign. */
function isSign({ sign, inner }: Groups, text: string, start: number): boolean {
  if (inner !== undefined) return true;
  const mark = sign?.trim();
  if (mark === undefined || mark === '+') return false;
  // A dash with blanks on both sides is punctuation.
  if (sign !== mark) return false;
  return !/[\p{L}\p{N}%)]/u.test(text[start - 1] ?? '');
}

function claimOf(
  text: string,
  start: number,
  end: number,
  written: readonly Reading[],
  scale: Scale | null,
  isAmbiguous = false,
): NumberClaim {
  const scaled = end + (scale?.length ?? 0);
  const share = percent.exec(text.slice(scaled))?.[0] ?? '';
  const readings = written.flatMap((reading) =>
    (scale?.powers ?? [0]).map((power) => ({ ...reading, scale: reading.scale - power })),
  );
  return {
    text: text.slice(start, scaled + share.length).trim(),
    start,
    end: scaled + share.length,
    readings,
    isPercent: share !== '',
    isShortened: scale !== null || written.some((reading) => reading.scale > 0),
    isAmbiguous: isAmbiguous || (scale?.powers.length ?? 0) > 1,
  };
}

/** `(1,250)` is minus 1,250 in accounting, or a remark. */
function isInParentheses(text: string, { start, end, isPercent }: NumberClaim): boolean {
  return !isPercent && text[start - 1] === '(' && text[end] === ')';
}

function withNegative(claim: NumberClaim): NumberClaim {
  const negative = claim.readings.map(({ digits, scale }) => ({ digits: -digits, scale }));
  return { ...claim, readings: [...negative, ...claim.readings] };
}
