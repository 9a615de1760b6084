import type { Expression, SortKey } from './expression.js';
import type { Block, Query, RelationGroup } from './query.js';

export type ExpressionMap = (expression: Expression) => Expression;
export type QueryMap = (query: Query) => Query;

/** The expression with each direct part replaced; its subqueries go through `query`. */
export function mapParts(one: Expression, part: ExpressionMap, query: QueryMap): Expression {
  switch (one.kind) {
    case 'column':
    case 'literal':
    case 'star':
      return one;
    case 'and':
    case 'or':
      return { ...one, operands: one.operands.map(part) };
    case 'not':
    case 'is-null':
    case 'cast':
      return { ...one, operand: part(one.operand) };
    case 'comparison':
      return { ...one, left: part(one.left), right: part(one.right) };
    case 'in-list':
      return { ...one, operand: part(one.operand), items: one.items.map(part) };
    case 'in-query':
      return { ...one, operands: one.operands.map(part), query: query(one.query) };
    case 'exists':
    case 'scalar':
      return { ...one, query: query(one.query) };
    case 'case':
      return {
        ...one,
        branches: one.branches.map(({ when, result }) => ({ when: part(when), result: part(result) })),
        otherwise: part(one.otherwise),
      };
    case 'call':
      return { ...one, operands: one.operands.map(part) };
    case 'aggregate':
      return {
        ...one,
        operands: one.operands.map(part),
        filter: one.filter === null ? null : part(one.filter),
      };
    case 'window':
      return {
        ...one,
        function: part(one.function),
        partition: one.partition.map(part),
        order: one.order.map((key) => ({ ...key, expression: part(key.expression) })),
      };
  }
}

/** The block with each of its own expressions replaced; derived queries in FROM go through `query`. */
export function mapBlock(block: Block, part: ExpressionMap, query: QueryMap): Block {
  return {
    ...block,
    from: mapGroup(block.from, part, query),
    where: block.where.map(part),
    groupBy: block.groupBy?.map(part) ?? null,
    having: block.having.map(part),
    outputs: block.outputs.map((output) => ({ ...output, expression: part(output.expression) })),
    order: block.order.map((key): SortKey => ({ ...key, expression: part(key.expression) })),
  };
}

export function mapGroup(group: RelationGroup, part: ExpressionMap, query: QueryMap): RelationGroup {
  return {
    relations: group.relations.map((relation) =>
      relation.source.kind === 'query'
        ? { ...relation, source: { kind: 'query', query: query(relation.source.query) } }
        : relation,
    ),
    optional: group.optional.map((join) => ({
      group: mapGroup(join.group, part, query),
      on: join.on.map(part),
    })),
  };
}

/** The query with every direct part replaced: expressions of a block and of VALUES, arms of a set operation. */
export function mapQuery(one: Query, part: ExpressionMap, query: QueryMap): Query {
  if (one.kind === 'block') return mapBlock(one, part, query);
  if (one.kind === 'set') return { ...one, arms: one.arms.map(query) };
  return { ...one, rows: one.rows.map((row) => row.map(part)) };
}

/** Replaces expressions from the top down, in subqueries too; null leaves one and goes on to its parts. */
export function replaceIn(
  expression: Expression,
  replace: (one: Expression) => Expression | null,
): Expression {
  const part = (one: Expression): Expression => replace(one) ?? mapParts(one, part, query);
  const query = (one: Query): Query => mapQuery(one, part, query);
  return part(expression);
}

export function replaceInQuery(query: Query, replace: (one: Expression) => Expression | null): Query {
  return mapQuery(
    query,
    (one) => replaceIn(one, replace),
    (one) => replaceInQuery(one, replace),
  );
}

/** Visits an expression and all its parts, those of subqueries too; false leaves the parts of one out. */
export function visitIn(expression: Expression, visit: (one: Expression) => boolean): void {
  replaceIn(expression, (one) => (visit(one) ? null : one));
}

export function visitQuery(query: Query, visit: (one: Expression) => boolean): void {
  replaceInQuery(query, (one) => (visit(one) ? null : one));
}

/** Whether an expression itself aggregates: aggregates of its subqueries belong to those. */
export function hasAggregate(expression: Expression): boolean {
  let found = false;
  const part = (one: Expression): Expression => {
    if (one.kind === 'aggregate') found = true;
    return one.kind === 'window'
      ? mapParts({ ...one, function: windowArguments(one.function) }, part, same)
      : mapParts(one, part, same);
  };
  const same: QueryMap = (query) => query;
  part(expression);
  return found;
}

/** The function of a window is no aggregate of the block, but its arguments may hold one. */
function windowArguments(one: Expression): Expression {
  return one.kind === 'aggregate' ? { kind: 'call', name: one.name, operands: one.operands } : one;
}

export function hasWindow(expression: Expression): boolean {
  return contains(expression, 'window');
}

export function hasSubquery(expression: Expression): boolean {
  let found = false;
  visitIn(expression, (one) => {
    if (one.kind === 'exists' || one.kind === 'scalar' || one.kind === 'in-query') found = true;
    return !found;
  });
  return found;
}

function contains(expression: Expression, kind: Expression['kind']): boolean {
  let found = false;
  visitIn(expression, (one) => {
    if (one.kind === kind) found = true;
    return !found;
  });
  return found;
}

/** The instances an expression reads, in its subqueries too. */
export function instancesIn(expression: Expression): ReadonlySet<number> {
  const found = new Set<number>();
  visitIn(expression, (one) => {
    if (one.kind === 'column' || one.kind === 'star') found.add(one.instance);
    return true;
  });
  return found;
}
