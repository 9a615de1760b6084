import type { Row } from '../types/index.js';
import { cellKey, exact, prepareTolerance } from '../values/index.js';
import { alignColumns, alignOrdered } from './align-columns.js';
import { orderedDiff, rowsDiff, shapeDiff } from './build-diff.js';
import type { CellRule } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { compareShapes } from './compare-shapes.js';
import { coverRows } from './cover-rows.js';
import { explainDifference } from './explain-difference.js';
import { pairRows } from './pair-rows.js';
import { columnsMatch, rowsMatchExactly } from './row-classes.js';
import type { CompareOptions, RowComparison } from './row-comparison.js';
import type { RowPairing } from './row-pairing.js';
import { columnCount, columnsByPosition, type RowSide } from './row-side.js';
import { BudgetExceeded, defaultBudget, SearchBudget } from './search-budget.js';
import { compareTruncated } from './truncated-sides.js';

/**
 * Compares two row sets exactly, or answers `inconclusive` when that would take too long to decide; never a guess.
 * Column names are ignored; the numbers of columns are compared also when neither side has rows.
 *
 * @example
 * compareRowSets({ rows: [[1], [2]] }, { rows: [[2], [1]] }, { order: 'ignore' }).outcome; // 'equal'
 */
export function compareRowSets(expected: RowSide, actual: RowSide, options: CompareOptions): RowComparison {
  const rule: CellRule = {
    tolerance: prepareTolerance(options.tolerance ?? exact),
    match: options.match ?? 'values',
  };
  const decided =
    compareShapes(expected, actual) ??
    compareTruncated(expected, actual, () => provingCounts(expected, actual, options, rule));
  if (decided !== null) return decided;
  if (expected.rows.length === 0 && actual.rows.length === 0)
    return { outcome: 'equal', reason: 'neither side has rows', flags: ['empty_both'], diff: null };
  return withinBudget(expected, actual, options.budget, (budget) =>
    compareRows(expected, actual, options, rule, budget),
  );
}

/** Runs a search; one that takes more steps than it may is inconclusive. */
export function withinBudget(
  expected: RowSide,
  actual: RowSide,
  steps: number | undefined,
  search: (budget: SearchBudget) => RowComparison,
): RowComparison {
  try {
    return search(new SearchBudget(steps ?? defaultBudget));
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return {
      outcome: 'inconclusive',
      reason: 'search budget: deciding this would take more search than is allowed',
      flags: ['search_budget'],
      diff: shapeDiff(expected, actual),
    };
  }
}

function compareRows(
  expected: RowSide,
  actual: RowSide,
  options: CompareOptions,
  rule: CellRule,
  budget: SearchBudget,
): RowComparison {
  const byPosition = compareByPosition(expected, actual, options, rule, budget);
  if (options.alignment !== 'by_value' || byPosition.outcome === 'equal') return byPosition;
  const width = columnCount(expected) ?? 0;
  // The first search may have used up its steps on rows that only line up in another order of the columns.
  budget = new SearchBudget(options.budget ?? defaultBudget);
  const columnMap =
    options.order === 'ordered'
      ? alignOrdered(expected.rows, actual.rows, width, rule, budget)
      : alignColumns(expected.rows, actual.rows, width, rule, options.multiplicity === 'set', budget);
  if (columnMap === null)
    return { ...byPosition, reason: `${byPosition.reason} (no order of the columns helps)` };
  const places = columnMap.map((column) => column + 1).join(', ');
  return {
    outcome: 'equal',
    reason: `the same rows with the columns in another order (${places})`,
    flags: ['columns_permuted'],
    diff: null,
    columnMap,
  };
}

function compareByPosition(
  expected: RowSide,
  actual: RowSide,
  options: CompareOptions,
  rule: CellRule,
  budget: SearchBudget,
): RowComparison {
  const columns = columnsByPosition(expected, actual);
  if (options.order === 'ordered') {
    const position = firstDifference(expected, actual, columns, rule);
    if (position === null)
      return { outcome: 'equal', reason: 'the same rows in the same order', flags: [], diff: null };
    return differentOrder(expected, actual, columns, rule, position);
  }
  const isSet = options.multiplicity === 'set';
  const pair = isSet ? coverRows : pairRows;
  const pairing = pair(expected.rows, actual.rows, columns, rule, budget);
  if (pairing.isPerfect) return { outcome: 'equal', reason: 'the same rows', flags: [], diff: null };
  const diff = rowsDiff(expected, actual, columns, rule, pairing);
  return { outcome: 'different', reason: explainDifference(diff, expected, isSet), flags: [], diff };
}

/** The first position at which two sequences do not match; null when they match throughout. */
export function firstDifference(
  expected: RowSide,
  actual: RowSide,
  columns: readonly ColumnPair[],
  rule: CellRule,
): number | null {
  const shared = Math.min(expected.rows.length, actual.rows.length);
  for (let position = 0; position < shared; position++)
    if (!columnsMatch(expected.rows[position]!, actual.rows[position]!, columns, rule)) return position;
  return expected.rows.length === actual.rows.length ? null : shared;
}

/** Says how two sequences differ: in their rows, or only in their order. */
function differentOrder(
  expected: RowSide,
  actual: RowSide,
  columns: readonly ColumnPair[],
  rule: CellRule,
  position: number,
): RowComparison {
  let pairing: RowPairing = { isPerfect: false, unmatched: null };
  try {
    pairing = pairRows(expected.rows, actual.rows, columns, rule, new SearchBudget(defaultBudget / 10));
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
  }
  const rows = rowsDiff(expected, actual, columns, rule, pairing);
  const diff = orderedDiff(rows, expected, actual, columns, rule, position);
  if (!pairing.isPerfect)
    return { outcome: 'different', reason: explainDifference(diff, expected, false), flags: [], diff };
  const reason = `the same rows in another order, from row ${position + 1} on`;
  return { outcome: 'different', reason, flags: ['order_only'], diff };
}

/** How many rows of each side count; null where more of them on one side would not prove a difference. */
function provingCounts(
  expected: RowSide,
  actual: RowSide,
  options: CompareOptions,
  rule: CellRule,
): { readonly expected: number; readonly actual: number } | null {
  if (options.order === 'ordered' || options.multiplicity !== 'set')
    return { expected: expected.rows.length, actual: actual.rows.length };
  const isExact =
    rule.match === 'values' && rule.tolerance.near.absolute === 0 && rule.tolerance.near.relative === 0;
  if (options.alignment === 'by_value' && !isExact) return null;
  const columns = columnsByPosition(expected, actual);
  if (!isExact && !rowsMatchExactly(expected.rows, actual.rows, columns, rule)) return null;
  return { expected: countDistinct(expected.rows), actual: countDistinct(actual.rows) };
}

function countDistinct(rows: readonly Row[]): number {
  return new Set(rows.map((row) => JSON.stringify(row.map(cellKey)))).size;
}
