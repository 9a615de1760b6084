import type { Row } from '../types/index.js';
import { cellKey } from '../values/index.js';
import { candidateWindows, visitCandidates } from './candidate-windows.js';
import type { CellRule } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { distinctRows } from './distinct-rows.js';
import { activeColumns, type GroupContext, rowsMatch } from './group-search.js';
import { ClassMembers, classifyRows, columnsMatch } from './row-classes.js';
import { Leftovers, type RowGroup, type RowPairing } from './row-pairing.js';
import type { SearchBudget } from './search-budget.js';

/**
 * Set comparison: every row of each side has a match on the other, whatever the counts. The leftovers are the rows
 * without one, equal rows counted once. Throws `BudgetExceeded` when the search ran out of steps.
 */
export function coverRows(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
  budget: SearchBudget,
  purpose: 'decide' | 'explain' = 'explain',
): RowPairing {
  const { classes, count, encoded, unchecked } = classifyRows(expected, actual, columns, rule);
  const members = new ClassMembers(classes, count, expected.length);
  const context: GroupContext = { expected, actual, rule, encoded, budget };
  const leftovers = new Leftovers();
  for (let id = 0; id < count; id++) {
    if (purpose === 'decide' && !leftovers.isEmpty) break;
    const pair = members.onlyPair(id);
    if (pair !== null) {
      if (columnsMatch(expected[pair.expected]!, actual[pair.actual]!, unchecked, rule)) continue;
      leftovers.expected.push(pair.expected);
      leftovers.actual.push(pair.actual);
      continue;
    }
    const group = members.group(id);
    if (group.expected.length > 0 && group.actual.length > 0) coverGroup(group, context, leftovers);
    else {
      for (const row of distinct(group.expected, expected)) leftovers.expected.push(row);
      for (const row of distinct(group.actual, actual)) leftovers.actual.push(row);
    }
  }
  return { isPerfect: leftovers.isEmpty, unmatched: leftovers.sorted() };
}

function coverGroup(group: RowGroup, context: GroupContext, leftovers: Leftovers): void {
  const nodes = distinctRows(group, context.encoded, context);
  const columns = activeColumns(group, context);
  if (columns.length === 0) return;
  const windows = candidateWindows(nodes, columns, context);
  const hasMatch = new Uint8Array(windows.expected.length);
  const isCovered = new Uint8Array(windows.actual.length);
  visitCandidates(windows, columns, context, (one, other) => {
    if (hasMatch[one] === 1 && isCovered[other] === 1) return;
    if (!rowsMatch(windows.expected[one]!.rows[0]!, windows.actual[other]!.rows[0]!, columns, context))
      return;
    hasMatch[one] = 1;
    isCovered[other] = 1;
  });
  windows.expected.forEach((node, one) => {
    if (hasMatch[one] === 0) leftovers.expected.push(node.rows[0]!);
  });
  windows.actual.forEach((node, other) => {
    if (isCovered[other] === 0) leftovers.actual.push(node.rows[0]!);
  });
}

/** The first of each run of equal rows. */
function distinct(positions: Int32Array, rows: readonly Row[]): readonly number[] {
  const seen = new Set<string>();
  const kept: number[] = [];
  for (const position of positions) {
    const key = JSON.stringify(rows[position]!.map(cellKey));
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(position);
  }
  return kept;
}
