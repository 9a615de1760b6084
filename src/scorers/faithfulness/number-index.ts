import { compareExact, type ExactNumber } from '../../values/index.js';
import type { Interval } from './claims.js';

/** A number of the result, with the row it stands in; -1 for one of no row. */
export interface IndexedNumber {
  readonly exact: ExactNumber;
  readonly row: number;
}

/** Numbers in order, so that those within an interval are found without reading all. */
export interface NumberIndex {
  readonly size: number;
  has(interval: Interval, accepts?: (entry: IndexedNumber) => boolean): boolean;
}

export function createNumberIndex(numbers: readonly IndexedNumber[]): NumberIndex {
  const entries = numbers
    .map((entry) => ({ entry, near: nearest(entry.exact) }))
    .sort((a, b) => a.near - b.near);
  return {
    size: entries.length,
    has({ low, high }, accepts = () => true) {
      // Doubles only narrow it down; what decides is exact.
      const least = slack(nearest(low), -1);
      const most = slack(nearest(high), 1);
      for (let at = firstNotBelow(entries, least); at < entries.length; at += 1) {
        const { entry, near } = entries[at]!;
        if (near > most) return false;
        if (compareExact(low, entry.exact) <= 0 && compareExact(entry.exact, high) <= 0 && accepts(entry))
          return true;
      }
      return false;
    },
  };
}

function firstNotBelow(entries: readonly { readonly near: number }[], least: number): number {
  let from = 0;
  let to = entries.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (entries[middle]!.near < least) from = middle + 1;
    else to = middle;
  }
  return from;
}

function slack(near: number, direction: 1 | -1): number {
  return near + direction * Math.abs(near) * 1e-12;
}

/** The double next to a fraction, near enough to sort by: its digits may be too many for a double. */
function nearest({ n, d }: ExactNumber): number {
  const top = Number(n);
  const bottom = Number(d);
  if (Number.isFinite(top) && Number.isFinite(bottom)) return top / bottom;
  const shift = BigInt(Math.max(bitLength(n), bitLength(d)) - 1_000);
  return Number(n >> shift) / Math.max(Number(d >> shift), Number.MIN_VALUE);
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}
