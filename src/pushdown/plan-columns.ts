import type { CommonKey, ComparisonSql, Wrap } from '../dialects/index.js';
import type { Cell, Column, Row } from '../types/index.js';
import { decimalCell, doubleCell, intCell, prepareTolerance, type Tolerance } from '../values/index.js';
import type { Reconciled } from './reconcile-columns.js';

export type Side = 'expected' | 'actual';

/** A column of the comparing query: the key of a side's column, or nothing where the other side has its own. */
export interface KeyColumn {
  readonly expected: SideKey | null;
  readonly actual: SideKey | null;
  readonly shown: Wrap;
}

/** How a side's column, at this place in its query, becomes a key. */
export interface SideKey {
  readonly wrap: Wrap;
  readonly place: number;
  /** A number as the double that the client reads; null where that is the column's own value. */
  readonly double: Wrap | null;
}

/** How one pair of columns is compared. */
export interface PairPlan {
  readonly name: string;
  readonly expected: Column;
  readonly actual: Column;
  /** Places of the pair's columns in their queries, from 0. */
  readonly places: Readonly<Record<Side, number>>;
  /** The key columns that hold the pair; one where both sides share it. */
  readonly slots: Readonly<Record<Side, number>>;
  readonly reads: 'number' | 'json' | null;
  /** Whether the key joins equal values always. */
  readonly groups: 'exactly' | 'finer';
  /** Two values have one key exactly when they match; false where a tolerance applies or equal values have many keys. */
  readonly isExact: boolean;
  /** Values that are not equal may match. */
  readonly isTolerant: boolean;
  /** No value of one side equals one of the other, NULL apart. */
  readonly isForeign: boolean;
}

/** How two results are compared, column by column. */
export interface ColumnPlan {
  readonly pairs: readonly PairPlan[];
  readonly keys: readonly KeyColumn[];
}

const nothing: Wrap = (key) => key;

/** Plans the comparison of paired columns; the name of a column whose type cannot be compared there, if there is one. */
export function planColumns(
  expected: readonly Column[],
  actual: readonly Column[],
  { pairs }: Reconciled,
  sql: ComparisonSql,
  tolerance: Tolerance,
): ColumnPlan | { readonly incomparable: Column } {
  const keys: KeyColumn[] = [];
  const plans: PairPlan[] = [];
  for (const [expectedPlace, actualPlace] of pairs) {
    const one = expected[expectedPlace]!;
    const other = actual[actualPlace]!;
    const isTolerant = mayMatchUnequal(one, other, tolerance);
    const shared = {
      name: one.name,
      expected: one,
      actual: other,
      places: { expected: expectedPlace, actual: actualPlace },
      isTolerant,
    };
    const common = commonKey(one, other, sql);
    const at = keys.length;
    if (common !== null) {
      keys.push({
        expected: { wrap: common.expected, place: expectedPlace, double: common.double },
        actual: { wrap: common.actual, place: actualPlace, double: common.double },
        shown: common.shown ?? nothing,
      });
      plans.push({
        ...shared,
        slots: { expected: at, actual: at },
        reads: common.reads ?? null,
        groups: common.groups,
        isExact: common.groups === 'exactly' && !isTolerant,
        isForeign: false,
      });
      continue;
    }
    const own = { expected: sql.keyOf(one), actual: sql.keyOf(other) };
    if (own.expected === null) return { incomparable: one };
    if (own.actual === null) return { incomparable: other };
    keys.push({
      expected: { wrap: own.expected.key, place: expectedPlace, double: own.expected.double ?? null },
      actual: null,
      shown: own.expected.shown ?? nothing,
    });
    keys.push({
      expected: null,
      actual: { wrap: own.actual.key, place: actualPlace, double: own.actual.double ?? null },
      shown: own.actual.shown ?? nothing,
    });
    plans.push({
      ...shared,
      slots: { expected: at, actual: at + 1 },
      reads: null,
      groups: 'finer',
      isExact: false,
      isForeign: areForeign(one, other),
    });
  }
  return { pairs: plans, keys };
}

/**
 * The plan with equal numbers of different types kept apart, where each value has a type of its own: the integer 1 and the
 * double 1.0 are equal, but do not match the same other numbers. Null where there is nothing to keep apart.
 */
export function withTypes(plan: ColumnPlan, sql: ComparisonSql): ColumnPlan | null {
  const { isDouble } = sql;
  if (isDouble === null) return null;
  const types = plan.pairs
    .filter(({ isTolerant }) => isTolerant)
    .map(({ places }): KeyColumn => {
      const wrap: Wrap = (column) => `case when ${isDouble(column)} then 1 else 0 end`;
      return {
        expected: { wrap, place: places.expected, double: null },
        actual: { wrap, place: places.actual, double: null },
        shown: nothing,
      };
    });
  return types.length === 0 ? null : { ...plan, keys: [...plan.keys, ...types] };
}

function commonKey(
  one: Column,
  other: Column,
  sql: ComparisonSql,
): (CommonKey & { readonly double: Wrap | null }) | null {
  if (one.kind !== other.kind || one.engineType !== other.engineType) {
    const common = sql.commonKey(one, other);
    return common === null ? null : { ...common, double: null };
  }
  const own = sql.keyOf(one);
  return own === null ? null : { ...own, expected: own.key, actual: own.key, double: own.double ?? null };
}

const numbers: ReadonlySet<string> = new Set(['int', 'dec', 'f64']);
const composites: ReadonlySet<string> = new Set(['list', 'struct', 'map']);

function mayMatchUnequal(one: Column, other: Column, tolerance: Tolerance): boolean {
  const { near } = prepareTolerance(tolerance);
  if (near.absolute === 0 && near.relative === 0) return false;
  const kinds = [one.kind, other.kind];
  if (kinds.some((kind) => kind === 'mixed')) return true;
  if (kinds.every((kind) => composites.has(kind))) return true;
  if (!kinds.every((kind) => numbers.has(kind))) return false;
  if (kinds.every((kind) => kind === 'int')) return near.widened >= 0.999;
  return near.absolute > 0 || kinds.every((kind) => kind === 'f64');
}

/** Kinds whose values are never equal to each other's; decimals and doubles share NaN with each other only. */
function areForeign(one: Column, other: Column): boolean {
  const families = [one, other].map(({ kind }) => family(kind));
  return families[0] !== null && families[1] !== null && families[0] !== families[1];
}

function family(kind: string): string | null {
  if (numbers.has(kind) || kind === 'bool') return 'number';
  if (kind === 'text' || kind === 'enum') return 'text';
  return kind === 'mixed' || kind === 'other' || composites.has(kind) ? null : kind;
}

/** A side's row out of what the comparing query shows. */
export function sideRow(shown: Row, plan: ColumnPlan, side: Side): Row {
  return plan.pairs.map((pair) => {
    const cell = shown[pair.slots[side]] ?? null;
    if (pair.reads === null || typeof cell !== 'string') return cell;
    return pair.reads === 'json' ? { k: 'json', v: cell } : numberOf(cell, pair[side].kind);
  });
}

/** A number out of its text, as a cell of its column's kind. */
function numberOf(text: string, kind: string): Cell {
  const digits = text.replace(/^[fd]/, '');
  switch (kind) {
    case 'bool':
      return digits === '1';
    case 'int':
      return intCell(BigInt(digits));
    case 'f64':
      return doubleCell(doubleFrom(digits));
    default:
      return decimalCell(digits);
  }
}

function doubleFrom(text: string): number {
  const special = /^([+-]?)(nan|inf(?:inity)?)$/i.exec(text);
  if (special === null) return Number(text);
  if (special[2]!.toLowerCase() === 'nan') return Number.NaN;
  return special[1] === '-' ? -Infinity : Infinity;
}
