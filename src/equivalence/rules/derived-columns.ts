import {
  type Expression,
  type Query,
  type Relation,
  type RelationGroup,
  relationsOf,
  replaceIn,
} from '../algebra/index.js';
import { withOutputs } from './output-rules.js';
import type { BlockRule } from './rule.js';

/** The columns of a derived table are in the order of what they are, as names find them in any order. */
export const derivedColumnOrder: BlockRule = {
  name: 'derived-column-order',
  apply(block) {
    let changed = false;
    const ordered = (group: RelationGroup): RelationGroup => ({
      relations: group.relations.map((relation) => {
        const next = inOrder(relation);
        if (next !== null) changed = true;
        return next ?? relation;
      }),
      optional: group.optional.map((join) => ({ ...join, group: ordered(join.group) })),
    });
    const from = ordered(block.from);
    return changed ? { ...block, from } : null;
  },
};

function inOrder(relation: Relation): Relation | null {
  if (relation.source.kind !== 'query' || relation.columns === null) return null;
  const { query } = relation.source;
  if (!canBeOrdered(query)) return null;
  const texts = relation.columns.map((_, at) => describe(query, at));
  const places = texts
    .map((_, at) => at)
    .sort((one, other) => compare(texts[one]!, texts[other]!) || one - other);
  if (places.every((place, at) => place === at)) return null;
  return {
    ...relation,
    source: { kind: 'query', query: withOutputs(query, places) },
    columns: places.map((at) => relation.columns![at]!),
  };
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function canBeOrdered(query: Query): boolean {
  if (query.kind === 'values') return false;
  if (query.kind === 'set') return query.order.length === 0 && query.arms.every(canBeOrdered);
  return query.outputs.every(({ expression }) => expression.kind !== 'star');
}

/** What a column is, in words that do not hang on how instances are numbered. */
function describe(query: Query, at: number): string {
  if (query.kind === 'values') return '';
  if (query.kind === 'set')
    return query.arms
      .map((arm) => describe(arm, at))
      .sort()
      .join(' ');
  const tables = new Map(relationsOf(query.from).map((one) => [one.id, tableName(one)]));
  const named = replaceIn(query.outputs[at]!.expression, (one: Expression) =>
    one.kind === 'column'
      ? { ...one, instance: -1, column: `${tables.get(one.instance) ?? ''}.${one.column}` }
      : null,
  );
  return JSON.stringify(named, (name, value) =>
    name === 'table' || name === 'columns' || name === 'id' ? undefined : value,
  );
}

function tableName(relation: Relation): string {
  return relation.source.kind === 'table' ? relation.source.name : '';
}
