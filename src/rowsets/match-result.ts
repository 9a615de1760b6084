import { compareRowSets } from './compare-row-sets.js';
import type { CompareOptions, RowComparison } from './row-comparison.js';
import type { RowSide } from './row-side.js';

export interface ResultMatchOptions {
  /** How far apart numbers may be; default 0.005, half a cent, inclusive. */
  readonly tolerance?: number | string;
  readonly orderMatters: boolean;
  /** Steps of search allowed for each reading. */
  readonly budget?: number;
}

/** The two readings of a result against expected rows. */
export interface ResultMatch {
  readonly strict: RowComparison;
  /** Whether a generous reader would accept the result; null when that could not be decided. */
  readonly lenient: boolean | null;
  /** Those of the strict comparison, and `tolerance_decisive`. */
  readonly flags: readonly string[];
}

/** Compares a result with expected rows, strictly and leniently. */
export function matchResult(expected: RowSide, actual: RowSide, options: ResultMatchOptions): ResultMatch {
  const strictOptions: CompareOptions = {
    order: options.orderMatters ? 'ordered' : 'ignore',
    tolerance: { absolute: options.tolerance ?? 0.005, relative: 0 },
    match: 'text_forms',
    ...(options.budget !== undefined && { budget: options.budget }),
  };
  const strict = compareRowSets(expected, actual, strictOptions);
  return { strict, lenient: strict.outcome === 'equal' ? true : null, flags: strict.flags };
}
