import {
  type Block,
  type Expression,
  expressionKey,
  hasSubquery,
  instancesIn,
  isLimited,
  number,
  type OptionalJoin,
  type Query,
  type Relation,
  relationsOf,
  replaceIn,
  visitIn,
  withFreshInstances,
} from '../algebra/index.js';
import { columnsRead } from './columns-read.js';
import { isPlain, replacedIn } from './derived.js';
import { isBoolean } from './logic.js';
import { isNonNull, useNotNull } from './non-null.js';
import type { BlockRule, ExpressionRule, RuleContext } from './rule.js';
import { singleRowLeftJoin } from './single-row-left-join.js';

/**
 * `x IN (SELECT y ..)` asks for a row with y = x: in a filter, and anywhere if neither x nor y can be NULL, as then it is not
 * unknown.
 */
export const nestedInAsExists: ExpressionRule = {
  name: 'in-as-exists',
  apply(expression, position, context) {
    if (expression.kind !== 'in-query' || !isPlain(expression.query)) return null;
    const { query } = expression;
    const outputs = query.outputs.map((output) => output.expression);
    if (position !== 'filter') {
      if (expression.operands.some((one) => context.facts.isNullable(one))) return null;
      if (!outputs.every((one) => isNonNull(one, query.where, context))) return null;
      for (const one of expression.operands) useNotNull(one, context);
    }
    const equalities = expression.operands.map(
      (left, at): Expression => ({ kind: 'comparison', operator: '=', left, right: outputs[at]! }),
    );
    return { kind: 'exists', query: { ...query, where: [...query.where, ...equalities], order: [] } };
  },
};

/** What EXISTS asks of nothing but the rows outside may be asked outside: in a filter, or where it is not unknown. */
export const outerCondition: ExpressionRule = {
  name: 'outer-condition',
  apply(expression, position, context) {
    if (expression.kind !== 'exists' || expression.query.kind !== 'block') return null;
    const { query } = expression;
    if (isLimited(query) || (query.groupBy !== null && query.groupBy.length === 0)) return null;
    const own = new Set(relationsOf(query.from).map(({ id }) => id));
    const isOuter = (one: Expression): boolean => {
      const read = [...instancesIn(one)];
      return read.length > 0 && !hasSubquery(one) && !read.some((id) => own.has(id));
    };
    const outer = query.where.filter(isOuter);
    if (outer.length === 0) return null;
    if (position !== 'filter') {
      if (outer.some((one) => !isBoolean(one) || context.facts.isNullable(one))) return null;
      for (const one of outer) useNotNull(one, context);
    }
    const where = query.where.filter((one) => !isOuter(one));
    return { kind: 'and', operands: [...outer, { kind: 'exists', query: { ...query, where } }] };
  },
};

/** In a filter, `x IN` the keys of groups asks for a group of the rows whose key is x. */
export const inGroupsAsExists: ExpressionRule = {
  name: 'in-groups-as-exists',
  apply(expression, position) {
    if (position !== 'filter' || expression.kind !== 'in-query' || expression.query.kind !== 'block')
      return null;
    const { query } = expression;
    if (query.groupBy === null || query.groupBy.length === 0 || isLimited(query)) return null;
    const keys = new Set(query.groupBy.map(expressionKey));
    const outputs = query.outputs.map((output) => output.expression);
    if (!outputs.every((one) => keys.has(expressionKey(one)))) return null;
    const equalities = expression.operands.map(
      (left, at): Expression => ({ kind: 'comparison', operator: '=', left, right: outputs[at]! }),
    );
    return {
      kind: 'exists',
      query: {
        ...query,
        distinct: false,
        where: [...query.where, ...equalities],
        order: [],
        outputs: [{ name: null, expression: number(1) }],
      },
    };
  },
};

/** A LEFT JOIN that finds at most one row, and of which only is asked whether it found one, is EXISTS. */
export const leftJoinAsExists: BlockRule = {
  name: 'left-join-as-exists',
  apply(block, _role, context) {
    const single = singleRowLeftJoin(block, context, (rest, relation) =>
      onlyAsksForMatch(rest, relation, context),
    );
    if (single === null) return null;
    const { join, relation, rest } = single;
    const missing = (): Expression => ({
      kind: 'not',
      operand: { kind: 'exists', query: found(join, context) },
    });
    return replacedIn(rest, (one) => (asksForMatch(one, relation.id) ? missing() : null));
  },
};

function found(join: OptionalJoin, { fresh }: RuleContext): Query {
  return withFreshInstances(
    {
      kind: 'block',
      from: join.group,
      where: join.on,
      groupBy: null,
      having: [],
      outputs: [{ name: null, expression: number(1) }],
      distinct: false,
      order: [],
      limits: { limit: null, offset: 0 },
    },
    fresh,
  );
}

function asksForMatch(expression: Expression, instance: number): boolean {
  return (
    expression.kind === 'is-null' &&
    expression.operand.kind === 'column' &&
    expression.operand.instance === instance
  );
}

/** Whether the relation is read only in `x IS NULL` of columns that are not NULL where there is a row; and it is read. */
function onlyAsksForMatch(rest: Block, relation: Relation, { facts, use }: RuleContext): boolean {
  let asked = 0;
  let fits = true;
  const without = replacedIn(rest, (one) => {
    if (!asksForMatch(one, relation.id) || one.kind !== 'is-null' || one.operand.kind !== 'column')
      return null;
    asked += 1;
    fits &&= !facts.isStoredNullable(one.operand);
    return number(0);
  });
  if (asked === 0 || !fits || columnsRead(without, relation.id)?.size !== 0) return false;
  replacedIn(rest, (one) => {
    if (one.kind === 'is-null' && one.operand.kind === 'column' && one.operand.instance === relation.id)
      use(`${facts.nameOf(one.operand)} NOT NULL`);
    return null;
  });
  return true;
}

/** The conjuncts in which an instance takes part. */
function concerning(block: Block, instance: number): readonly Expression[] {
  return block.where.filter((one) => instancesIn(one).has(instance));
}

/**
 * A relation that only asks for a row is no condition where the row of another occurrence of its table is one: all that is
 * asked of it is said of that other, or is a comparison of a column with itself.
 */
export const ownRowExists: BlockRule = {
  name: 'own-row-exists',
  apply(block, _role, context) {
    for (const conjunct of block.where) {
      if (conjunct.kind !== 'exists' || !isPlain(conjunct.query)) continue;
      const { query } = conjunct;
      const [asked, ...others] = query.from.relations;
      if (asked === undefined || others.length > 0 || query.from.optional.length > 0) continue;
      const rest = block.where.filter((one) => one !== conjunct);
      if (!block.from.relations.some((own) => stands(own, asked, query.where, rest, context))) continue;
      return { ...block, where: rest };
    }
    return null;
  },
};

/** Where it makes no difference how often a row comes, the same for relations of one SELECT. */
export const repeatedRelation: BlockRule = {
  name: 'repeated-relation',
  apply(block, _role, context) {
    if (!block.distinct || block.groupBy !== null || block.from.relations.length < 2) return null;
    for (const asked of block.from.relations) {
      const own = concerning(block, asked.id);
      const where = block.where.filter((one) => !own.includes(one));
      const rest: Block = {
        ...block,
        from: { ...block.from, relations: block.from.relations.filter((one) => one !== asked) },
        where,
      };
      if (columnsRead(rest, asked.id)?.size !== 0) continue;
      if (rest.from.relations.some((other) => stands(other, asked, own, where, context))) return rest;
    }
    return null;
  },
};

/** Whether the row of one relation is a row of another that satisfies all conditions on it, where others hold. */
function stands(
  own: Relation,
  asked: Relation,
  conditions: readonly Expression[],
  given: readonly Expression[],
  context: RuleContext,
): boolean {
  if (own.source.kind !== 'table' || asked.source.kind !== 'table' || own.source.table === null) return false;
  if (own.source.table !== asked.source.table || asked.id === own.id) return false;
  const known = new Set(given.map(orientedKey));
  return conditions.every((condition) => {
    let star = false;
    visitIn(condition, (one) => {
      if (one.kind === 'star' || one.kind === 'exists' || one.kind === 'scalar' || one.kind === 'in-query')
        star = true;
      return true;
    });
    if (star) return false;
    const here = replaceIn(condition, (one) =>
      one.kind === 'column' && one.instance === asked.id ? { ...one, instance: own.id } : null,
    );
    return known.has(orientedKey(here)) || isSelfEqual(here, given, context);
  });
}

/** A text that does not tell `a = b` from `b = a`. */
function orientedKey(expression: Expression): string {
  if (expression.kind !== 'comparison' || expression.operator === '<' || expression.operator === '<=')
    return JSON.stringify(expression);
  const sides = [expression.left, expression.right].map((one) => JSON.stringify(one)).sort();
  return `${expression.operator} ${sides.join(' ')}`;
}

function isSelfEqual(condition: Expression, given: readonly Expression[], context: RuleContext): boolean {
  if (condition.kind !== 'comparison' || condition.operator !== '=' || !context.facts.semantics.totalOrder)
    return false;
  if (JSON.stringify(condition.left) !== JSON.stringify(condition.right)) return false;
  return isNonNull(condition.left, given, context);
}
