import type { Cell, TaggedCell } from '../types/index.js';
import {
  cellsEqual,
  compareExact,
  doubleOf,
  type ExactNumber,
  exactDistance,
  exactOfCell,
  isNumber,
  jsonKey,
  matchPrepared,
  type PreparedTolerance,
  parseDate,
  parseTime,
  parseTimestamp,
  plainFromCell,
  printCell,
  spelledNumber,
} from '../values/index.js';
import type { CellMatching } from './row-comparison.js';

/** Which cells match; `match` is not symmetric for period labels: only the expected side may be the shorter one. */
export interface CellRule {
  readonly tolerance: PreparedTolerance;
  readonly match: CellMatching;
  /** Numbers must also be within this share of the larger magnitude. */
  readonly share?: ExactNumber;
}

/** Whether an actual cell answers for an expected one. */
export function cellAnswers(expected: Cell, actual: Cell, rule: CellRule): boolean {
  return (
    matchesByRule(expected, actual, rule) &&
    (rule.share === undefined || isWithinShare(expected, actual, rule.share))
  );
}

function matchesByRule(expected: Cell, actual: Cell, rule: CellRule): boolean {
  if (matchPrepared(expected, actual, rule.tolerance)) return true;
  if (rule.match === 'values' || expected === null || actual === null) return false;
  if (rule.match === 'period_labels' && labelAnswers(expected, actual)) return true;
  const expectedText = textOf(expected);
  const actualText = textOf(actual);
  if (expectedText !== null) return actualText === null && textMatchesValue(expectedText, actual, rule);
  if (actualText !== null) return textMatchesValue(actualText, expected, rule);
  return compositesMatch(expected, actual, rule);
}

function isWithinShare(expected: Cell, actual: Cell, share: ExactNumber): boolean {
  const one = exactOrSpelled(expected);
  const other = exactOrSpelled(actual);
  if (one === null || other === null) return true;
  const distance = exactDistance(one, other);
  const isOf = ({ n, d }: ExactNumber): boolean =>
    compareExact(distance, { n: share.n * (n < 0n ? -n : n), d: share.d * d }) <= 0;
  return isOf(one) || isOf(other);
}

/** The exact value of a number or boolean, or of a text that spells a number; null for every other cell. */
export function exactOrSpelled(cell: Cell): ExactNumber | null {
  const text = textOf(cell);
  return text === null ? exactOfCell(cell) : spelledNumber(text);
}

/** The text of a text or enum cell; null for every other cell. */
export function textOf(cell: Cell): string | null {
  if (typeof cell === 'string') return cell;
  return typeof cell === 'object' && cell !== null && cell.k === 'enum' ? cell.v : null;
}

function textMatchesValue(text: string, value: Cell, rule: CellRule): boolean {
  if (isNumber(value)) {
    const number = exactOfCell(value);
    const spelled = number === null ? null : spelledNumber(text);
    if (number === null) return plainFromCell(value) === text;
    if (spelled === null) return false;
    const { absolute, widened } = rule.tolerance;
    return compareExact(exactDistance(number, spelled), doubleOf(value) === null ? absolute : widened) <= 0;
  }
  if (typeof value !== 'object' || value === null) return false;
  switch (value.k) {
    case 'date':
    case 'ts':
    case 'time': {
      const parsed = parseTemporal(text);
      return (parsed !== null && cellsEqual(parsed, value)) || plainFromCell(value) === text;
    }
    case 'json':
      return jsonKey(text) === jsonKey(value.v);
    case 'list':
    case 'struct':
    case 'map':
      return false;
    default:
      return plainFromCell(value) === text;
  }
}

/** The date, timestamp or time that a text spells in ISO form, or null. `infinity` is read as a date. */
export function parseTemporal(text: string): TaggedCell | null {
  if (text.length > 60 || !/^[+-]?\d|^-?infinity$/i.test(text)) return null;
  return parseDate(text) ?? parseTimestamp(text) ?? parseTime(text);
}

function compositesMatch(expected: Cell, actual: Cell, rule: CellRule): boolean {
  if (typeof expected !== 'object' || typeof actual !== 'object' || expected === null || actual === null)
    return false;
  if (expected.k === 'struct' && actual.k === 'struct')
    return (
      expected.v.length === actual.v.length &&
      expected.v.every(([name, value], index) => {
        const other = actual.v[index]!;
        return name === other[0] && cellAnswers(value, other[1], rule);
      })
    );
  const expectedItems = itemsOf(expected);
  const actualItems = itemsOf(actual);
  if (expectedItems === null || actualItems === null) return false;
  return (
    expectedItems.length === actualItems.length &&
    expectedItems.every((item, index) => cellAnswers(item, actualItems[index]!, rule))
  );
}

/** A map is written as an array of pairs, and read back as a list of lists. */
function itemsOf(cell: TaggedCell): readonly Cell[] | null {
  if (cell.k === 'list') return cell.v;
  return cell.k === 'map' ? cell.v.map(([key, value]): Cell => ({ k: 'list', v: [key, value] })) : null;
}

const label = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const dated = /^\d{4}(?:-\d{2}(?:-\d{2}(?:[T ].*)?)?)?$/s;

/** The period label `YYYY`, `YYYY-MM` or `YYYY-MM-DD` that a cell is: a text, or a date as its ISO text; else null. */
export function periodLabel(cell: Cell): string | null {
  const text =
    typeof cell === 'object' && cell !== null && cell.k === 'date' ? printCell(cell) : textOf(cell);
  return text !== null && text.length <= 10 && label.test(text) ? text : null;
}

/** The ISO text of a date or timestamp, or a text of that form; null for every other cell. */
export function datedText(cell: Cell): string | null {
  const isTemporal = typeof cell === 'object' && cell !== null && (cell.k === 'date' || cell.k === 'ts');
  const text = isTemporal ? printCell(cell) : textOf(cell);
  return text !== null && dated.test(text) ? text : null;
}

function labelAnswers(expected: Cell, actual: Cell): boolean {
  const period = periodLabel(expected);
  if (period === null) return false;
  const text = datedText(actual);
  if (text === null || !text.startsWith(period)) return false;
  const next = text[period.length];
  return next === undefined || (period.length === 10 ? next === ' ' || next === 'T' : next === '-');
}
