import type { Cell, Row } from '../types/index.js';
import { spelledNumber } from '../values/index.js';
import { textOf } from './cell-rule.js';
import { ClassInterner } from './class-interner.js';
import type { ColumnPlan } from './column-plan.js';

/** How a number in a column is compared; a column of one flavour on each side has one rule for all its pairs. */
export const flavours = { exact: 0, double: 1, text: 2, boolean: 3 } as const;

/**
 * One pair of columns in a form that is quick to compare; positions count the expected rows first, then the actual.
 *
 * Cells that match have the same class. Where `numbers` is not null, the cells of class 0 are numbers (or what is compared
 * like them), which match only near each other.
 */
export interface EncodedColumn {
  readonly expectedColumn: number;
  readonly actualColumn: number;
  readonly classes: Int32Array;
  /** True where cells of the same class match, but for the numbers of class 0. */
  readonly isExact: boolean;
  readonly numbers: EncodedNumbers | null;
}

export interface EncodedNumbers {
  /** The nearest doubles; off by a few units in the last place where `isRounded`. */
  readonly values: Float64Array;
  readonly flavour: Uint8Array;
  /** Whether some value is not exactly its double. */
  readonly isRounded: boolean;
  /** The relative tolerance applies in this column. */
  readonly isRelative: boolean;
}

/**
 * The codes of columns whose cells match exactly when they are equal, at some positions or (null) at all; one array for
 * each plan.
 */
export function encodeClosed(
  expected: readonly Row[],
  actual: readonly Row[],
  plans: readonly ColumnPlan[],
  positions: Int32Array | null,
): readonly Int32Array[] {
  const columns = plans.map((plan) => ({
    codes: new Int32Array(expected.length + actual.length),
    codeOf: plan.isShort ? shortCode : codeByInterning(),
    places: [plan.expectedColumn, plan.actualColumn] as const,
  }));
  // Row by row, because the rows of a large result are scattered over the memory.
  const count = positions?.length ?? expected.length + actual.length;
  for (let index = 0; index < count; index++) {
    const position = positions === null ? index : positions[index]!;
    const isExpected = position < expected.length;
    const row = isExpected ? expected[position]! : actual[position - expected.length]!;
    for (const column of columns)
      column.codes[position] = column.codeOf(row[isExpected ? column.places[0] : column.places[1]]!);
  }
  return columns.map((column) => column.codes);
}

function codeByInterning(): (cell: Cell) => number {
  const interner = new ClassInterner();
  return (cell) => interner.idOf(cell);
}

/** The code of a 32-bit integer or date is itself; of NULL, the lowest integer. */
function shortCode(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'object' && cell !== null && cell.k === 'date' ? (cell.d as number) : -2147483648;
}

/** Encodes a pair of columns in which cells may match without being equal, at some positions. */
export function encodeOpen(
  expected: readonly Row[],
  actual: readonly Row[],
  plan: ColumnPlan,
  positions: Int32Array,
): EncodedColumn {
  const { expectedColumn, actualColumn } = plan;
  const classes = new Int32Array(expected.length + actual.length);
  const numbers = plan.withNumbers
    ? { values: new Float64Array(classes.length), flavour: new Uint8Array(classes.length) }
    : null;
  const interner = new ClassInterner();
  let isRounded = false;
  for (const position of positions) {
    const cell =
      position < expected.length
        ? expected[position]![expectedColumn]!
        : actual[position - expected.length]![actualColumn]!;
    const value = numbers === null ? Number.NaN : nearestNumber(cell, plan.withTexts);
    if (numbers === null || Number.isNaN(value))
      classes[position] = plan.keyOf === null ? interner.idOf(cell) : interner.idOfKey(plan.keyOf(cell));
    else {
      const flavour = flavourOf(cell);
      numbers.values[position] = value;
      numbers.flavour[position] = flavour;
      isRounded ||= flavour === flavours.text || (flavour === flavours.exact && typeof cell !== 'number');
    }
  }
  return {
    expectedColumn,
    actualColumn,
    classes,
    isExact: plan.keyOf === null,
    numbers: numbers && { ...numbers, isRounded, isRelative: plan.isRelative },
  };
}

/** The double nearest to a number, a boolean or (on request) a text that spells a number; NaN for every other cell. */
export function nearestNumber(cell: Cell, withTexts: boolean): number {
  if (typeof cell === 'number') return Number.isFinite(cell) ? cell : Number.NaN;
  if (cell === null) return Number.NaN;
  if (typeof cell === 'boolean') return cell ? 1 : 0;
  if (typeof cell === 'object') {
    if (cell.k === 'f64') return Number.isFinite(cell.v) ? cell.v : Number.NaN;
    if (cell.k === 'dec') {
      const { u, s } = cell;
      return s >= 0 && s <= 22 ? Number(u) / 10 ** s : Number(`${u}e${-s}`);
    }
    if (cell.k === 'int') return Number(cell.v);
  }
  const text = withTexts ? textOf(cell) : null;
  return text === null || spelledNumber(text) === null ? Number.NaN : Number(text);
}

function flavourOf(cell: Cell): number {
  if (typeof cell === 'number') return Number.isInteger(cell) ? flavours.exact : flavours.double;
  if (typeof cell === 'boolean') return flavours.boolean;
  if (typeof cell === 'string' || cell === null || cell.k === 'enum') return flavours.text;
  return cell.k === 'f64' ? flavours.double : flavours.exact;
}
