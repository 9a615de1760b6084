import {
  type Aggregate,
  type ColumnReference,
  distinctExpressions,
  type Expression,
  hasAggregate,
  hasSubquery,
  hasWindow,
  type Relation,
  relationsOf,
  replaceIn,
} from '../algebra/index.js';
import { columnsOutsideAggregates, readsAny } from './columns-read.js';
import { inCoalesceZero, nullWhereNone } from './counts.js';
import { asDerived, type Derived, expressionsOf, usesStar } from './derived.js';
import { aggregateColumns, isGrouped } from './joined-groups.js';
import { asPadded } from './padded.js';
import type { BlockRule, RuleContext } from './rule.js';
import { singleRowLeftJoin } from './single-row-left-join.js';

/**
 * A LEFT JOIN to groups by all their keys is a LEFT JOIN to the rows of the groups, grouped by the rows outside. Where there is
 * no group, an aggregate of the one row of NULLs is NULL, and a count is made so.
 */
export const leftJoinedGroups: BlockRule = {
  name: 'left-joined-groups',
  apply(block, _role, context) {
    if (block.groupBy !== null || block.from.optional.length !== 1) return null;
    if (expressionsOf(block).some((one) => hasWindow(one) || hasSubquery(one))) return null;
    const outside = keysOfAll(block.from.relations, context.facts);
    if (outside === null) return null;
    const [relation] = block.from.optional[0]!.group.relations;
    const derived = relation === undefined ? null : asDerived(relation);
    if (derived === null || usesStar(block, derived.id)) return null;
    const replace = overRows(derived, context);
    const single = replace === null ? null : singleRowLeftJoin(block, context, () => true);
    if (replace === null || single === null) return null;
    for (const { declared } of outside) if (declared !== '') context.use(declared);
    const inner = derived.source.query;
    const aggregates = aggregateColumns(derived);
    const reads = (one: Expression): boolean => readsAny(one, derived.id, aggregates);
    if (single.join.on.some(reads)) return null;
    const having = block.where.filter(reads).map(replace);
    const outputs = block.outputs.map((output) => ({ ...output, expression: replace(output.expression) }));
    const order = block.order.map((key) => ({ ...key, expression: replace(key.expression) }));
    const shown = [...having, ...[...outputs, ...order].map(({ expression }) => expression)];
    const relations = [...block.from.relations, ...inner.from.relations];
    return {
      ...block,
      from: {
        relations: block.from.relations,
        optional: [
          {
            group: { relations: inner.from.relations, optional: [] },
            on: [...inner.where, ...single.join.on.map(replace)],
          },
        ],
      },
      where: block.where.filter((one) => !reads(one)).map(replace),
      groupBy: distinctExpressions([
        ...outside.flatMap(({ columns: key }) => key),
        ...shown.flatMap((one) => columnsOutsideAggregates(one, relations)),
      ]),
      having,
      outputs,
      order,
    };
  },
};

interface RowKey {
  readonly columns: readonly ColumnReference[];
  readonly declared: string;
}

/** A key without NULL of each relation: together they tell all rows apart. */
function keysOfAll(relations: readonly Relation[], facts: RuleContext['facts']): readonly RowKey[] | null {
  const keys: RowKey[] = [];
  for (const relation of relations) {
    const key = facts.keysOf(relation).find(({ nullable }) => nullable.length === 0);
    if (key === undefined) return null;
    const columns = key.columns.map(
      (column): ColumnReference => ({ kind: 'column', instance: relation.id, column }),
    );
    keys.push({ columns, declared: key.declared });
  }
  return keys.length === 0 ? null : keys;
}

interface Replacement {
  readonly value: Expression;
  /** For a count, what `COALESCE(n, 0)` is. */
  readonly orZero: Expression | null;
}

/** Turns an expression over groups into one over a LEFT JOIN to their rows; null where one is not NULL without a row. */
function overRows(derived: Derived, context: RuleContext): ((one: Expression) => Expression) | null {
  const { facts } = context;
  const inner = derived.source.query;
  if (!isGrouped(inner, context) || inner.having.length > 0 || inner.from.optional.length > 0) return null;
  const own = new Set(relationsOf(inner.from).map(({ id }) => id));
  const marker = nonNullColumn(inner.from.relations, facts);
  if (marker === null) return null;
  const padded = (one: Expression): boolean => asPadded(one, inner, own, facts) === one;
  const values = new Map<string, Replacement>();
  for (const [at, { name }] of derived.columns!.entries()) {
    const { expression } = inner.outputs[at]!;
    if (expression.kind === 'aggregate') {
      const value = overPaddedRows(expression, marker, padded);
      if (value === null) return null;
      const counted = expression.name === 'count';
      values.set(name, {
        value: counted ? nullWhereNone(value, [marker]) : value,
        orZero: counted ? value : null,
      });
    } else {
      const keys = !hasAggregate(expression) && !hasSubquery(expression) && padded(expression);
      if (!keys) return null;
      values.set(name, { value: expression, orZero: null });
    }
  }
  const columnOf = (one: Expression): Replacement | null =>
    one.kind === 'column' && one.instance === derived.id ? (values.get(one.column) ?? null) : null;
  return (expression) =>
    replaceIn(expression, (one) => {
      const counted = inCoalesceZero(one);
      const orZero = counted === null ? undefined : columnOf(counted)?.orZero;
      return orZero ?? columnOf(one)?.value ?? null;
    });
}

/** An aggregate of rows that, without one, are a row of NULLs; null where that row would count. */
function overPaddedRows(
  one: Aggregate,
  marker: ColumnReference,
  padded: (one: Expression) => boolean,
): Aggregate | null {
  if (hasSubquery(one)) return null;
  if (one.name === 'count' && one.operands.length === 0) return { ...one, operands: [marker] };
  const [operand] = one.operands;
  if (one.operands.length !== 1 || operand === undefined || !padded(operand)) return null;
  return ['count', 'sum', 'avg', 'min', 'max'].includes(one.name) ? one : null;
}

function nonNullColumn(relations: readonly Relation[], facts: RuleContext['facts']): ColumnReference | null {
  for (const { id, columns } of relations) {
    for (const { name } of columns ?? []) {
      const column: ColumnReference = { kind: 'column', instance: id, column: name };
      if (!facts.isStoredNullable(column)) return column;
    }
  }
  return null;
}
