import type { Row } from '../types/index.js';
import type { CellRule } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { activeColumns, type GroupContext, isUniform, rowsMatch, splitGroup } from './group-search.js';
import { matchLargeGroup } from './match-large-group.js';
import { matchSmallGroup, smallGroup } from './match-small-group.js';
import { matchSortedGroup } from './match-sorted-group.js';
import { ClassMembers, classifyRows, columnsMatch } from './row-classes.js';
import { Leftovers, type RowGroup, type RowPairing } from './row-pairing.js';
import { BudgetExceeded, type SearchBudget } from './search-budget.js';

/**
 * Pairs the rows of two multisets one to one so that every pair matches, as many as can be.
 *
 * Rows that could match share a class, so classes are paired apart: equal counts in every class are necessary, and
 * where all rows of a class match each other, sufficient. What remains is split at gaps that no match crosses; then a
 * single column of numbers is paired in sorted order, and anything else by a maximum flow.
 *
 * @param purpose `decide`: only whether the pairing is perfect is wanted, so the rest is skipped once it cannot be
 *
 * Throws `BudgetExceeded` when the search ran out of steps and nothing is decided.
 */
export function pairRows(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
  budget: SearchBudget,
  purpose: 'decide' | 'explain' = 'explain',
): RowPairing {
  const { classes, count, unchecked, encoded } = classifyRows(expected, actual, columns, rule);
  const members = new ClassMembers(classes, count, expected.length);
  const context: GroupContext = { expected, actual, rule, encoded, budget };
  const leftovers = new Leftovers();
  let isUneven = expected.length !== actual.length;
  for (let id = 0; id < count && !isUneven; id++) isUneven = !members.isEven(id);
  if (isUneven && purpose === 'decide') return notPerfect;
  try {
    for (let id = 0; id < count; id++) {
      const pair = members.onlyPair(id);
      if (pair === null) pairGroup(members.group(id), context, leftovers);
      else if (!columnsMatch(expected[pair.expected]!, actual[pair.actual]!, unchecked, rule)) {
        leftovers.expected.push(pair.expected);
        leftovers.actual.push(pair.actual);
      }
      if (purpose === 'decide' && !leftovers.isEmpty) return notPerfect;
    }
  } catch (error) {
    // Which rows are left over is not known, but that some are is.
    if (error instanceof BudgetExceeded && (isUneven || !leftovers.isEmpty)) return notPerfect;
    throw error;
  }
  return { isPerfect: leftovers.isEmpty, unmatched: leftovers.sorted() };
}

const notPerfect: RowPairing = { isPerfect: false, unmatched: null };

function pairGroup(start: RowGroup, context: GroupContext, leftovers: Leftovers): void {
  const pending = [start];
  for (let group = pending.pop(); group !== undefined; group = pending.pop()) {
    const { expected, actual } = group;
    const columns = expected.length === 0 || actual.length === 0 ? [] : activeColumns(group, context);
    if (columns.length === 0) {
      const pairs = Math.min(expected.length, actual.length);
      leave({ expected: expected.subarray(pairs), actual: actual.subarray(pairs) }, leftovers);
    } else if (columns.length === 1 && isUniform(columns[0]!, group, context))
      matchSortedGroup(group, columns[0]!, context, leftovers);
    else if (expected.length <= smallGroup && actual.length <= smallGroup) {
      context.budget.spend(expected.length * actual.length);
      matchSmallGroup(group, (one, other) => rowsMatch(one, other, columns, context), leftovers);
    } else {
      const parts = splitGroup(group, columns, context);
      if (parts === null) matchLargeGroup(group, columns, context, leftovers);
      else pending.push(...parts);
    }
  }
}

function leave(group: RowGroup, leftovers: Leftovers): void {
  for (const row of group.expected) leftovers.expected.push(row);
  for (const row of group.actual) leftovers.actual.push(row);
}
