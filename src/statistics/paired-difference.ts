import { type Interval, wilsonInterval } from './wilson-interval.js';

/** Cases that two sides were both asked, by which side passed. */
export interface PairedCounts {
  readonly both: number;
  readonly onlyA: number;
  readonly onlyB: number;
  readonly neither: number;
}

/** How much larger one share is than the other, with its 95% interval. */
export interface Difference extends Interval {
  readonly difference: number;
}

/**
 * The share that A passes less the share that B passes, over the same cases, with Newcombe's interval for paired
 * proportions: the Wilson intervals of both shares, combined with their correlation (continuity-corrected). Null
 * without cases.
 *
 * R. G. Newcombe, "Improved confidence intervals for the difference between binomial proportions based on paired data",
 * Statistics in Medicine 17 (1998) 2635-2650, method 10.
 *
 * @example
 * pairedDifference({ both: 14, onlyA: 5, onlyB: 0, neither: 22 }); // 0.122, from 0.011 to 0.226, rounded
 */
export function pairedDifference(counts: PairedCounts): Difference | null {
  const { both, onlyA, onlyB, neither } = counts;
  const total = both + onlyA + onlyB + neither;
  const a = wilsonInterval(both + onlyA, total);
  const b = wilsonInterval(both + onlyB, total);
  if (a === null || b === null) return null;
  const shareA = (both + onlyA) / total;
  const shareB = (both + onlyB) / total;
  const difference = (onlyA - onlyB) / total;
  const correlation = correlate(counts);
  const reach = (ofA: number, ofB: number): number =>
    Math.sqrt(Math.max(0, ofA ** 2 - 2 * correlation * ofA * ofB + ofB ** 2));
  return {
    difference,
    low: Math.max(-1, difference - reach(shareA - a.low, b.high - shareB)),
    high: Math.min(1, difference + reach(a.high - shareA, shareB - b.low)),
  };
}

/** The phi coefficient, drawn towards zero where it is positive. */
function correlate({ both, onlyA, onlyB, neither }: PairedCounts): number {
  const margins = (both + onlyA) * (onlyB + neither) * (both + onlyB) * (onlyA + neither);
  if (margins === 0) return 0;
  const plain = both * neither - onlyA * onlyB;
  const half = (both + onlyA + onlyB + neither) / 2;
  return (plain > 0 ? Math.max(0, plain - half) : plain) / Math.sqrt(margins);
}
