import {
  type Expression,
  expressionKey,
  type Query,
  type Relation,
  type RelationGroup,
  relationsOf,
  replaceIn,
} from '../algebra/index.js';
import { replacedIn } from './derived.js';
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

/** A column of a derived table that another of its columns is too, in all arms of a UNION, is that one. */
export const repeatedColumn: BlockRule = {
  name: 'repeated-column',
  apply(block) {
    for (const relation of block.from.relations) {
      if (relation.source.kind !== 'query' || relation.columns === null) continue;
      const { query } = relation.source;
      const twice = canBeOrdered(query) ? firstRepeated(query, relation.columns.length) : null;
      if (twice === null) continue;
      const [kept, left] = twice.map((at) => relation.columns![at]!.name) as [string, string];
      const places = relation.columns.map((_, at) => at).filter((at) => at !== twice[1]);
      const source = { kind: 'query', query: withOutputs(query, places) } as const;
      const columns = places.map((at) => relation.columns![at]!);
      const relations = block.from.relations.map((one) =>
        one === relation ? { ...relation, source, columns } : one,
      );
      return replacedIn({ ...block, from: { ...block.from, relations } }, (one) =>
        one.kind === 'column' && one.instance === relation.id && one.column === left
          ? { ...one, column: kept }
          : null,
      );
    }
    return null;
  },
};

function firstRepeated(query: Query, width: number): readonly [number, number] | null {
  for (let left = 1; left < width; left++) {
    for (let kept = 0; kept < left; kept++) if (isSameOutput(query, kept, left)) return [kept, left];
  }
  return null;
}

function isSameOutput(query: Query, one: number, other: number): boolean {
  if (query.kind === 'values') return false;
  if (query.kind === 'set') return query.arms.every((arm) => isSameOutput(arm, one, other));
  const [first, second] = [query.outputs[one], query.outputs[other]];
  return (
    first !== undefined &&
    second !== undefined &&
    expressionKey(first.expression) === expressionKey(second.expression)
  );
}

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
