import {
  type Block,
  type Expression,
  hasAggregate,
  hasSubquery,
  hasWindow,
  instancesIn,
  isLimited,
  number,
} from '../algebra/index.js';
import { Determined } from '../facts/index.js';
import { isPlain } from './derived.js';
import { foreignKeyJoin } from './join-rules.js';
import type { BlockRule, RuleContext } from './rule.js';

/**
 * Under DISTINCT, relations that no output reads only ask for a row; where the outputs are a key of the other relations,
 * DISTINCT then drops nothing.
 */
export const distinctJoinAsExists: BlockRule = {
  name: 'distinct-join-as-exists',
  apply(block, _role, context) {
    if (!block.distinct || block.groupBy !== null || isLimited(block)) return null;
    const outputs = block.outputs.map(({ expression }) => expression);
    return asked({ ...block, distinct: false }, outputs, context);
  },
};

/**
 * The same where the keys of the groups are a key of some relations: each of their rows is a group, and HAVING asks of the
 * rows of the others.
 */
export const groupJoinAsExists: BlockRule = {
  name: 'group-join-as-exists',
  apply(block, _role, context) {
    if (block.groupBy === null || block.groupBy.length === 0 || block.distinct || isLimited(block))
      return null;
    const shown = [...block.outputs, ...block.order].map(({ expression }) => expression);
    if (shown.some(hasAggregate) || block.having.some((one) => hasSubquery(one) || hasWindow(one)))
      return null;
    return asked(block, block.groupBy, context);
  },
};

/** The relations that outputs and keys read, and EXISTS of the others. */
function asked(block: Block, keys: readonly Expression[], { facts, use }: RuleContext): Block | null {
  if (block.from.optional.length > 0) return null;
  const shown = [...block.outputs, ...block.order].map(({ expression }) => expression);
  if (shown.some(hasWindow) || shown.some(hasSubquery) || keys.some(hasSubquery)) return null;
  const read = new Set([...shown, ...keys].flatMap((one) => [...instancesIn(one)]));
  const others = block.from.relations.filter(({ id }) => !read.has(id));
  const kept = block.from.relations.filter(({ id }) => read.has(id));
  if (others.length === 0 || kept.length === 0) return null;
  const inside = new Set(others.map(({ id }) => id));
  const isInside = (one: Expression): boolean => [...instancesIn(one)].some((id) => inside.has(id));
  const rest: Block = {
    ...block,
    from: { relations: kept, optional: [] },
    where: block.where.filter((one) => !isInside(one)),
    groupBy: null,
    having: [],
  };
  const determined = new Determined(rest, keys, facts);
  if (!kept.every((one) => determined.hasRelation(one))) return null;
  for (const key of determined.uses) use(key);
  const query: Block = {
    ...block,
    order: [],
    from: { relations: others, optional: [] },
    where: block.where.filter(isInside),
    groupBy: block.having.length === 0 ? null : [number(1)],
    outputs: [{ name: null, expression: number(1) }],
  };
  return { ...rest, where: [...rest.where, { kind: 'exists', query }] };
}

/** Of a parent only the key is read, and a child is asked for: these are the distinct keys that the children name. */
export const existsOfChild: BlockRule = {
  name: 'exists-of-child',
  apply(block, role, context) {
    if (!isPlain(block) || block.from.relations.length !== 1 || block.from.optional.length > 0) return null;
    const outputs = block.outputs.map(({ expression }) => expression);
    if (outputs.some(hasSubquery) || block.order.some(({ expression }) => hasSubquery(expression)))
      return null;
    const determined = new Determined(block, outputs, context.facts);
    if (!determined.hasRows) return null;
    for (const conjunct of block.where) {
      if (conjunct.kind !== 'exists' || !isPlain(conjunct.query)) continue;
      const { query } = conjunct;
      if (query.from.relations.length === 0 || query.from.optional.length > 0) continue;
      const joined: Block = {
        ...block,
        distinct: true,
        from: { relations: [...block.from.relations, ...query.from.relations], optional: [] },
        where: [...block.where.filter((one) => one !== conjunct), ...query.where],
      };
      const children = foreignKeyJoin.apply(joined, role, context);
      if (children === null) continue;
      for (const key of determined.uses) context.use(key);
      return children;
    }
    return null;
  },
};
