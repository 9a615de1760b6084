import {
  type Block,
  type Expression,
  hasSubquery,
  hasWindow,
  instancesIn,
  isLimited,
  number,
  replaceIn,
} from '../algebra/index.js';
import { Determined, equalIsIdentical } from '../facts/index.js';
import { asDerived, type Derived, isPlain, replacedIn, usesStar } from './derived.js';
import type { BlockRule, RuleContext } from './rule.js';

/** Whether it makes no difference to a block how often a row comes. */
export function ignoresRepetition(block: Block, role: string): boolean {
  if (isLimited(block) && block.groupBy === null && !block.distinct) return false;
  if (block.groupBy === null) {
    const windows = block.outputs.some(({ expression }) => hasWindow(expression));
    return !windows && (block.distinct || role === 'exists' || role === 'in');
  }
  let counts = false;
  const look = (expression: Expression): Expression =>
    replaceIn(expression, (one) => {
      if (one.kind === 'aggregate' && !one.distinct && one.name !== 'min' && one.name !== 'max')
        counts = true;
      if (one.kind === 'window') counts = true;
      return one.kind === 'exists' || one.kind === 'scalar' || one.kind === 'in-query' ? one : null;
    });
  for (const one of [...block.outputs, ...block.order]) look(one.expression);
  block.having.forEach(look);
  return !counts;
}

/**
 * Under DISTINCT, relations that no output reads only ask for a row; where the outputs are a key of the other relations,
 * DISTINCT then drops nothing.
 */
export const distinctJoinAsExists: BlockRule = {
  name: 'distinct-join-as-exists',
  apply(block, _role, { facts, use }) {
    if (!block.distinct || block.groupBy !== null || block.from.optional.length > 0 || isLimited(block))
      return null;
    const outputs = block.outputs.map(({ expression }) => expression);
    const shown = [...outputs, ...block.order.map(({ expression }) => expression)];
    if (shown.some(hasWindow) || shown.some(hasSubquery)) return null;
    const read = new Set(shown.flatMap((one) => [...instancesIn(one)]));
    const asked = block.from.relations.filter(({ id }) => !read.has(id));
    const kept = block.from.relations.filter(({ id }) => read.has(id));
    if (asked.length === 0 || kept.length === 0) return null;
    const inside = new Set(asked.map(({ id }) => id));
    const isInside = (one: Expression): boolean => [...instancesIn(one)].some((id) => inside.has(id));
    const rest: Block = {
      ...block,
      distinct: false,
      from: { relations: kept, optional: [] },
      where: block.where.filter((one) => !isInside(one)),
    };
    const determined = new Determined(rest, outputs, facts);
    if (!kept.every((one) => determined.hasRelation(one))) return null;
    for (const key of determined.uses) use(key);
    const query: Block = {
      ...block,
      distinct: false,
      order: [],
      from: { relations: asked, optional: [] },
      where: block.where.filter(isInside),
      outputs: [{ name: null, expression: number(1) }],
    };
    return { ...rest, where: [...rest.where, { kind: 'exists', query }] };
  },
};

/**
 * A join to distinct rows, each compared with what is outside in all its columns, finds one row or none: it asks whether
 * there is one.
 */
export const distinctJoinedAsExists: BlockRule = {
  name: 'distinct-joined-as-exists',
  apply(block, _role, { facts }) {
    for (const relation of block.from.relations) {
      const derived = asDerived(relation);
      if (derived === null || !derived.source.query.distinct) continue;
      const inner: Block = { ...derived.source.query, distinct: false };
      if (!isPlain(inner) || block.from.relations.length < 2) continue;
      const outside = equalities(block, derived, facts);
      if (outside === null) continue;
      const conditions: Expression[] = [];
      for (const [at, { name }] of derived.columns!.entries()) {
        const other = outside.get(name);
        const right = inner.outputs[at]!.expression;
        if (other !== undefined) conditions.push({ kind: 'comparison', operator: '=', left: other, right });
      }
      const replace = (one: Expression): Expression | null =>
        one.kind === 'column' && one.instance === relation.id
          ? (outside.get(one.column) ??
            inner.outputs[derived.columns!.findIndex(({ name }) => name === one.column)]!.expression)
          : null;
      const rest = replacedIn(
        {
          ...block,
          from: { ...block.from, relations: block.from.relations.filter(({ id }) => id !== relation.id) },
          where: block.where.filter((conjunct) => !isEqualityWith(conjunct, relation.id, outside)),
        },
        replace,
      );
      const query: Block = {
        ...inner,
        where: [...inner.where, ...conditions],
        order: [],
        outputs: [{ name: null, expression: number(1) }],
      };
      return { ...rest, where: [...rest.where, { kind: 'exists', query }] };
    }
    return null;
  },
};

/** For each column of a derived table that is no literal, a column outside that WHERE makes the same value. */
function equalities(
  block: Block,
  derived: Derived,
  facts: RuleContext['facts'],
): ReadonlyMap<string, Expression> | null {
  const found = new Map<string, Expression>();
  for (const conjunct of block.where) {
    if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') continue;
    for (const [own, other] of [
      [conjunct.left, conjunct.right],
      [conjunct.right, conjunct.left],
    ] as const) {
      if (
        own.kind !== 'column' ||
        own.instance !== derived.id ||
        other.kind !== 'column' ||
        other.instance === derived.id
      )
        continue;
      if (facts.isPadded(other.instance) || !equalIsIdentical(own, other, facts) || found.has(own.column))
        continue;
      found.set(own.column, other);
    }
  }
  const covered = derived.columns!.every(
    ({ name }, at) => found.has(name) || derived.source.query.outputs[at]!.expression.kind === 'literal',
  );
  return covered && found.size > 0 && !usesStar(block, derived.id) ? found : null;
}

function isEqualityWith(
  conjunct: Expression,
  instance: number,
  outside: ReadonlyMap<string, Expression>,
): boolean {
  if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') return false;
  return [
    [conjunct.left, conjunct.right],
    [conjunct.right, conjunct.left],
  ].some(
    ([own, other]) =>
      own!.kind === 'column' && own!.instance === instance && outside.get(own!.column) === other,
  );
}
