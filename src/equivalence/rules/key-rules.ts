import {
  type Block,
  type ColumnReference,
  type Expression,
  expressionKey,
  hasAggregate,
  hasSubquery,
  hasWindow,
  relationsOf,
  replaceIn,
} from '../algebra/index.js';
import { Determined, rejectedNulls } from '../facts/index.js';
import { mapAggregates } from './map-aggregates.js';
import { isNonNull } from './non-null.js';
import type { BlockRule, RuleContext } from './rule.js';
import { sumOfCondition } from './values.js';

/** COUNT of what is never NULL counts every row. */
export const countOfNonNull: BlockRule = {
  name: 'count-of-non-null',
  apply: (block, _role, context) =>
    mapAggregates(block, (one) => {
      if (one.kind !== 'aggregate' || one.name !== 'count' || one.distinct || one.operands.length !== 1)
        return null;
      const [operand] = one.operands as [Expression];
      if (isNonNull(operand, block.where, context)) return { ...one, operands: [] };
      const matched = matchedColumn(operand, block, context);
      return matched === null ? null : { ...one, operands: [matched] };
    }),
};

/** Of a LEFT JOIN's columns that are NULL only without a match, the first: a count of any of them counts the matches. */
function matchedColumn(operand: Expression, block: Block, context: RuleContext): Expression | null {
  if (operand.kind !== 'column') return null;
  for (const { group, on } of block.from.optional) {
    const relation = group.relations.find(({ id }) => id === operand.instance);
    if (relation === undefined) continue;
    const matched = { ...context, facts: context.facts.matched(relation) };
    const quiet = { ...matched, use: () => {} };
    const first = (relation.columns ?? []).find(({ name }) =>
      isNonNull({ ...operand, column: name }, on, quiet),
    );
    if (first === undefined || first.name === operand.column || !isNonNull(operand, on, quiet)) return null;
    const counted: ColumnReference = { ...operand, column: first.name };
    for (const one of [operand, counted]) isNonNull(one, on, matched);
    return counted;
  }
  return null;
}

/** COUNT(DISTINCT k) counts the values of k as COUNT does, where k is a key of all the rows. */
export const countOfKey: BlockRule = {
  name: 'count-of-key',
  apply: (block, _role, context) =>
    mapAggregates(block, (one) => {
      if (one.kind !== 'aggregate' || one.name !== 'count' || !one.distinct || one.operands.length !== 1)
        return null;
      const [operand] = one.operands as [Expression];
      if (operand.kind !== 'column') return null;
      // Rows where it is NULL are not counted either way.
      const counted: Expression = { kind: 'not', operand: { kind: 'is-null', operand } };
      const determined = new Determined(
        { ...block, groupBy: null, where: [...block.where, counted] },
        [...(block.groupBy ?? []), operand],
        context.facts,
      );
      if (!hasRowsOf(block, determined)) return null;
      for (const key of determined.uses) context.use(key);
      return { ...one, distinct: false };
    }),
};

function hasRowsOf(block: Block, determined: Determined): boolean {
  return relationsOf(block.from).length > 0 && determined.hasRows;
}

/** In a group, which has a row at least, a sum of ones and zeros is a count. */
export const sumOfConditions: BlockRule = {
  name: 'sum-of-conditions',
  apply(block, _role, { facts }) {
    if (block.groupBy === null || block.groupBy.length === 0) return null;
    return mapAggregates(block, (one) => sumOfCondition(one, facts));
  },
};

/** A conjunct `x IS NOT NULL` says nothing where another conjunct is never true of a NULL. */
export const redundantNotNull: BlockRule = {
  name: 'redundant-not-null',
  apply(block) {
    const where = block.where.filter((conjunct) => {
      if (conjunct.kind !== 'not' || conjunct.operand.kind !== 'is-null') return true;
      const key = expressionKey(conjunct.operand.operand);
      return !block.where.some(
        (other) =>
          other !== conjunct &&
          !isNotNull(other) &&
          rejectedNulls(other).some((one) => expressionKey(one) === key),
      );
    });
    return where.length < block.where.length ? { ...block, where } : null;
  },
};

function isNotNull(expression: Expression): boolean {
  return expression.kind === 'not' && expression.operand.kind === 'is-null';
}

/** DISTINCT drops nothing where the outputs are a key of the rows or of the groups. */
export const distinctOverKey: BlockRule = {
  name: 'distinct-over-key',
  apply(block, _role, { facts, use }) {
    if (!block.distinct) return null;
    const outputs = block.outputs.map(({ expression }) => expression);
    const determined = new Determined(block, outputs, facts);
    const unique =
      block.groupBy === null
        ? hasRowsOf(block, determined)
        : block.groupBy.every((key) => determined.has(key));
    if (!unique) return null;
    for (const key of determined.uses) use(key);
    return { ...block, distinct: false };
  },
};

/** A condition on nothing but the keys of the groups may be asked before grouping. */
export const havingOnKeys: BlockRule = {
  name: 'having-on-keys',
  apply(block) {
    if (block.groupBy === null || block.groupBy.length === 0) return null;
    const keys = new Set(block.groupBy.map(expressionKey));
    const onKeys = (one: Expression): boolean =>
      !hasAggregate(one) && !hasSubquery(one) && !hasWindow(one) && usesOnly(one, keys);
    const moved = block.having.filter(onKeys);
    if (moved.length === 0) return null;
    return {
      ...block,
      where: [...block.where, ...moved],
      having: block.having.filter((one) => !onKeys(one)),
    };
  },
};

function usesOnly(expression: Expression, keys: ReadonlySet<string>): boolean {
  let only = true;
  replaceIn(expression, (one) => {
    if (keys.has(expressionKey(one))) return one;
    if (one.kind === 'column' || one.kind === 'star') only = false;
    return null;
  });
  return only;
}

/**
 * Keys of GROUP BY that determine each other are as good as each other: a relation whose row the keys determine is grouped by
 * its own key, and what follows from other keys is left out.
 */
export const groupByKey: BlockRule = {
  name: 'group-by-key',
  apply(block, _role, { facts, use }) {
    if (block.groupBy === null || block.groupBy.length === 0) return null;
    const determined = new Determined(block, block.groupBy, facts);
    const own = block.from.relations
      .filter((relation) => determined.hasRelation(relation))
      .flatMap((relation) => {
        const [key] = facts
          .keysOf(relation)
          .filter((one) => one.nullable.length === 0 || determinedBy(block, relation.id, one.columns, facts));
        return (
          key?.columns.map((column): Expression => ({ kind: 'column', instance: relation.id, column })) ?? []
        );
      });
    if (own.length === 0) return null;
    const byKeys = new Determined(block, own, facts);
    const rest = block.groupBy.filter((key) => !byKeys.has(key));
    const keys = [...own, ...rest];
    const known = new Set(block.groupBy.map(expressionKey));
    if (keys.length === block.groupBy.length && keys.every((key) => known.has(expressionKey(key))))
      return null;
    // Were a key of the whole lost, groups would fall together.
    const whole = new Determined(block, keys, facts);
    if (!block.groupBy.every((key) => whole.has(key))) return null;
    for (const one of [...determined.uses, ...whole.uses]) use(one);
    return { ...block, groupBy: keys };
  },
};

function determinedBy(
  block: Block,
  instance: number,
  columns: readonly string[],
  facts: RuleContext['facts'],
): boolean {
  const given = columns.map((column): Expression => ({ kind: 'column', instance, column }));
  const relation = facts.relation(instance);
  return relation !== null && new Determined(block, given, facts).hasRelation(relation);
}
