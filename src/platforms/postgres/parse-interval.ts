import type { TaggedCell } from '../../types/index.js';

const pattern =
  /^(?:(-?\d+) years? ?)?(?:(-?\d+) mons? ?)?(?:(-?\d+) days? ?)?(?:([+-]?)(\d+):(\d\d):(\d\d)(?:\.(\d{1,9}))?)?$/;

/** Reads an interval in the style `postgres`: `1 year 2 mons -3 days +04:05:06.000007`; null for anything else. */
export function parseInterval(text: string): Extract<TaggedCell, { k: 'ivl' }> | null {
  const match = pattern.exec(text.replaceAll(/\+(?=\d+ )/g, ''));
  if (match === null || text === '') return null;
  const [
    ,
    years = '0',
    months = '0',
    days = '0',
    sign,
    hours = '0',
    minutes = '0',
    seconds = '0',
    fraction = '',
  ] = match;
  const whole = (BigInt(hours) * 60n + BigInt(minutes)) * 60n + BigInt(seconds);
  const ns = whole * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'));
  return {
    k: 'ivl',
    mo: Number(years) * 12 + Number(months),
    d: Number(days) + 0,
    ns: sign === '-' ? -ns : ns,
  };
}
