import { prepareTolerance, type Tolerance } from '../values/index.js';
import type { CellRule } from './cell-rule.js';
import { compareRowSets, firstDifference } from './compare-row-sets.js';
import { raggedRow } from './compare-shapes.js';
import { lenientColumns } from './lenient-columns.js';
import { pairRows } from './pair-rows.js';
import type { RowComparison } from './row-comparison.js';
import { columnCount, columnsByPosition, type RowSide } from './row-side.js';
import { BudgetExceeded, defaultBudget, SearchBudget } from './search-budget.js';

export interface ResultMatchOptions {
  /** How far apart numbers may be; default 0.005, half a cent, inclusive. */
  readonly tolerance?: number | string;
  readonly orderMatters: boolean;
  /** Steps of search allowed for each reading. */
  readonly budget?: number;
}

/** The two readings of a result against expected rows. */
export interface ResultMatch {
  /** The same number of columns in order, numbers within the tolerance, values of other types also as their text. */
  readonly strict: RowComparison;
  /**
   * Whether a generous reader accepts it too: strict, or every expected column is answered by a result column of its
   * own wherever it sits, period labels allowed. Null when that could not be decided.
   */
  readonly lenient: boolean | null;
  /** For each expected column the result column that answers it, when lenient but not strict. */
  readonly lenientColumns?: readonly number[];
  /** Those of the strict comparison; `tolerance_decisive` when it holds only with numbers over 1% apart. */
  readonly flags: readonly string[];
}

/**
 * Compares a result with expected rows, strictly and leniently.
 *
 * @example
 * matchResult({ rows: [['2024-05', 10]] }, { rows: [[10, '2024-05-01']] }, { orderMatters: false }).lenient; // true
 */
export function matchResult(expected: RowSide, actual: RowSide, options: ResultMatchOptions): ResultMatch {
  const tolerance: Tolerance = { absolute: options.tolerance ?? 0.005, relative: 0 };
  const steps = options.budget ?? defaultBudget;
  const strict = compareRowSets(expected, actual, {
    order: options.orderMatters ? 'ordered' : 'ignore',
    tolerance,
    match: 'text_forms',
    budget: steps,
  });
  if (strict.outcome === 'equal') {
    const isDecisive = needsTolerance(expected, actual, tolerance, options.orderMatters, steps);
    return {
      strict,
      lenient: true,
      flags: isDecisive ? [...strict.flags, 'tolerance_decisive'] : strict.flags,
    };
  }
  const columns = readLeniently(expected, actual, tolerance, options.orderMatters, steps);
  if (columns === null || typeof columns === 'boolean')
    return { strict, lenient: columns, flags: strict.flags };
  return { strict, lenient: true, lenientColumns: columns, flags: strict.flags };
}

function readLeniently(
  expected: RowSide,
  actual: RowSide,
  tolerance: Tolerance,
  isOrdered: boolean,
  steps: number,
): readonly number[] | false | null {
  if (raggedRow(expected, '') !== null || raggedRow(actual, '') !== null) return false;
  const widths = { expected: columnCount(expected) ?? 0, actual: columnCount(actual) ?? 0 };
  const mostColumns = Math.max(2 * widths.expected, widths.expected + 2);
  if (widths.actual < widths.expected || widths.actual > mostColumns) return false;
  if (expected.truncated || actual.truncated) {
    const [cut, whole] = expected.truncated ? [expected, actual] : [actual, expected];
    return !whole.truncated && cut.rows.length > whole.rows.length ? false : null;
  }
  if (expected.rows.length !== actual.rows.length) return false;
  const rule: CellRule = { tolerance: prepareTolerance(tolerance), match: 'period_labels' };
  try {
    const budget = new SearchBudget(steps);
    return lenientColumns(expected.rows, actual.rows, widths, isOrdered, rule, budget) ?? false;
  } catch (error) {
    if (error instanceof BudgetExceeded) return null;
    throw error;
  }
}

/** Whether results that match within the tolerance would not match if numbers had to be within 1% of each other too. */
function needsTolerance(
  expected: RowSide,
  actual: RowSide,
  tolerance: Tolerance,
  isOrdered: boolean,
  steps: number,
): boolean {
  const rule: CellRule = {
    tolerance: prepareTolerance(tolerance),
    match: 'text_forms',
    share: { n: 1n, d: 100n },
  };
  const columns = columnsByPosition(expected, actual);
  if (isOrdered) return firstDifference(expected, actual, columns, rule) !== null;
  try {
    const budget = new SearchBudget(steps);
    return !pairRows(expected.rows, actual.rows, columns, rule, budget, 'decide').isPerfect;
  } catch (error) {
    if (error instanceof BudgetExceeded) return true;
    throw error;
  }
}
