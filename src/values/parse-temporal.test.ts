import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDate, parseTime, parseTimestamp } from './parse-temporal.js';
import { printCell } from './print-cell.js';

const days = fc.integer({ min: -1_000_000, max: 4_000_000 });
const nanoseconds = fc.bigInt({ min: 0n, max: 86_399_999_999_999n });

describe('dates and times', () => {
  it('print to texts that are read back as the same value', () => {
    fc.assert(
      fc.property(days, nanoseconds, fc.boolean(), (d, ns, tz) => {
        const date = { k: 'date', d } as const;
        expect(parseDate(printCell(date))).toEqual(date);
        const time = { k: 'time', ns, ...(tz && { off: -12_600 }) } as const;
        expect(parseTime(printCell(time))).toEqual(time);
        const timestamp = { k: 'ts', ns: BigInt(d) * 86_400_000_000_000n + ns, p: 9, tz } as const;
        expect(parseTimestamp(printCell(timestamp), { precision: 9 })).toEqual(timestamp);
      }),
      { numRuns: 1000 },
    );
  });

  it('agree with the calendar of JavaScript', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_900_000 }), (d) => {
        expect(printCell({ k: 'date', d })).toBe(new Date(d * 86_400_000).toISOString().slice(0, 10));
      }),
    );
  });

  it.each([
    ['1970-01-01', 0],
    ['2000-02-29', 11_016],
    ['1969-12-31', -1],
    ['0001-01-01', -719_162],
    ['0001-12-31 (BC)', -719_163],
    ['0044-03-15 BC', -735_160],
    ['12345-01-01', 3_789_391],
    ['infinity', 'inf'],
    ['-infinity', '-inf'],
  ])('parseDate reads %s', (text, d) => {
    expect(parseDate(text)).toEqual({ k: 'date', d });
  });

  it.each([
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '04/03/1990',
    '2024-1-1',
    '20240501',
    '',
    '2024-05-01 ',
    '0000-01-01 BC',
  ])('parseDate refuses %j', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  it.each([
    ['2024-05-01 12:00:00+02', 1_714_557_600_000_000_000n, 0, true],
    ['2024-05-01T10:00:00Z', 1_714_557_600_000_000_000n, 0, true],
    ['2024-05-01 10:00', 1_714_557_600_000_000_000n, 0, false],
    ['1969-12-31 23:59:59.999999999', -1n, 9, false],
    ['1970-01-01 00:00:00.1234', 123_400_000n, 4, false],
    ['1970-01-01 00:00:00.1234560000000', 123_456_000n, 9, false],
  ])('parseTimestamp reads %s', (text, ns, p, tz) => {
    expect(parseTimestamp(text)).toEqual({ k: 'ts', ns, p, tz });
  });

  it('reads a type with a time zone as UTC where the text has no offset', () => {
    expect(parseTimestamp('1970-01-01 00:00:01', { timeZone: true, precision: 6 })).toEqual({
      k: 'ts',
      ns: 1_000_000_000n,
      p: 6,
      tz: true,
    });
  });

  it.each([
    '2024-05-01',
    '2024-05-01 24:00:00',
    '2024-05-01 12:60:00',
    '1970-01-01 00:00:00.1234567891',
    '12:00',
  ])('parseTimestamp refuses %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('reads times with and without an offset', () => {
    expect(parseTime('01:02:03.5+05:30')).toEqual({ k: 'time', ns: 3_723_500_000_000n, off: 19_800 });
    expect(parseTime('24:00:00')).toEqual({ k: 'time', ns: 86_400_000_000_000n });
    expect(parseTime('25:00:00')).toBeNull();
  });
});
