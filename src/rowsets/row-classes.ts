import type { Row } from '../types/index.js';
import { type CellRule, cellAnswers } from './cell-rule.js';
import { type ColumnPlan, planColumn } from './column-plan.js';
import { type EncodedColumn, encodeColumn } from './encode-column.js';
import { clusterNumbers } from './number-clusters.js';
import { refineClasses } from './refine-classes.js';
import type { RowGroup } from './row-pairing.js';

/** An expected column and the actual column that is compared with it. */
export type ColumnPair = readonly [expected: number, actual: number];

/**
 * Rows in classes: rows that match have the same class. Rows of the same class agree in every column but the `open`
 * ones, whose cells must still be compared.
 */
export interface RowClasses {
  /** Expected rows first, then actual ones. */
  readonly classes: Int32Array;
  readonly count: number;
  readonly open: readonly ColumnPair[];
  /** The open columns; only those it took until no class had more than one row of a side. */
  readonly encoded: readonly EncodedColumn[];
}

/** Sorts the rows of both sides into classes. */
export function classifyRows(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
): RowClasses {
  const classes = new Int32Array(expected.length + actual.length);
  const plans = columns.map(([one, other]) => planColumn(expected, actual, one, other, rule));
  let count = classes.length === 0 ? 0 : 1;
  for (const plan of plans.filter(isClosed))
    count = refineClasses(classes, encodeColumn(expected, actual, plan).classes);
  const openPlans = plans.filter((plan) => !isClosed(plan));
  const encoded: EncodedColumn[] = [];
  for (const plan of openPlans) {
    if (isDiscrete(classes, count, expected.length)) break;
    const column = encodeColumn(expected, actual, plan);
    encoded.push(column);
    const codes =
      column.numbers === null
        ? column.classes
        : clusterNumbers(column.numbers, column.classes, rule.tolerance);
    count = refineClasses(classes, codes);
  }
  return {
    classes,
    count,
    open: openPlans.map((plan) => [plan.expectedColumn, plan.actualColumn] as const),
    encoded,
  };
}

function isClosed(plan: ColumnPlan): boolean {
  return !plan.withNumbers && plan.keyOf === null;
}

function isDiscrete(classes: Int32Array, count: number, expectedRows: number): boolean {
  const seen = new Uint8Array(count);
  for (let position = 0; position < classes.length; position++) {
    const bit = position < expectedRows ? 1 : 2;
    const id = classes[position]!;
    if ((seen[id]! & bit) !== 0) return false;
    seen[id] = seen[id]! | bit;
  }
  return true;
}

/** Whether two rows of one class match: all that is left to compare is the open columns. */
export function openColumnsMatch(
  expected: Row,
  actual: Row,
  open: readonly ColumnPair[],
  rule: CellRule,
): boolean {
  for (const [one, other] of open) if (!cellAnswers(expected[one]!, actual[other]!, rule)) return false;
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
