import type { Row } from '../types/index.js';
import { type CellRule, cellAnswers } from './cell-rule.js';

/**
 * A quick necessary test of whether two columns could match as bags: a few cells of each side must have a match
 * somewhere on the other. It spares most pairs of unlike columns the whole comparison.
 */
export function couldLineUp(
  expected: readonly Row[],
  actual: readonly Row[],
  expectedColumn: number,
  actualColumn: number,
  rule: CellRule,
): boolean {
  if (expected.length === 0 || actual.length === 0) return expected.length === actual.length;
  const samples = (rows: readonly Row[]): readonly Row[] =>
    [0, rows.length >> 1, rows.length - 1].map((position) => rows[position]!);
  return (
    samples(expected).every((one) =>
      actual.some((other) => cellAnswers(one[expectedColumn]!, other[actualColumn]!, rule)),
    ) &&
    samples(actual).every((other) =>
      expected.some((one) => cellAnswers(one[expectedColumn]!, other[actualColumn]!, rule)),
    )
  );
}
