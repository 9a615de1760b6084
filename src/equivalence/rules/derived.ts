import {
  type Block,
  type Expression,
  hasWindow,
  isLimited,
  mapBlock,
  type Query,
  type Relation,
  replaceIn,
  replaceInQuery,
} from '../algebra/index.js';

export type Derived = Relation & { readonly source: { readonly kind: 'query'; readonly query: Block } };

export function asDerived(relation: Relation): Derived | null {
  return relation.source.kind === 'query' &&
    relation.source.query.kind === 'block' &&
    relation.columns !== null
    ? (relation as Derived)
    : null;
}

/** A SELECT that neither groups, nor drops, nor cuts, nor numbers rows. */
export function isPlain(query: Query): query is Block {
  return (
    query.kind === 'block' &&
    query.groupBy === null &&
    query.having.length === 0 &&
    !query.distinct &&
    !isLimited(query) &&
    query.outputs.every(({ expression }) => expression.kind !== 'star' && !hasWindow(expression))
  );
}

export function substituted(block: Block, relation: Derived): Block {
  const outputs = new Map(
    relation.columns!.map(({ name }, at) => [name, relation.source.query.outputs[at]!.expression] as const),
  );
  const replace = (one: Expression): Expression | null =>
    one.kind === 'column' && one.instance === relation.id ? (outputs.get(one.column) ?? null) : null;
  return replacedIn(block, replace);
}

export function expressionsOf(block: Block): readonly Expression[] {
  return [...block.where, ...[...block.outputs, ...block.order].map(({ expression }) => expression)];
}

export function usesStar(block: Block, instance: number): boolean {
  let found = false;
  mapBlock(
    block,
    (one) =>
      replaceIn(one, (inner) => {
        if (inner.kind === 'star' && inner.instance === instance) found = true;
        return null;
      }),
    (query) => query,
  );
  return found;
}

/** The block with expressions replaced from the top down, in its subqueries and derived tables too. */
export function replacedIn(block: Block, replace: (one: Expression) => Expression | null): Block {
  return mapBlock(
    block,
    (one) => replaceIn(one, replace),
    (query) => replaceInQuery(query, replace),
  );
}
