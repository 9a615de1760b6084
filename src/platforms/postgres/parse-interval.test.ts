import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseInterval } from './parse-interval.js';

const second = 1_000_000_000n;

test.each([
  ['1 year', 12, 0, 0n],
  ['-1 years', -12, 0, 0n],
  ['1 mon', 1, 0, 0n],
  ['1 year -2 mons +3 days -04:05:06.7', 10, 3, -14_706_700_000_000n],
  ['-3 days +00:00:01', 0, -3, second],
  ['100:00:00', 0, 0, 360_000n * second],
  ['00:00:00', 0, 0, 0n],
  ['-00:00:00.000001', 0, 0, -1000n],
])('%s', (text, mo, d, ns) => {
  expect(parseInterval(text)).toEqual({ k: 'ivl', mo, d, ns });
});

test.each(['', 'P1Y', '1-2', '@ 1 year', '1 year ago', 'infinity', '1 hour'])(
  '%j is none in this style',
  (text) => {
    expect(parseInterval(text)).toBe(null);
  },
);

test('each part comes back as it was', () => {
  const part = fc.integer({ min: -100_000, max: 100_000 });
  fc.assert(
    fc.property(part, part, part, (mo, d, seconds) => {
      const size = Math.abs(seconds);
      const two = (value: number): string => String(value).padStart(2, '0');
      const time = `${two(Math.floor(size / 3600))}:${two(Math.floor(size / 60) % 60)}:${two(size % 60)}`;
      const text = `${mo} mons ${d} days ${seconds < 0 ? '-' : '+'}${time}`;
      expect(parseInterval(text)).toEqual({ k: 'ivl', mo, d, ns: BigInt(seconds) * second });
    }),
  );
});
