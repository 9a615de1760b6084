import type { Cell, Row } from '../types/index.js';
import { type CellRule, cellAnswers } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';

export interface CellDifference {
  /** Position of the row among the expected rows, from 0. */
  readonly row: number;
  readonly column: number;
  readonly expected: Cell;
  readonly actual: Cell;
}

/**
 * Pairs left-over rows with their nearest counterpart and lists the cells that differ. It is for display only: nearest
 * is the row with the most matching cells, at least one, or the only candidate.
 */
export function nearestDifferences(
  expected: readonly { readonly position: number; readonly row: Row }[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
): readonly CellDifference[] {
  const pairs: { one: number; other: number; matching: number }[] = [];
  expected.forEach(({ row }, one) => {
    actual.forEach((candidate, other) => {
      const matching = columns.filter(([a, b]) => cellAnswers(row[a]!, candidate[b]!, rule)).length;
      pairs.push({ one, other, matching });
    });
  });
  pairs.sort((a, b) => b.matching - a.matching);
  const needed = expected.length === 1 && actual.length === 1 ? 0 : 1;
  const takenExpected = new Set<number>();
  const takenActual = new Set<number>();
  const differences: CellDifference[] = [];
  for (const { one, other, matching } of pairs) {
    if (matching < needed || takenExpected.has(one) || takenActual.has(other)) continue;
    takenExpected.add(one);
    takenActual.add(other);
    differences.push(
      ...cellsBetween(expected[one]!.position, expected[one]!.row, actual[other]!, columns, rule),
    );
  }
  return differences.sort((a, b) => a.row - b.row || a.column - b.column);
}

/** The cells in which two rows differ. */
export function cellsBetween(
  position: number,
  expected: Row,
  actual: Row,
  columns: readonly ColumnPair[],
  rule: CellRule,
): readonly CellDifference[] {
  return columns
    .filter(([a, b]) => !cellAnswers(expected[a]!, actual[b]!, rule))
    .map(([a, b]) => ({ row: position, column: a, expected: expected[a]!, actual: actual[b]! }));
}
