import type { Expression } from './expression.js';
import { mapParts, mapQuery } from './map.js';
import type { Query, RelationGroup } from './query.js';

/** The same query with new instances of its own relations; columns of queries around it stay. */
export function withFreshInstances<Q extends Query>(query: Q, fresh: () => number): Q {
  const instances = new Map<number, number>();
  visitRelations(query, (id) => instances.set(id, fresh()));
  return withInstances(query, (id) => instances.get(id) ?? id) as Q;
}

/** The largest instance of a query, or -1. */
export function largestInstance(query: Query): number {
  let largest = -1;
  visitRelations(query, (id) => {
    largest = Math.max(largest, id);
  });
  return largest;
}

function withInstances(query: Query, renamed: (id: number) => number): Query {
  const inner = (one: Query): Query => withInstances(one, renamed);
  const part = (one: Expression): Expression =>
    one.kind === 'column' || one.kind === 'star'
      ? { ...one, instance: renamed(one.instance) }
      : mapParts(one, part, inner);
  const mapped = mapQuery(query, part, inner);
  return mapped.kind === 'block' ? { ...mapped, from: renamedGroup(mapped.from, renamed) } : mapped;
}

function renamedGroup(group: RelationGroup, renamed: (id: number) => number): RelationGroup {
  return {
    relations: group.relations.map((relation) => ({ ...relation, id: renamed(relation.id) })),
    optional: group.optional.map((join) => ({ ...join, group: renamedGroup(join.group, renamed) })),
  };
}

/** The instances of a query and of all queries inside it. */
function visitRelations(query: Query, found: (id: number) => void): void {
  const inner = (one: Query): Query => {
    visitRelations(one, found);
    return one;
  };
  const part = (one: Expression): Expression => mapParts(one, part, inner);
  mapQuery(query, part, inner);
  if (query.kind === 'block') visitGroup(query.from, found);
}

function visitGroup(group: RelationGroup, found: (id: number) => void): void {
  for (const { id } of group.relations) found(id);
  for (const join of group.optional) visitGroup(join.group, found);
}
