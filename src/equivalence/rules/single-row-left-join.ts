import type { Block, OptionalJoin, Relation } from '../algebra/index.js';
import { Determined } from '../facts/index.js';
import type { RuleContext } from './rule.js';

interface SingleRowLeftJoin {
  readonly join: OptionalJoin;
  readonly relation: Relation;
  /** The block without the join. */
  readonly rest: Block;
}

/** The first LEFT JOIN to one relation that qualifies and finds at most one row; the keys that say so are noted as used. */
export function singleRowLeftJoin(
  block: Block,
  { facts, use }: RuleContext,
  qualifies: (rest: Block, relation: Relation) => boolean,
): SingleRowLeftJoin | null {
  for (const join of block.from.optional) {
    const [relation, ...others] = join.group.relations;
    if (relation === undefined || others.length > 0 || join.group.optional.length > 0) continue;
    const rest: Block = {
      ...block,
      from: { ...block.from, optional: block.from.optional.filter((one) => one !== join) },
    };
    if (!qualifies(rest, relation)) continue;
    const matching: Block = { ...block, from: join.group, where: join.on, groupBy: null };
    const determined = new Determined(matching, [], facts.matched(relation));
    if (!determined.hasRelation(relation)) continue;
    for (const key of determined.uses) use(key);
    return { join, relation, rest };
  }
  return null;
}
