import type { Cell } from '../../../types/index.js';
import {
  compareExact,
  decimalCell,
  type ExactNumber,
  exactDistance,
  exactOfCell,
} from '../../../values/index.js';
import { readLike } from '../cell-order.js';
import { nullRemark } from '../check-values.js';
import { findColumn } from '../find-column.js';
import { type ExpectationCheck, remarks, unknownFinding } from '../finding.js';
import { isUnknown } from '../result-facts.js';

export const checkMeanBetween: ExpectationCheck<'mean_between'> = async (
  { kind, column, min, max },
  facts,
) => {
  const found = findColumn(column, facts);
  const expected = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const about = { kind, column, expected };
  if ('problem' in found) return { ...about, passed: false, detail: found.problem };
  const low = boundOf(min);
  const high = boundOf(max);
  if (low === null || high === null)
    return { ...about, passed: false, detail: 'a bound is not a finite number' };

  const [total, nulls] = await Promise.all([facts.total(found.index), facts.nullCount(found.index)]);
  if (isUnknown(total)) return unknownFinding(about, total);
  if (!total.numbersOnly) return { ...about, passed: false, detail: 'not every value is a number' };
  if (total.count === 0)
    return { ...about, passed: false, actual: null, detail: 'there is no value to take a mean of' };
  if (total.sum === null) return { ...about, passed: false, detail: 'the mean is not finite' };
  const mean: ExactNumber = { n: total.sum.n, d: total.sum.d * BigInt(total.count) };
  const isAbove = low === undefined || reaches(mean, low, total.rounded);
  const isBelow = high === undefined || reaches(high, mean, total.rounded);
  const actual = Number(mean.n) / Number(mean.d);
  const passed = isAbove && isBelow;
  return {
    ...about,
    passed,
    actual: shownMean(mean) ?? actual,
    ...remarks(!passed && `the mean is ${shownMean(mean) ?? actual}`, nullRemark(nulls)),
  };
};

function boundOf(bound: Cell | undefined): ExactNumber | null | undefined {
  return bound === undefined ? undefined : exactOfCell(readLike(bound, decimalCell('0')));
}

/** Whether `a >= b`. Engines add doubles up in any order, so a mean of doubles at the edge is not below it. */
function reaches(a: ExactNumber, b: ExactNumber, rounded: boolean): boolean {
  if (compareExact(a, b) >= 0) return true;
  if (!rounded) return false;
  const { n, d } = exactDistance(a, b);
  const size = b.n < 0n ? -b.n : b.n;
  return compareExact({ n: n * 1_000_000_000n, d }, { n: size, d: b.d }) <= 0;
}

/** The quotient as a number, also where its parts are beyond what a number holds. */
function shownMean({ n, d }: ExactNumber): number | null {
  const scaled = (n * 10n ** 15n) / d;
  const shown = Number(scaled) / 1e15;
  return Number.isFinite(shown) && (shown !== 0 || n === 0n) ? shown : null;
}
