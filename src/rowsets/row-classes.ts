import type { Row } from '../types/index.js';
import { type CellRule, cellAnswers } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { type ColumnPlan, planColumn } from './column-plan.js';
import { profileColumns } from './column-profile.js';
import { type EncodedColumn, encodeClosed, encodeOpen } from './encode-column.js';
import { clusterValues } from './number-clusters.js';
import { refineClasses, refineSome } from './refine-classes.js';
import type { RowGroup } from './row-pairing.js';

/**
 * Rows in classes: rows that match have the same class. A class is crowded when it has rows of both sides and more than
 * one of some side. Rows of a crowded class agree in every column but the `encoded` ones; the two rows of any other
 * class with both sides agree in every column but the `unchecked` ones.
 */
export interface RowClasses {
  /** Expected rows first, then actual ones. */
  readonly classes: Int32Array;
  readonly count: number;
  readonly unchecked: readonly ColumnPair[];
  /** Encoded only at positions in crowded classes. */
  readonly encoded: readonly EncodedColumn[];
}

/** Sorts the rows of both sides into classes. */
export function classifyRows(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
): RowClasses {
  const plans = planColumns(expected, actual, columns, rule);
  const classes = new Int32Array(expected.length + actual.length);
  let count = Math.min(classes.length, 1);
  for (const codes of encodeClosed(expected, actual, plans.filter(isShort), null))
    count = refineClasses(classes, codes);
  // Texts are the dearest to encode, and most rows of a result with a key can do without.
  const long = plans.filter((plan) => isClosed(plan) && !isShort(plan));
  let crowded: Int32Array | null = crowdedPositions(classes, count, expected.length, null);
  const isMostlyCrowded = crowded.length > classes.length / 2;
  if (isMostlyCrowded) crowded = null;
  for (const codes of encodeClosed(expected, actual, long, crowded))
    count = crowded === null ? refineClasses(classes, codes) : refineSome(classes, codes, crowded, count);
  const open = plans.filter((plan) => !isClosed(plan));
  const encoded: EncodedColumn[] = [];
  for (const plan of open) {
    crowded = crowdedPositions(classes, count, expected.length, crowded);
    if (crowded.length === 0) break;
    const column = encodeOpen(expected, actual, plan, crowded);
    encoded.push(column);
    const codes =
      column.numbers === null
        ? column.classes
        : clusterValues(
            column.numbers.values,
            column.classes,
            crowded,
            rule.tolerance,
            column.numbers.isRelative,
          );
    count = refineSome(classes, codes, crowded, count);
  }
  return {
    classes,
    count,
    unchecked: [...open, ...(isMostlyCrowded ? [] : long)].map(
      (plan) => [plan.expectedColumn, plan.actualColumn] as const,
    ),
    encoded,
  };
}

/** Whether rows of these two sides match only when they are equal. */
export function rowsMatchExactly(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
): boolean {
  return planColumns(expected, actual, columns, rule).every(isClosed);
}

function planColumns(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
): readonly ColumnPlan[] {
  const width = (rows: readonly Row[]): number => rows[0]?.length ?? 0;
  const expectedProfiles = profileColumns(expected, width(expected));
  const actualProfiles = profileColumns(actual, width(actual));
  return columns.map((pair) =>
    planColumn(expected, actual, pair, [expectedProfiles[pair[0]] ?? 0, actualProfiles[pair[1]] ?? 0], rule),
  );
}

function isClosed(plan: ColumnPlan): boolean {
  return !plan.withNumbers && plan.keyOf === null;
}

function isShort(plan: ColumnPlan): boolean {
  return isClosed(plan) && plan.isShort;
}

/** The positions in classes that have rows of both sides and more than one of some side. */
function crowdedPositions(
  classes: Int32Array,
  count: number,
  expectedRows: number,
  among: Int32Array | null,
): Int32Array {
  const length = among?.length ?? classes.length;
  const expected = new Int32Array(count);
  const actual = new Int32Array(count);
  for (let index = 0; index < length; index++) {
    const position = among === null ? index : among[index]!;
    const side = position < expectedRows ? expected : actual;
    side[classes[position]!]!++;
  }
  const positions = new Int32Array(length);
  let found = 0;
  for (let index = 0; index < length; index++) {
    const position = among === null ? index : among[index]!;
    const [one, other] = [expected[classes[position]!]!, actual[classes[position]!]!];
    if (one > 0 && other > 0 && one + other > 2) positions[found++] = position;
  }
  return positions.subarray(0, found);
}

/** Whether two rows match in the given columns. */
export function columnsMatch(
  expected: Row,
  actual: Row,
  columns: readonly ColumnPair[],
  rule: CellRule,
): boolean {
  for (const [one, other] of columns) if (!cellAnswers(expected[one]!, actual[other]!, rule)) return false;
  return true;
}

/** The rows of each class, on both sides. */
export class ClassMembers {
  private readonly expectedStarts: Int32Array;
  private readonly actualStarts: Int32Array;
  private readonly expectedOrder: Int32Array;
  private readonly actualOrder: Int32Array;

  constructor(classes: Int32Array, count: number, expectedRows: number) {
    const expected = classes.subarray(0, expectedRows);
    const actual = classes.subarray(expectedRows);
    this.expectedStarts = startsOf(expected, count);
    this.actualStarts = startsOf(actual, count);
    this.expectedOrder = orderOf(expected, this.expectedStarts);
    this.actualOrder = orderOf(actual, this.actualStarts);
  }

  /** Whether a class has as many rows of one side as of the other. */
  isEven(id: number): boolean {
    const { expectedStarts, actualStarts } = this;
    return expectedStarts[id + 1]! - expectedStarts[id]! === actualStarts[id + 1]! - actualStarts[id]!;
  }

  /** The two rows of a class with one row of each side; null for every other class. */
  onlyPair(id: number): { readonly expected: number; readonly actual: number } | null {
    const expected = this.expectedStarts[id]!;
    const actual = this.actualStarts[id]!;
    if (this.expectedStarts[id + 1]! - expected !== 1 || this.actualStarts[id + 1]! - actual !== 1)
      return null;
    return { expected: this.expectedOrder[expected]!, actual: this.actualOrder[actual]! };
  }

  group(id: number): RowGroup {
    return {
      expected: this.expectedOrder.subarray(this.expectedStarts[id]!, this.expectedStarts[id + 1]!),
      actual: this.actualOrder.subarray(this.actualStarts[id]!, this.actualStarts[id + 1]!),
    };
  }
}

function startsOf(classes: Int32Array, count: number): Int32Array {
  const starts = new Int32Array(count + 1);
  for (const id of classes) starts[id + 1]!++;
  for (let id = 0; id < count; id++) starts[id + 1]! += starts[id]!;
  return starts;
}

function orderOf(classes: Int32Array, starts: Int32Array): Int32Array {
  const fill = starts.slice();
  const order = new Int32Array(classes.length);
  for (let row = 0; row < classes.length; row++) order[fill[classes[row]!]!++] = row;
  return order;
}
