import {
  type Block,
  type Expression,
  expressionKey,
  hasWindow,
  isLimited,
  type Query,
  type Relation,
  type RelationGroup,
  replaceIn,
} from '../algebra/index.js';
import { Determined } from '../facts/index.js';
import type { BlockRule } from './rule.js';

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

/** The same rows, each as often as it may come; null where nothing is changed. */
function repeated(query: Query): Query | null {
  if (query.kind === 'values' || isLimited(query)) return null;
  if (query.kind === 'block') return query.distinct ? { ...query, distinct: false } : null;
  if (query.operator !== 'union') return null;
  const arms = query.arms.map((arm) => repeated(arm));
  if (query.all && arms.every((arm) => arm === null)) return null;
  return { ...query, all: true, arms: query.arms.map((arm, at) => arms[at] ?? arm) };
}

/** FROM with the rows of its derived tables as often as they may come; null where nothing is changed. */
function repeatedIn(group: RelationGroup): RelationGroup | null {
  let changed = false;
  const relations = group.relations.map((relation): Relation => {
    const query = relation.source.kind === 'query' ? repeated(relation.source.query) : null;
    if (query === null) return relation;
    changed = true;
    return { ...relation, source: { kind: 'query', query } };
  });
  const optional = group.optional.map((join) => {
    const inner = repeatedIn(join.group);
    if (inner !== null) changed = true;
    return inner === null ? join : { ...join, group: inner };
  });
  return changed ? { relations, optional } : null;
}

/** Where it makes no difference how often a row comes, a derived table need not be distinct. */
export const distinctInDerived: BlockRule = {
  name: 'distinct-in-derived',
  apply(block, role) {
    if (!ignoresRepetition(block, role)) return null;
    const from = repeatedIn(block.from);
    return from === null ? null : { ...block, from };
  },
};

/** A SELECT whose outputs tell all its rows apart may drop repetitions itself, in place of its derived tables. */
export const distinctOutside: BlockRule = {
  name: 'distinct-outside',
  apply(block, _role, { facts, use }) {
    if (block.distinct || block.groupBy !== null || block.having.length > 0) return null;
    const outputs = block.outputs.map(({ expression }) => expression);
    if (outputs.some((one) => one.kind === 'star' || hasWindow(one))) return null;
    const shown = new Set(outputs.map(expressionKey));
    if (!block.order.every(({ expression }) => shown.has(expressionKey(expression)))) return null;
    const from = repeatedIn(block.from);
    if (from === null) return null;
    const determined = new Determined(block, outputs, facts);
    if (!determined.hasRows) return null;
    for (const key of determined.uses) use(key);
    return { ...block, distinct: true, from };
  },
};
