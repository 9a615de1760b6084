import { rejectedNulls } from '../facts/index.js';
import type { BlockRule } from './rule.js';

/** A LEFT JOIN whose padded rows WHERE drops anyhow is an inner join. */
export const outerToInner: BlockRule = {
  name: 'outer-to-inner',
  apply(block) {
    const rejected = new Set<number>();
    for (const conjunct of block.where) {
      for (const one of rejectedNulls(conjunct)) if (one.kind === 'column') rejected.add(one.instance);
    }
    const inner = block.from.optional.find((join) => join.group.relations.some(({ id }) => rejected.has(id)));
    if (inner === undefined) return null;
    return {
      ...block,
      from: {
        relations: [...block.from.relations, ...inner.group.relations],
        optional: [...block.from.optional.filter((join) => join !== inner), ...inner.group.optional],
      },
      where: [...block.where, ...inner.on],
    };
  },
};
