import { type Block, type Expression, mapBlock, visitIn, visitQuery } from '../algebra/index.js';

/** The columns of an instance that a block reads anywhere. `*` of it gives null. */
export function columnsRead(block: Block, instance: number): ReadonlySet<string> | null {
  const found = new Set<string>();
  let star = false;
  const look = (one: Expression): boolean => {
    if (one.kind === 'column' && one.instance === instance) found.add(one.column);
    if (one.kind === 'star' && one.instance === instance) star = true;
    return true;
  };
  mapBlock(
    block,
    (one) => {
      visitIn(one, look);
      return one;
    },
    (query) => {
      visitQuery(query, look);
      return query;
    },
  );
  return star ? null : found;
}
