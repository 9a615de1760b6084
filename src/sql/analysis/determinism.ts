import type { UndeterminedReason } from '../../types/index.js';
import { type Fields, isFields, nodeOf, walk } from './nodes.js';
import { volatileParts } from './volatile-parts.js';

/** Reasons that the text of a query shows by itself. */
export type StaticReason = Exclude<UndeterminedReason, 'tie_at_limit' | 'tied_order'>;

/** How far a query's text leaves its result open on the same data. */
export interface Determinism {
  readonly reasons: readonly StaticReason[];
  /**
   * The most rows that a LIMIT of the whole query without an order lets through: a result with fewer was not cut by it.
   * Null where there is none.
   */
  readonly unorderedLimit: number | null;
  /** Whether a LIMIT, OFFSET or FETCH of the whole query cuts its ordered rows. */
  readonly cutsOrder: boolean;
}

/** Reads a parsed query for what leaves its result open. */
export function determinismOfQuery(query: unknown, sql: string, dialect: string): Determinism {
  const reasons = new Set(volatileParts(sql, dialect));
  const root = nodeOf(query);
  const data = isFields(root?.data) ? root.data : {};
  const isOpen = root !== null && cutsWithoutOrder(root.type, data);
  const limit = isOpen && !data.offset ? literalNumber(data.limit ?? data.fetch) : null;
  if (isOpen && limit === null) reasons.add('limit_without_order');
  visit(Object.values(data), reasons);
  return {
    reasons: [...reasons],
    unorderedLimit: limit,
    cutsOrder: root !== null && !isOpen && hasLimit(data),
  };
}

function visit(value: unknown, reasons: Set<StaticReason>): void {
  walk(value, (type, data) => {
    if (type === 'exists') {
      // Whether there is a row at all does not depend on which rows its own LIMIT keeps; deeper ones may matter.
      const inner = nodeOf(data.this);
      visit(isFields(inner?.data) ? Object.values(inner.data) : data.this, reasons);
      return false;
    }
    if (cutsWithoutOrder(type, data)) reasons.add('limit_without_order');
    return true;
  });
}

const limitedTypes = new Set(['select', 'union', 'intersect', 'except', 'subquery', 'values']);

function cutsWithoutOrder(type: string, data: Fields): boolean {
  if (!limitedTypes.has(type) || !hasLimit(data) || isOrdered(data)) return false;
  if (type === 'subquery') {
    const inner = nodeOf(data.this);
    if (
      inner !== null &&
      isFields(inner.data) &&
      (isOrdered(inner.data) || isSingleRow(inner.type, inner.data))
    )
      return false;
  }
  return !isSingleRow(type, data);
}

function hasLimit(data: Fields): boolean {
  return (
    (isFields(data.limit) && !isNoLimit(data.limit)) ||
    isFields(data.offset) ||
    isFields(data.fetch) ||
    isFields(data.top)
  );
}

/** `LIMIT ALL` and `LIMIT NULL`. */
function isNoLimit(limit: Fields): boolean {
  const inner = nodeOf(limit.this ?? limit);
  if (inner?.type === 'null') return true;
  const name =
    inner?.type === 'column' && isFields(inner.data) && isFields(inner.data.name) ? inner.data.name.name : '';
  return String(name).toLowerCase() === 'all';
}

function isOrdered(data: Fields): boolean {
  return (
    isFields(data.order_by) &&
    Array.isArray(data.order_by.expressions) &&
    data.order_by.expressions.length > 0
  );
}

const aggregates = new Set(
  `count sum avg min max group_concat string_agg array_agg list_agg stddev stddev_pop stddev_samp variance var_pop
  var_samp median count_if approx_distinct bool_and bool_or`.split(/\s+/),
);

/** A SELECT that gives one row whatever the data: an aggregate without GROUP BY, or nothing to select from. */
function isSingleRow(type: string, data: Fields): boolean {
  if (type !== 'select' || data.group_by || data.offset) return false;
  if (!data.from) return true;
  let hasAggregate = false;
  walk(data.expressions, (inner) => {
    if (aggregates.has(inner)) hasAggregate = true;
    return inner !== 'window_function' && inner !== 'select' && inner !== 'subquery';
  });
  return hasAggregate;
}

/** The whole number that a LIMIT, OFFSET or FETCH is written as; null for anything else. */
export function literalNumber(value: unknown): number | null {
  if (!isFields(value) || value.percent === true || value.with_ties === true) return null;
  const inner = nodeOf(value.this ?? value.count ?? value);
  if (inner?.type !== 'literal' || !isFields(inner.data) || inner.data.literal_type !== 'number') return null;
  const number = Number(inner.data.value);
  return Number.isSafeInteger(number) && number >= 0 ? number : null;
}
