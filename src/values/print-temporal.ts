import type { TaggedCell } from '../types/index.js';
import { calendarFromDays } from './calendar.js';

type OfKind<K extends TaggedCell['k']> = Extract<TaggedCell, { k: K }>;

const nanosecondsOfDay = 86_400_000_000_000n;

/** `2024-05-01`, `0044-03-15 (BC)`, `infinity` or `-infinity`. */
export function printDate(cell: OfKind<'date'>): string {
  if (typeof cell.d === 'string') return printInfinity(cell.d);
  const { text, isBeforeChrist } = printDay(cell.d);
  return isBeforeChrist ? `${text} (BC)` : text;
}

/** `23:59:59.5`, with its offset where it has one; no more fractional digits than are needed. */
export function printTime(cell: OfKind<'time'>): string {
  return cell.off === undefined ? printClock(cell.ns) : printClock(cell.ns) + printOffset(cell.off);
}

/** `2024-05-01 12:30:00.5`; an instant in UTC, marked `+00:00`. */
export function printTimestamp(cell: OfKind<'ts'>): string {
  if (typeof cell.ns === 'string') return printInfinity(cell.ns);
  const rest = ((cell.ns % nanosecondsOfDay) + nanosecondsOfDay) % nanosecondsOfDay;
  const { text, isBeforeChrist } = printDay(Number((cell.ns - rest) / nanosecondsOfDay));
  return `${text} ${printClock(rest)}${cell.tz ? '+00:00' : ''}${isBeforeChrist ? ' (BC)' : ''}`;
}

/** `1 year 2 months 3 days 04:00:05`: each part that is not zero, and `00:00:00` when all are. */
export function printInterval(cell: OfKind<'ivl'>): string {
  const years = Math.trunc(cell.mo / 12);
  const parts = [
    [years, 'year'],
    [cell.mo - years * 12, 'month'],
    [cell.d, 'day'],
  ] as const;
  const words = parts
    .filter(([count]) => count !== 0)
    .map(([count, unit]) => `${count} ${unit}${Math.abs(count) === 1 ? '' : 's'}`);
  if (cell.ns !== 0n || words.length === 0)
    words.push(cell.ns < 0n ? `-${printClock(-cell.ns)}` : printClock(cell.ns));
  return words.join(' ');
}

function printDay(days: number): { text: string; isBeforeChrist: boolean } {
  const { year, month, day } = calendarFromDays(days);
  const isBeforeChrist = year < 1;
  const digits = `${isBeforeChrist ? 1 - year : year}`.padStart(4, '0');
  return { text: `${digits}-${twoDigits(month)}-${twoDigits(day)}`, isBeforeChrist };
}

function printClock(ns: bigint): string {
  const seconds = Number(ns / 1_000_000_000n);
  const fraction = `${ns % 1_000_000_000n}`.padStart(9, '0').replace(/0+$/, '');
  const clock = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(twoDigits)
    .join(':');
  return fraction === '' ? clock : `${clock}.${fraction}`;
}

function printOffset(offset: number): string {
  const absolute = Math.abs(offset);
  const parts = [Math.floor(absolute / 3600), Math.floor(absolute / 60) % 60];
  if (absolute % 60 !== 0) parts.push(absolute % 60);
  return (offset < 0 ? '-' : '+') + parts.map(twoDigits).join(':');
}

function printInfinity(value: 'inf' | '-inf'): string {
  return value === 'inf' ? 'infinity' : '-infinity';
}

function twoDigits(value: number): string {
  return `${value}`.padStart(2, '0');
}
