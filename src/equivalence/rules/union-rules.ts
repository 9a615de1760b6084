import { type Block, hasSubquery, isLimited, unlimited } from '../algebra/index.js';
import { type Derived, expressionsOf, isPlain, substituted } from './derived.js';
import type { BlockRule } from './rule.js';

/** A SELECT that only picks and filters rows of a UNION ALL does so in each of its arms. */
export const selectOverUnionAll: BlockRule = {
  name: 'select-over-union-all',
  apply(block) {
    const [relation, ...others] = block.from.relations;
    if (relation === undefined || others.length > 0 || !isPlain(block) || block.order.length > 0) return null;
    if (block.from.optional.length > 0 || relation.source.kind !== 'query' || relation.columns === null)
      return null;
    const { query } = relation.source;
    if (
      query.kind !== 'set' ||
      query.operator !== 'union' ||
      !query.all ||
      isLimited(query) ||
      !query.arms.every(isPlain)
    )
      return null;
    if (expressionsOf(block).some(hasSubquery)) return null;
    const arms = (query.arms as readonly Block[]).map((arm): Block => {
      const derived = { ...relation, source: { kind: 'query', query: arm } } as Derived;
      const merged = substituted({ ...block, from: { relations: [], optional: [] } }, derived);
      return { ...merged, from: arm.from, where: [...arm.where, ...merged.where] };
    });
    return {
      kind: 'set',
      operator: 'union',
      all: true,
      arms,
      names: block.outputs.map(({ name }) => name),
      order: [],
      limits: unlimited,
    };
  },
};
