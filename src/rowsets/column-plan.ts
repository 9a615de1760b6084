import type { Cell, Row } from '../types/index.js';
import { cellKey, jsonKey, plainFromCell } from '../values/index.js';
import { type CellRule, datedText, parseTemporal, periodLabel, textOf } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { cellBits, numberBits, temporalBits } from './column-profile.js';

/** How a pair of columns is encoded; decided from the kinds of cells in it. */
export interface ColumnPlan {
  readonly expectedColumn: number;
  readonly actualColumn: number;
  readonly withNumbers: boolean;
  /** Texts that spell a number are numbers too. */
  readonly withTexts: boolean;
  readonly isRelative: boolean;
  /** Only 32-bit integers or only dates, and NULL. */
  readonly isShort: boolean;
  /** A key that cells share when they match, where matching is not equality; null where it is. */
  readonly keyOf: ((cell: Cell) => string) | null;
}

/** Plans the pair of one expected and one actual column of these profiles. */
export function planColumn(
  expected: readonly Row[],
  actual: readonly Row[],
  [expectedColumn, actualColumn]: ColumnPair,
  [one, other]: readonly [expected: number, actual: number],
  rule: CellRule,
): ColumnPlan {
  const either = one | other;
  const { withNumbers, isRelative } = planNumbers(one, other, rule);
  const isShort = isOnly(either, cellBits.integer) || isOnly(either, cellBits.date);
  const byValue = { expectedColumn, actualColumn, withNumbers, withTexts: false, isRelative, isShort };
  if (rule.match === 'values') return { ...byValue, keyOf: keyForValues(one, other, rule) };
  const hasComposites = (one & other & cellBits.composite) !== 0;
  if (rule.match === 'period_labels' && (one & datedBits) !== 0 && (other & datedBits) !== 0) {
    const length = shortestLabel(expected, expectedColumn);
    if (length > 0) {
      const isPure = isOnly(either, datedBits | cellBits.long);
      // An offset moves the day a text begins with away from its instant's day.
      const hasOffsets = hasOffset(expected, expectedColumn) || hasOffset(actual, actualColumn);
      const keyOf = isPure && !hasOffsets ? (cell: Cell) => labelKey(cell, length) : anyKey;
      return { ...byValue, withNumbers: false, isRelative: false, isShort: false, keyOf };
    }
  }
  const isCrossed = (text: number, value: number): boolean =>
    (text & cellBits.text) !== 0 && (value & ~(cellBits.text | cellBits.null)) !== 0;
  if (!hasComposites && !isCrossed(one, other) && !isCrossed(other, one)) return { ...byValue, keyOf: null };
  const withTexts =
    ((one & cellBits.text) !== 0 && (other & numberBits) !== 0) ||
    ((other & cellBits.text) !== 0 && (one & numberBits) !== 0);
  // A text such as `1` spells a number, and is also how JSON, bits and other types are written.
  const isAmbiguous = withTexts && (either & (cellBits.json | cellBits.other)) !== 0;
  if (isAmbiguous)
    return { ...byValue, withNumbers: false, isRelative: false, isShort: false, keyOf: anyKey };
  return { ...byValue, withNumbers: byValue.withNumbers || withTexts, withTexts, keyOf: formKeyOf(either) };
}

/** Whether numbers of these kinds may match without being equal. */
export function planNumbers(
  one: number,
  other: number,
  rule: CellRule,
): { readonly withNumbers: boolean; readonly isRelative: boolean } {
  const { near } = rule.tolerance;
  // Two integers closer than 1 are the same integer.
  const onlyIntegers = ((one | other) & (cellBits.decimal | cellBits.double)) === 0 && near.widened < 0.999;
  const isRelative = near.relative > 0 && (one & other & cellBits.double) !== 0;
  const isNear = near.absolute > 0 && (one & numberBits) !== 0 && (other & numberBits) !== 0 && !onlyIntegers;
  return { withNumbers: isNear || isRelative, isRelative };
}

/** A key for lists, structs and maps, where the tolerance applies inside them; null where matching is equality. */
export function keyForValues(one: number, other: number, rule: CellRule): ((cell: Cell) => string) | null {
  const { near } = rule.tolerance;
  const isLoose = (one & other & cellBits.composite) !== 0 && (near.absolute > 0 || near.relative > 0);
  return isLoose ? looseCompositeKey : null;
}

function isOnly(profile: number, bits: number): boolean {
  return (profile & ~(bits | cellBits.null)) === 0;
}

const datedBits = cellBits.text | temporalBits;

function isComposite(cell: Cell): boolean {
  return (
    typeof cell === 'object' &&
    cell !== null &&
    (cell.k === 'list' || cell.k === 'struct' || cell.k === 'map')
  );
}

/** One key for everything but NULL, which matches nothing else. */
export function anyKey(cell: Cell): string {
  return cell === null ? 'null' : 'any';
}

function looseCompositeKey(cell: Cell): string {
  return isComposite(cell) ? 'composite' : cellKey(cell);
}

/** For columns of dates, timestamps and texts, with an expected label of that length. */
function labelKey(cell: Cell, length: number): string {
  const text = textOf(cell);
  const dated = datedText(cell) ?? (text === null ? null : datedText(parseTemporal(text)));
  if (dated !== null && dated.length >= length) return `p${dated.slice(0, length)}`;
  return temporalKey((text === null ? null : parseTemporal(text)) ?? cell);
}

/** One key for the infinite date and the infinite timestamp, which are written alike. */
function temporalKey(cell: Cell): string {
  if (typeof cell !== 'object' || cell === null) return cellKey(cell);
  if (cell.k === 'date' && typeof cell.d === 'string') return cell.d;
  if (cell.k === 'ts' && typeof cell.ns === 'string') return cell.ns;
  return looseCompositeKey(cell);
}

/** The text a value is written as, without its case, because UUIDs have none. */
function writtenKey(cell: Cell): string {
  if (cell === null) return 'null';
  if (isComposite(cell)) return 'composite';
  const written = textOf(cell) ?? plainFromCell(cell);
  return typeof written === 'string' ? `w${written.toLowerCase()}` : cellKey(cell);
}

/**
 * Keys for columns where a text on one side meets another type on the other. Where several such types meet, every cell
 * has one key, and the cells themselves are compared.
 */
function formKeyOf(kinds: number): (cell: Cell) => string {
  const family =
    kinds &
    ~(numberBits | cellBits.long | cellBits.null | cellBits.text | cellBits.boolean | cellBits.composite);
  if (family === 0) return looseCompositeKey;
  if ((family & ~temporalBits) === 0)
    return (cell) => {
      const text = textOf(cell);
      return temporalKey((text === null ? null : parseTemporal(text)) ?? cell);
    };
  if ((family & ~(cellBits.other | cellBits.special)) === 0) return writtenKey;
  if (family === cellBits.json)
    return (cell) => {
      if (typeof cell === 'object' && cell !== null && cell.k === 'json') return jsonKey(cell.v);
      const text = textOf(cell);
      return text === null ? looseCompositeKey(cell) : jsonKey(text);
    };
  return anyKey;
}

function hasOffset(rows: readonly Row[], column: number): boolean {
  return rows.some((row) => {
    const text = textOf(row[column]!);
    return text !== null && text.length < 60 && /:\d\d.*(?:[+-]|[zZ]|UTC)/i.test(text);
  });
}

/** The length of the shortest period label among the expected cells; 0 without one. */
function shortestLabel(rows: readonly Row[], column: number): number {
  let shortest = 0;
  for (const row of rows) {
    const label = periodLabel(row[column]!);
    if (label !== null && (shortest === 0 || label.length < shortest)) shortest = label.length;
  }
  return shortest;
}
