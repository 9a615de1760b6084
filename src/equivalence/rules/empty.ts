import {
  type Block,
  type Expression,
  hasSubquery,
  hasWindow,
  isLimited,
  nullLiteral,
  number,
  outputNames,
  type Query,
  type RelationGroup,
  relationsOf,
  replaceIn,
  unlimited,
} from '../algebra/index.js';
import { haveTypesOfArms } from './arm-types.js';
import { isFalse } from './constants.js';
import { replacedIn } from './derived.js';
import type { BlockRule, ExpressionRule, SetRule } from './rule.js';

const falseLiteral: Expression = { kind: 'literal', type: 'boolean', value: 'false' };
const nowhere: RelationGroup = { relations: [], optional: [] };

/** The query without rows that all queries without rows become. */
function withoutRows(names: readonly (string | null)[]): Block {
  return {
    kind: 'block',
    from: nowhere,
    where: [falseLiteral],
    groupBy: null,
    having: [],
    outputs: names.map((name) => ({ name, expression: nullLiteral })),
    distinct: false,
    order: [],
    limits: unlimited,
  };
}

/** Whether a query gives no row whatever the tables hold. */
export function isEmptyQuery(query: Query): boolean {
  if (query.kind === 'values') return query.rows.length === 0;
  return query.kind === 'block' && query.groupBy === null && query.where.some(isFalse);
}

function isCanonical(block: Block): boolean {
  return (
    relationsOf(block.from).length === 0 &&
    block.where.length === 1 &&
    block.groupBy === null &&
    block.having.length === 0 &&
    !block.distinct &&
    block.order.length === 0 &&
    !isLimited(block) &&
    block.outputs.every(({ expression }) => expression.kind === 'literal' && expression.type === 'null')
  );
}

/** A condition that is never true, a source without rows, LIMIT 0: there are no rows. */
export const noRows: BlockRule = {
  name: 'no-rows',
  apply(block, role) {
    // An arm without rows still takes part in what types the columns of all arms have.
    if (role === 'arm' || role === 'in') return null;
    if (block.outputs.some(({ expression }) => expression.kind === 'star')) return null;
    const names = outputNames(block);
    if (block.limits.limit === 0) return withoutRows(names);
    const empty =
      block.where.some(isFalse) || block.from.relations.some(({ source }) => isEmptySource(source));
    if (block.groupBy === null) return empty && !isCanonical(block) ? withoutRows(names) : null;
    if (block.having.some(isFalse)) return withoutRows(names);
    if (!empty) return null;
    return block.groupBy.length > 0 ? withoutRows(names) : aggregatesOfNothing(block);
  },
};

function isEmptySource(source: { readonly kind: string; readonly query?: Query }): boolean {
  return source.kind === 'query' && source.query !== undefined && isEmptyQuery(source.query);
}

/** Over no rows COUNT is 0 and other aggregates are NULL, in one row. */
function aggregatesOfNothing(block: Block): Block | null {
  const own = new Set(relationsOf(block.from).map(({ id }) => id));
  let known = true;
  const evaluated = (expression: Expression): Expression =>
    replaceIn(expression, (one) => {
      if (one.kind === 'aggregate') {
        if (one.name === 'count') return number(0);
        if (!['sum', 'avg', 'min', 'max'].includes(one.name)) known = false;
        return nullLiteral;
      }
      // A bare column over no rows is NULL.
      return (one.kind === 'column' || one.kind === 'star') && own.has(one.instance) ? nullLiteral : null;
    });
  if (
    [...block.outputs.map(({ expression }) => expression), ...block.having].some(
      (one) => hasSubquery(one) || hasWindow(one),
    )
  )
    return null;
  const next: Block = {
    ...block,
    from: nowhere,
    where: block.having.map(evaluated),
    groupBy: null,
    having: [],
    outputs: block.outputs.map((output) => ({ ...output, expression: evaluated(output.expression) })),
    distinct: false,
    order: [],
  };
  return known ? next : null;
}

/** A LEFT JOIN that never finds a row adds NULLs. */
export const emptyLeftJoin: BlockRule = {
  name: 'empty-left-join',
  apply(block) {
    for (const join of block.from.optional) {
      const finds =
        !join.on.some(isFalse) && !join.group.relations.some(({ source }) => isEmptySource(source));
      if (finds) continue;
      const padded = new Set(relationsOf(join.group).map(({ id }) => id));
      const rest: Block = {
        ...block,
        from: { ...block.from, optional: block.from.optional.filter((one) => one !== join) },
      };
      let star = false;
      const next = replacedIn(rest, (one) => {
        if (one.kind === 'star' && padded.has(one.instance)) star = true;
        return one.kind === 'column' && padded.has(one.instance) ? nullLiteral : null;
      });
      return star ? null : next;
    }
    return null;
  },
};

/** Arms of a set operation that give no rows. */
export const emptyArms: SetRule = {
  name: 'empty-arms',
  apply(set, role, { facts }) {
    const names = set.names;
    const [first, ...others] = set.arms;
    if (first === undefined || set.arms.some((arm) => arm.kind === 'block' && hasStar(arm))) return null;
    if (!set.arms.some(isEmptyQuery)) return null;
    if (set.operator === 'intersect') return withoutRows(names);
    // The arms that are left could have another type than all of them together.
    const keepsTypes = haveTypesOfArms(set, facts, role === 'in');
    if (set.operator === 'union') {
      const arms = set.arms.filter((arm) => !isEmptyQuery(arm));
      if (arms.length === 0) return withoutRows(names);
      return keepsTypes ? { ...set, arms } : null;
    }
    if (isEmptyQuery(first)) return withoutRows(names);
    return keepsTypes && others.every(isEmptyQuery) ? { ...set, operator: 'union', arms: [first] } : null;
  },
};

function hasStar(block: Block): boolean {
  return block.outputs.some(({ expression }) => expression.kind === 'star');
}

/** EXISTS, IN and a scalar subquery of a query without rows are false, false and NULL. */
export const emptySubquery: ExpressionRule = {
  name: 'empty-subquery',
  apply(expression) {
    if (expression.kind === 'exists' || expression.kind === 'in-query')
      return isEmptyQuery(expression.query) ? falseLiteral : null;
    return expression.kind === 'scalar' && isEmptyQuery(expression.query) ? nullLiteral : null;
  },
};

/** EXISTS of a query that gives a row whatever the tables hold is true. */
export const certainRow: ExpressionRule = {
  name: 'certain-row',
  apply(expression) {
    if (expression.kind !== 'exists' || expression.query.kind !== 'block') return null;
    const { query } = expression;
    const single =
      (query.groupBy !== null && query.groupBy.length === 0) ||
      (query.groupBy === null && query.where.length === 0 && relationsOf(query.from).length === 0);
    return single && query.having.length === 0 && !isLimited(query)
      ? { kind: 'literal', type: 'boolean', value: 'true' }
      : null;
  },
};
