import type { Query, Relation } from '../algebra/index.js';
import { columnsRead } from './columns-read.js';
import type { BlockRule } from './rule.js';

/** Outputs of a derived table that nothing reads are no part of the query, unless they decide which rows are alike. */
export const unusedOutputs: BlockRule = {
  name: 'unused-outputs',
  apply(block) {
    for (const relation of block.from.relations) {
      if (relation.source.kind !== 'query' || relation.columns === null) continue;
      const { query } = relation.source;
      if (!canPrune(query)) continue;
      const read = columnsRead(block, relation.id);
      if (read === null) continue;
      const kept = relation.columns
        .map(({ name }, at) => ({ name, at }))
        .filter(({ name }) => read.has(name));
      if (kept.length === relation.columns.length || (kept.length === 0 && relation.columns.length === 1))
        continue;
      const places = kept.length === 0 ? [0] : kept.map(({ at }) => at);
      const pruned: Relation = {
        ...relation,
        source: { kind: 'query', query: withOutputs(query, places) },
        columns: places.map((at) => relation.columns![at]!),
      };
      return {
        ...block,
        from: {
          ...block.from,
          relations: block.from.relations.map((one) => (one === relation ? pruned : one)),
        },
      };
    }
    return null;
  },
};

function canPrune(query: Query): boolean {
  if (query.kind === 'set')
    return query.operator === 'union' && query.all && query.order.length === 0 && query.arms.every(canPrune);
  return (
    query.kind === 'block' &&
    !query.distinct &&
    query.outputs.every(({ expression }) => expression.kind !== 'star')
  );
}

export function withOutputs(query: Query, places: readonly number[]): Query {
  if (query.kind === 'values') return query;
  if (query.kind === 'set') {
    return {
      ...query,
      arms: query.arms.map((arm) => withOutputs(arm, places)),
      names: places.map((at) => query.names[at]!),
    };
  }
  return { ...query, outputs: places.map((at) => query.outputs[at]!) };
}
