import type { DateClaim, WrittenDate } from './claims.js';

const months = [
  ['january', 'jan', 'januar', 'enero', 'janvier'],
  ['february', 'feb', 'februar', 'febrero', 'février'],
  ['march', 'mar', 'märz', 'marzo', 'mars'],
  ['april', 'apr', 'abril', 'avril'],
  ['may', 'mai', 'mayo'],
  ['june', 'jun', 'juni', 'junio', 'juin'],
  ['july', 'jul', 'juli', 'julio', 'juillet'],
  ['august', 'aug', 'agosto', 'août'],
  ['september', 'sep', 'sept', 'septiembre', 'septembre'],
  ['october', 'oct', 'oktober', 'okt', 'octubre', 'octobre'],
  ['november', 'nov', 'noviembre', 'novembre'],
  ['december', 'dec', 'dezember', 'dez', 'diciembre', 'décembre'],
] as const;

const monthOf = new Map(months.flatMap((names, index) => names.map((name) => [name as string, index + 1])));
const monthWord = `(${[...monthOf.keys()].sort((a, b) => b.length - a.length).join('|')})`;
const edge = '(?<![\\p{L}\\p{N}])';
const stop = '(?![\\p{L}\\p{N}])';
const dayWord = '(\\d{1,2})(?:st|nd|rd|th|\\.)?';
const yearWord = '(\\d{4})';

interface Form {
  readonly pattern: RegExp;
  read(parts: readonly string[]): readonly WrittenDate[];
}

const forms: readonly Form[] = [
  {
    pattern: new RegExp(
      `${edge}${yearWord}-(\\d{2})-(\\d{2})(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d+)?)?Z?)?${stop}`,
      'gu',
    ),
    read: ([year, month, day]) => [date(year, month, day)],
  },
  {
    pattern: new RegExp(`${edge}${yearWord}/(\\d{1,2})/(\\d{1,2})${stop}`, 'gu'),
    read: ([year, month, day]) => [date(year, month, day)],
  },
  {
    pattern: new RegExp(`${edge}${yearWord}-(\\d{2})${stop}(?!-\\d)`, 'gu'),
    read: ([year, month]) => [date(year, month, undefined)],
  },
  {
    pattern: new RegExp(`${edge}(\\d{1,2})([/.])(\\d{1,2})\\2${yearWord}${stop}`, 'gu'),
    read: ([first, , second, year]) => [date(year, first, second), date(year, second, first)],
  },
  {
    pattern: new RegExp(`${edge}${monthWord}\\.? ${dayWord},? (?:of )?${yearWord}${stop}`, 'giu'),
    read: ([month, day, year]) => [date(year, numberOf(month), day)],
  },
  {
    pattern: new RegExp(`${edge}${dayWord}(?: of| de)? ${monthWord}\\.?,?(?: de)? ${yearWord}${stop}`, 'giu'),
    read: ([day, month, year]) => [date(year, numberOf(month), day)],
  },
  {
    pattern: new RegExp(`${edge}${monthWord}\\.?,? (?:of |de )?${yearWord}${stop}`, 'giu'),
    read: ([month, year]) => [date(year, numberOf(month), undefined)],
  },
  {
    pattern: new RegExp(`${edge}${monthWord}\\.? ${dayWord}(?![\\p{L}\\p{N}%.,]*\\d)${stop}`, 'giu'),
    read: ([month, day]) => [date(undefined, numberOf(month), day)],
  },
  {
    pattern: new RegExp(`${edge}${dayWord}(?: of)? ${monthWord}${stop}`, 'giu'),
    read: ([day, month]) => [date(undefined, numberOf(month), day)],
  },
];

/** Dates in a text, in the order of the forms; a stretch of text is read once. */
export function readDates(text: string): readonly DateClaim[] {
  const found: DateClaim[] = [];
  for (const { pattern, read } of forms) {
    for (const match of text.matchAll(pattern)) {
      const start = match.index;
      const end = start + match[0].length;
      if (found.some((other) => start < other.end && other.start < end)) continue;
      const readings = read(match.slice(1)).filter(isDate);
      if (readings.length > 0) found.push({ text: match[0], start, end, readings });
    }
  }
  return found;
}

function numberOf(month: string | undefined): string {
  return String(monthOf.get((month ?? '').toLowerCase()) ?? 0);
}

function date(year: string | undefined, month: string | undefined, day: string | undefined): WrittenDate {
  return {
    year: year === undefined ? null : Number(year),
    month: Number(month),
    day: day === undefined ? null : Number(day),
  };
}

function isDate({ month, day }: WrittenDate): boolean {
  return month >= 1 && month <= 12 && (day === null || (day >= 1 && day <= 31));
}
