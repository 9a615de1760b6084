import type { Row } from '../types/index.js';
import { compareExact, type ExactNumber } from '../values/index.js';
import { type CellRule, cellAnswers, exactOrSpelled } from './cell-rule.js';
import { type EncodedColumn, flavours } from './encode-column.js';
import { gapLimit } from './number-clusters.js';
import type { RowGroup } from './row-pairing.js';
import type { SearchBudget } from './search-budget.js';

/** What the searches inside a group of rows share. */
export interface GroupContext {
  readonly expected: readonly Row[];
  readonly actual: readonly Row[];
  readonly rule: CellRule;
  readonly encoded: readonly EncodedColumn[];
  readonly budget: SearchBudget;
}

/** The columns in which some two rows of the group, one of each side, might not match. */
export function activeColumns(group: RowGroup, context: GroupContext): readonly EncodedColumn[] {
  return context.encoded.filter((column) => {
    if (column.numbers === null || column.classes[group.expected[0]!] !== 0) return !column.isExact;
    return !allMatch(column, group, context);
  });
}

/** Whether the rows match in the given columns; they agree in the others. */
export function rowsMatch(
  expectedRow: number,
  actualRow: number,
  columns: readonly EncodedColumn[],
  context: GroupContext,
): boolean {
  for (const { expectedColumn, actualColumn } of columns) {
    const expected = context.expected[expectedRow]![expectedColumn]!;
    const actual = context.actual[actualRow]![actualColumn]!;
    if (!cellAnswers(expected, actual, context.rule)) return false;
  }
  return true;
}

/** Whether the column's cells are numbers of one flavour on each side, so that one rule holds for every pair. */
export function isUniform(column: EncodedColumn, group: RowGroup, context: GroupContext): boolean {
  if (column.numbers === null || column.classes[group.expected[0]!] !== 0) return false;
  const [expected, actual] = flavourSets(column, group, context);
  const isOne = (set: number): boolean => (set & (set - 1)) === 0;
  return isOne(expected) && isOne(actual) && !isRigid(expected, actual);
}

/** Splits a group where a column's values leave a gap that no match can cross; null where none does. */
export function splitGroup(
  group: RowGroup,
  columns: readonly EncodedColumn[],
  context: GroupContext,
): readonly RowGroup[] | null {
  for (const column of columns) {
    if (column.numbers === null || column.classes[group.expected[0]!] !== 0) continue;
    const { values } = column.numbers;
    const offset = context.expected.length;
    const expected = group.expected.slice().sort((a, b) => values[a]! - values[b]!);
    const actual = group.actual.slice().sort((a, b) => values[offset + a]! - values[offset + b]!);
    context.budget.spend(expected.length + actual.length);
    const limit = gapLimit(context.rule.tolerance, column.numbers.isRelative);
    const groups: RowGroup[] = [];
    let [fromExpected, fromActual, toExpected, toActual] = [0, 0, 0, 0];
    let previous = Number.NaN;
    while (toExpected < expected.length || toActual < actual.length) {
      const one = toExpected < expected.length ? values[expected[toExpected]!]! : Number.POSITIVE_INFINITY;
      const other = toActual < actual.length ? values[offset + actual[toActual]!]! : Number.POSITIVE_INFINITY;
      const value = Math.min(one, other);
      if (value - previous > limit(previous, value)) {
        groups.push({
          expected: expected.subarray(fromExpected, toExpected),
          actual: actual.subarray(fromActual, toActual),
        });
        [fromExpected, fromActual] = [toExpected, toActual];
      }
      previous = value;
      if (toExpected < expected.length && (one <= other || toActual === actual.length)) toExpected++;
      else toActual++;
    }
    if (groups.length === 0) continue;
    groups.push({ expected: expected.subarray(fromExpected), actual: actual.subarray(fromActual) });
    return groups;
  }
  return null;
}

export type Side = 'expected' | 'actual';

/** Compares two cells of a column of numbers, of either side, by their exact values. */
export function compareValues(
  column: EncodedColumn,
  context: GroupContext,
): (sideA: Side, rowA: number, sideB: Side, rowB: number) => number {
  const { values, isRounded } = column.numbers!;
  const offset = context.expected.length;
  const nearest = (side: Side, row: number): number => values[side === 'expected' ? row : offset + row]!;
  const exactOf = (side: Side, row: number): ExactNumber => {
    const cell = context[side][row]![side === 'expected' ? column.expectedColumn : column.actualColumn]!;
    return exactOrSpelled(cell)!;
  };
  return (sideA, rowA, sideB, rowB) => {
    const a = nearest(sideA, rowA);
    const difference = a - nearest(sideB, rowB);
    const isClear = !isRounded || Math.abs(difference) > 4e-15 * Math.abs(a);
    return isClear ? difference : compareExact(exactOf(sideA, rowA), exactOf(sideB, rowB));
  };
}

/** Whether every expected cell of the group matches every actual one, told from their extremes alone. */
function allMatch(column: EncodedColumn, group: RowGroup, context: GroupContext): boolean {
  const { values, isRounded } = column.numbers!;
  const { near } = context.rule.tolerance;
  const [expected, actual] = flavourSets(column, group, context);
  if (isRigid(expected, actual)) return false;
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const row of group.expected) {
    low = Math.min(low, values[row]!);
    high = Math.max(high, values[row]!);
  }
  for (const row of group.actual) {
    low = Math.min(low, values[context.expected.length + row]!);
    high = Math.max(high, values[context.expected.length + row]!);
  }
  if (low === high && !isRounded) return true;
  if (context.rule.share !== undefined) return false;
  const spread = high - low + 8e-15 * Math.max(Math.abs(low), Math.abs(high));
  if (spread < near.absolute * (1 - 1e-12)) return true;
  const onlyDoubles = (expected | actual) === 1 << flavours.double;
  return (
    onlyDoubles && low > 0 === high > 0 && spread < near.relative * Math.min(Math.abs(low), Math.abs(high))
  );
}

function flavourSets(
  column: EncodedColumn,
  group: RowGroup,
  context: GroupContext,
): readonly [number, number] {
  const { flavour } = column.numbers!;
  let expected = 0;
  let actual = 0;
  for (const row of group.expected) expected |= 1 << flavour[row]!;
  for (const row of group.actual) actual |= 1 << flavour[context.expected.length + row]!;
  return [expected, actual];
}

/** Booleans, and texts beside texts, match only when they are equal. */
function isRigid(expected: number, actual: number): boolean {
  const text = 1 << flavours.text;
  return ((expected | actual) & (1 << flavours.boolean)) !== 0 || (expected & actual & text) !== 0;
}
