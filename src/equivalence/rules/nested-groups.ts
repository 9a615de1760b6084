import {
  type Aggregate,
  type Block,
  type Expression,
  expressionKey,
  hasAggregate,
  hasSubquery,
  hasWindow,
  isLimited,
  mapParts,
} from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { inCoalesceZero, nullWhereNone } from './counts.js';
import { asDerived, substituted } from './derived.js';
import type { BlockRule } from './rule.js';

/** How an aggregate over groups is written over their rows; null where it is not. */
type Rewrite = (one: Aggregate) => Expression | null;

/**
 * A SELECT that groups groups, by nothing but their keys, groups their rows: the sum of counts is a count, the least of the
 * least is the least, and what is asked of keys as if each came once is asked of the distinct ones.
 */
export const groupsOfGroups: BlockRule = {
  name: 'groups-of-groups',
  apply(block, _role, { facts }) {
    const [relation, ...others] = block.from.relations;
    if (block.groupBy === null || relation === undefined || others.length > 0) return null;
    if (block.from.optional.length > 0) return null;
    const derived = asDerived(relation);
    const inner = derived === null ? null : grouped(derived.source.query);
    if (derived === null || inner === null) return null;
    const outer = substituted({ ...block, from: { relations: [], optional: [] } }, derived);
    const parts = [...outer.where, ...(outer.groupBy ?? [])];
    const shown = [...outer.outputs, ...outer.order].map(({ expression }) => expression);
    if ([...parts, ...outer.having, ...shown].some((one) => hasSubquery(one) || hasWindow(one))) return null;
    if (parts.some(hasAggregate)) return null;
    // One group of all rows is a row where there are none too, unless a condition outside drops it.
    const single = inner.groupBy!.length === 0;
    if (single && (outer.groupBy!.length > 0 || outer.where.length > 0)) return null;
    const rewrite = overRows(inner, outer, facts);
    const rewritten = (one: Expression): Expression | null =>
      aggregatesRewritten(one, rewrite, single || outer.groupBy!.length > 0);
    const having = outer.having.map(rewritten);
    const outputs = outer.outputs.map(({ expression }) => rewritten(expression));
    const order = outer.order.map(({ expression }) => rewritten(expression));
    if ([...having, ...outputs, ...order].includes(null)) return null;
    return {
      ...outer,
      from: inner.from,
      where: [...inner.where, ...outer.where],
      having: having as Expression[],
      outputs: outer.outputs.map((output, at) => ({ ...output, expression: outputs[at]! })),
      order: outer.order.map((key, at) => ({ ...key, expression: order[at]! })),
    };
  },
};

/** A SELECT that groups, or drops repetitions, and nothing more. */
function grouped(query: Block): Block | null {
  if (isLimited(query) || query.having.length > 0) return null;
  if (query.outputs.some(({ expression }) => expression.kind === 'star' || hasWindow(expression)))
    return null;
  if (!query.distinct) return query.groupBy !== null && showsKeys(query) ? query : null;
  return query.groupBy === null
    ? { ...query, distinct: false, groupBy: query.outputs.map(({ expression }) => expression) }
    : null;
}

/** Whether the outputs have, outside of aggregates, keys of the groups only: any other column is of whichever row. */
export function showsKeys(query: Block): boolean {
  const keys = new Set(query.groupBy!.map(expressionKey));
  let found = true;
  const part = (one: Expression): Expression => {
    if (one.kind === 'aggregate' || keys.has(expressionKey(one))) return one;
    if (one.kind === 'column' || one.kind === 'star') found = false;
    return mapParts(one, part, (inner) => inner);
  };
  for (const { expression } of query.outputs) part(expression);
  return found;
}

function overRows(inner: Block, outer: Block, facts: Facts): Rewrite {
  const outerKeys = new Set(outer.groupBy!.map(expressionKey));
  return (one) => {
    const [operand] = one.operands;
    if (operand === undefined || one.operands.length > 1) return null;
    if (one.filter !== null && hasAggregate(one.filter)) return null;
    if (operand.kind === 'aggregate') return one.filter === null ? combined(one, operand, facts) : null;
    // What is no aggregate is there once in the one group of all rows, be there rows or not.
    if (hasAggregate(operand) || inner.groupBy!.length === 0) return null;
    if (one.name === 'min' || one.name === 'max' || one.distinct) return one;
    if (!['count', 'sum', 'avg'].includes(one.name) || operand.kind === 'literal') return null;
    const key = expressionKey(operand);
    const once = inner.groupBy!.every(
      (each) => outerKeys.has(expressionKey(each)) || expressionKey(each) === key,
    );
    const own = inner.groupBy!.some((each) => expressionKey(each) === key);
    return once && own && one.filter === null ? { ...one, distinct: true } : null;
  };
}

/** An aggregate of aggregates as one, where that has the same type; sums only of whole numbers, as others hang on the order they are added in. */
export function combined(outer: Aggregate, inner: Aggregate, facts: Facts): Aggregate | null {
  if (inner.distinct && inner.name !== 'min' && inner.name !== 'max') return null;
  if ((outer.name === 'min' || outer.name === 'max') && outer.name === inner.name) {
    return facts.semantics.totalOrder && facts.semantics.exactText ? inner : null;
  }
  if (outer.name !== 'sum' || outer.distinct || !facts.semantics.sumsKeepTypes) return null;
  if (inner.name === 'count') return inner;
  const [operand] = inner.operands;
  return inner.name === 'sum' && operand !== undefined && facts.isExactInteger(operand) ? inner : null;
}

/**
 * Rewrites the aggregates of an expression. Over no groups a sum of counts is NULL and a count is 0, so that there only
 * `COALESCE(SUM(n), 0)` is a count.
 */
export function aggregatesRewritten(
  expression: Expression,
  rewrite: Rewrite,
  alwaysRows: boolean,
): Expression | null {
  let known = true;
  const part = (one: Expression): Expression => {
    const counted = sumOrZero(one);
    const sum = counted ?? (one.kind === 'aggregate' ? one : null);
    if (sum === null) return mapParts(one, part, (query) => query);
    const next = rewrite(sum);
    if (next === null) {
      known = false;
      return one;
    }
    const isCount = next.kind === 'aggregate' && next.name === 'count' && sum.name === 'sum';
    if (counted !== null) return isCount ? next : mapParts(one, part, (query) => query);
    return isCount && !alwaysRows ? nullWhereNone(next, []) : next;
  };
  const result = part(expression);
  return known ? result : null;
}

/** The sum in `COALESCE(SUM(x), 0)`. */
function sumOrZero(expression: Expression): Aggregate | null {
  const one = inCoalesceZero(expression);
  return one?.kind === 'aggregate' && one.name === 'sum' ? one : null;
}
