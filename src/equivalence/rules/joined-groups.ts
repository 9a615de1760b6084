import {
  type Block,
  type ColumnReference,
  distinctExpressions,
  type Expression,
  hasAggregate,
  hasSubquery,
  hasWindow,
  isLimited,
} from '../algebra/index.js';
import { Determined } from '../facts/index.js';
import { columnsOutsideAggregates, readsAny } from './columns-read.js';
import { asDerived, type Derived, expressionsOf, substituted, usesStar } from './derived.js';
import { showsKeys } from './nested-groups.js';
import type { BlockRule, RuleContext } from './rule.js';

/**
 * Groups joined to relations of which each group finds at most one row are the groups of the joined rows: a row of such a
 * relation is the same for all rows of a group.
 */
export const joinedGroups: BlockRule = {
  name: 'joined-groups',
  apply(block, _role, context) {
    if (block.groupBy !== null || block.from.optional.length > 0) return null;
    if (expressionsOf(block).some(hasWindow)) return null;
    for (const relation of block.from.relations) {
      const derived = asDerived(relation);
      if (derived === null || !isGrouped(derived.source.query, context) || usesStar(block, relation.id))
        continue;
      const merged = mergedWith(block, derived, context);
      if (merged !== null) return merged;
    }
    return null;
  },
};

/** Whether a query groups by keys of which equal values are the same, and shows nothing but those and aggregates. */
export function isGrouped(inner: Block, { facts }: RuleContext): boolean {
  if (inner.groupBy === null || inner.groupBy.length === 0 || inner.distinct || isLimited(inner))
    return false;
  if (inner.outputs.some(({ expression }) => expression.kind === 'star' || hasWindow(expression)))
    return false;
  // A key that two unlike values share could meet the other relations with either.
  return showsKeys(inner) && inner.groupBy.every((key) => facts.typeOf(key).identity !== null);
}

function mergedWith(block: Block, derived: Derived, { facts, use }: RuleContext): Block | null {
  const inner = derived.source.query;
  const aggregates = aggregateColumns(derived);
  const readsAggregate = (one: Expression): boolean => readsAny(one, derived.id, aggregates);
  const subqueries = expressionsOf(block).filter(hasSubquery);
  // An aggregate must not get into a subquery, whose own it would become.
  if (subqueries.some(readsAggregate) || subqueries.some((one) => !block.where.includes(one))) return null;
  const others = block.from.relations.filter(({ id }) => id !== derived.id);
  if (others.length === 0 && subqueries.length === 0) return null;
  const joins: Block = { ...block, where: block.where.filter((one) => !readsAggregate(one)) };
  const keys = derived
    .columns!.filter(({ name }) => !aggregates.has(name))
    .map(({ name }): ColumnReference => ({ kind: 'column', instance: derived.id, column: name }));
  const determined = new Determined(joins, keys, facts);
  if (!others.every((one) => determined.hasRelation(one))) return null;
  for (const key of determined.uses) use(key);
  const outer = substituted({ ...block, from: { ...block.from, relations: others } }, derived);
  const having = outer.where.filter(hasAggregate);
  const shown = [...having, ...[...outer.outputs, ...outer.order].map(({ expression }) => expression)];
  return {
    ...outer,
    from: { relations: [...others, ...inner.from.relations], optional: inner.from.optional },
    where: [...inner.where, ...outer.where.filter((one) => !hasAggregate(one))],
    groupBy: distinctExpressions([
      ...inner.groupBy!,
      ...shown.flatMap((one) => columnsOutsideAggregates(one, others)),
    ]),
    having: [...inner.having, ...having],
  };
}

/** The columns of groups that are no keys. */
export function aggregateColumns(derived: Derived): ReadonlySet<string> {
  const { outputs } = derived.source.query;
  return new Set(
    derived.columns!.filter((_, at) => hasAggregate(outputs[at]!.expression)).map(({ name }) => name),
  );
}
