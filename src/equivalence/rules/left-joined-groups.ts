import {
  type Aggregate,
  type ColumnReference,
  distinctExpressions,
  type Expression,
  expressionKey,
  hasAggregate,
  hasSubquery,
  hasWindow,
  isLimited,
  nullLiteral,
  number,
  type Relation,
  relationsOf,
  replaceIn,
} from '../algebra/index.js';
import { columnsOutsideAggregates, readsAny } from './columns-read.js';
import { asDerived, type Derived, expressionsOf, usesStar } from './derived.js';
import { aggregateColumns } from './joined-groups.js';
import { showsKeys } from './nested-groups.js';
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
    const single = singleRowLeftJoin(block, context, (_, relation) => {
      const derived = asDerived(relation);
      return derived !== null && !usesStar(block, relation.id) && groupColumns(derived, context) !== null;
    });
    if (single === null) return null;
    for (const { declared } of outside) if (declared !== '') context.use(declared);
    const derived = single.relation as Derived;
    const columns = groupColumns(derived, context)!;
    const inner = derived.source.query;
    const aggregates = aggregateColumns(derived);
    const reads = (one: Expression): boolean => readsAny(one, derived.id, aggregates);
    if (single.join.on.some(reads)) return null;
    const replace = (one: Expression): Expression => columns.replaced(one);
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

interface GroupColumns {
  /** An expression over the groups as one over their rows. */
  readonly replaced: (one: Expression) => Expression;
}

/** What the columns of groups are over a LEFT JOIN to their rows; null where one is not NULL without a row. */
function groupColumns(derived: Derived, { facts }: RuleContext): GroupColumns | null {
  const inner = derived.source.query;
  if (inner.groupBy === null || inner.groupBy.length === 0 || inner.distinct || isLimited(inner)) return null;
  if (inner.having.length > 0 || inner.from.optional.length > 0 || !showsKeys(inner)) return null;
  if (!inner.groupBy.every((key) => facts.typeOf(key).identity !== null)) return null;
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
        value: counted ? nullWithoutRows(value, marker) : value,
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
  return {
    replaced: (expression) =>
      replaceIn(expression, (one) => {
        const counted = columnOrZero(one);
        const orZero = counted === null ? undefined : columnOf(counted)?.orZero;
        return orZero ?? columnOf(one)?.value ?? null;
      }),
  };
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

function nullWithoutRows(count: Expression, marker: ColumnReference): Expression {
  const rows: Aggregate = {
    kind: 'aggregate',
    name: 'count',
    operands: [marker],
    distinct: false,
    filter: null,
  };
  const none: Expression = { kind: 'comparison', operator: '=', left: rows, right: number(0) };
  return { kind: 'case', branches: [{ when: none, result: nullLiteral }], otherwise: count };
}

/** The column in `COALESCE(n, 0)`. */
function columnOrZero(expression: Expression): Expression | null {
  if (expression.kind !== 'case' || expression.branches.length !== 1) return null;
  const [{ when, result }] = expression.branches as [{ when: Expression; result: Expression }];
  const { otherwise } = expression;
  if (otherwise.kind !== 'literal' || otherwise.type !== 'number' || otherwise.value !== '0') return null;
  if (result.kind !== 'column' || when.kind !== 'not' || when.operand.kind !== 'is-null') return null;
  return expressionKey(when.operand.operand) === expressionKey(result) ? result : null;
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
