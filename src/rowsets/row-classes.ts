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
 * Rows in classes: rows that match have the same class. Rows of the same class agree in every column but the `open`
 * ones, whose cells must still be compared.
 */
export interface RowClasses {
  /** Expected rows first, then actual ones. */
  readonly classes: Int32Array;
  readonly count: number;
  readonly open: readonly ColumnPair[];
  /**
   * The open columns, only those it took until no class was crowded (rows of both sides, more than one of some side), and
   * only at positions in crowded classes.
   */
  readonly encoded: readonly EncodedColumn[];
}

/** Sorts the rows of both sides into classes. */
export function classifyRows(
  expected: readonly Row[],
  actual: readonly Row[],
  columns: readonly ColumnPair[],
  rule: CellRule,
): RowClasses {
  const width = (rows: readonly Row[]): number => rows[0]?.length ?? 0;
  const expectedProfiles = profileColumns(expected, width(expected));
  const actualProfiles = profileColumns(actual, width(actual));
  const plans = columns.map((pair) =>
    planColumn(expected, actual, pair, [expectedProfiles[pair[0]] ?? 0, actualProfiles[pair[1]] ?? 0], rule),
  );
  const classes = new Int32Array(expected.length + actual.length);
  let count = Math.min(classes.length, 1);
  for (const codes of encodeClosed(expected, actual, plans.filter(isClosed)))
    count = refineClasses(classes, codes);
  const open = plans.filter((plan) => !isClosed(plan));
  const encoded: EncodedColumn[] = [];
  let crowded: Int32Array | null = null;
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
    open: open.map((plan) => [plan.expectedColumn, plan.actualColumn] as const),
    encoded,
  };
}

function isClosed(plan: ColumnPlan): boolean {
  return !plan.withNumbers && plan.keyOf === null;
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
