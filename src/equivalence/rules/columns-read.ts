import {
  type Block,
  type Expression,
  mapBlock,
  type Relation,
  visitIn,
  visitQuery,
} from '../algebra/index.js';

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

/** The columns of some relations that an expression reads outside of aggregates. */
export function columnsOutsideAggregates(
  expression: Expression,
  relations: readonly Relation[],
): readonly Expression[] {
  const own = new Set(relations.map(({ id }) => id));
  const found: Expression[] = [];
  visitIn(expression, (one) => {
    if (one.kind === 'column' && own.has(one.instance)) found.push(one);
    return one.kind !== 'aggregate';
  });
  return found;
}

/** Whether an expression reads one of some columns of an instance. */
export function readsAny(expression: Expression, instance: number, columns: ReadonlySet<string>): boolean {
  let found = false;
  visitIn(expression, (one) => {
    if (one.kind === 'column' && one.instance === instance) found ||= columns.has(one.column);
    return !found;
  });
  return found;
}
