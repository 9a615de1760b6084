import type { TaggedCell } from '../types/index.js';
import { daysFromCalendar, isCalendarDay } from './calendar.js';

type DateCell = Extract<TaggedCell, { k: 'date' }>;
type TimeCell = Extract<TaggedCell, { k: 'time' }>;
type TimestampCell = Extract<TaggedCell, { k: 'ts' }>;

const datePart = String.raw`([+-]?\d{1,7})-(\d{2})-(\d{2})`;
const timePart = String.raw`(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,18}))?)?`;
const offsetPart = String.raw`(?: ?(Z|UTC|[+-]\d{2}(?::?\d{2}(?::?\d{2})?)?))?`;
const eraPart = String.raw`(?: (\(BC\)|BC))?`;

const datePattern = new RegExp(`^${datePart}${eraPart}$`, 'i');
const timePattern = new RegExp(`^${timePart}${offsetPart}$`, 'i');
const timestampPattern = new RegExp(`^${datePart}[ T]${timePart}${offsetPart}${eraPart}$`, 'i');

const nanosecondsOfDay = 86_400_000_000_000n;

/** Reads `2024-05-01`, `0044-03-15 (BC)`, `infinity` and `-infinity`; null for anything else. */
export function parseDate(text: string): DateCell | null {
  const infinite = readInfinity(text);
  if (infinite !== null) return { k: 'date', d: infinite };
  const match = datePattern.exec(text);
  const days = match && readDays(match[1]!, match[2]!, match[3]!, match[4]);
  return days === null ? null : { k: 'date', d: days };
}

/** Reads `23:59:59.123456789`, with or without an offset such as `+05:30` or `Z`; null for anything else. */
export function parseTime(text: string): TimeCell | null {
  const match = timePattern.exec(text);
  const ns = match && readNanoseconds(match[1]!, match[2]!, match[3], match[4]);
  if (match === null || ns === null) return null;
  if (match[5] === undefined) return { k: 'time', ns };
  const off = readOffset(match[5]);
  return off === null ? null : { k: 'time', ns, off };
}

/**
 * Reads `2024-05-01 12:30:00.123456789` (or with `T`), with an offset for an instant, ending in `BC` for years before
 * 1; `infinity` and `-infinity`; null for anything else, and for more than nine fractional digits that are not zeros.
 *
 * @param type the source type's fractional digits (default: as many as the text has), and whether it has a time zone
 *   (default: whether the text has an offset; a text without one is then read as UTC)
 */
export function parseTimestamp(
  text: string,
  type: { readonly precision?: number; readonly timeZone?: boolean } = {},
): TimestampCell | null {
  const infinite = readInfinity(text);
  if (infinite !== null) return { k: 'ts', ns: infinite, p: type.precision ?? 0, tz: type.timeZone ?? false };
  const match = timestampPattern.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, offset, era] = match;
  const days = readDays(year!, month!, day!, era);
  const time = hour === '24' ? null : readNanoseconds(hour!, minute!, second, fraction);
  const off = offset === undefined ? 0 : readOffset(offset);
  if (days === null || time === null || off === null) return null;
  return {
    k: 'ts',
    ns: BigInt(days) * nanosecondsOfDay + time - BigInt(off) * 1_000_000_000n,
    p: type.precision ?? Math.min(fraction?.length ?? 0, 9),
    tz: type.timeZone ?? offset !== undefined,
  };
}

function readInfinity(text: string): 'inf' | '-inf' | null {
  const word = text.toLowerCase();
  if (word === 'infinity') return 'inf';
  return word === '-infinity' ? '-inf' : null;
}

function readDays(
  yearText: string,
  monthText: string,
  dayText: string,
  era: string | undefined,
): number | null {
  const written = Number(yearText);
  if (era !== undefined && written < 1) return null;
  const day = {
    year: era === undefined ? written : 1 - written,
    month: Number(monthText),
    day: Number(dayText),
  };
  return isCalendarDay(day) ? daysFromCalendar(day) : null;
}

function readNanoseconds(
  hourText: string,
  minuteText: string,
  secondText = '0',
  fraction = '',
): bigint | null {
  const hour = Number(hourText);
  const minute = Number(minuteText);
  const second = Number(secondText);
  const isEndOfDay = hour === 24 && minute === 0 && second === 0 && /^0*$/.test(fraction);
  if ((hour > 23 && !isEndOfDay) || minute > 59 || second > 59) return null;
  if (!/^0*$/.test(fraction.slice(9))) return null;
  return (
    BigInt(hour * 3600 + minute * 60 + second) * 1_000_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'))
  );
}

function readOffset(text: string): number | null {
  if (/^(?:Z|UTC)$/i.test(text)) return 0;
  const digits = text.slice(1).replaceAll(':', '');
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2, 4));
  const seconds = Number(digits.slice(4, 6));
  if (hours > 24 || minutes > 59 || seconds > 59) return null;
  const total = hours * 3600 + minutes * 60 + seconds;
  return text.startsWith('-') ? -total : total;
}
