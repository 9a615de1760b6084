import {
  hasSubquery,
  hasWindow,
  isLimited,
  type OptionalJoin,
  type Output,
  relationsOf,
  unlimited,
} from '../algebra/index.js';
import { asDerived, expressionsOf, isPlain, substituted, usesStar } from './derived.js';
import { asPadded } from './padded.js';
import type { BlockRule } from './rule.js';

/** A derived table that is a plain SELECT is its relations and its conditions. */
export const mergeDerived: BlockRule = {
  name: 'merge-derived-table',
  apply(block) {
    for (const relation of block.from.relations) {
      const derived = asDerived(relation);
      if (derived === null || !isPlain(derived.source.query) || usesStar(block, relation.id)) continue;
      const inner = derived.source.query;
      const merged = substituted(block, derived);
      return {
        ...merged,
        from: {
          relations: [
            ...merged.from.relations.filter(({ id }) => id !== relation.id),
            ...inner.from.relations,
          ],
          optional: [...merged.from.optional, ...inner.from.optional],
        },
        where: [...merged.where, ...inner.where],
      };
    }
    return null;
  },
};

/** The same on the right of a LEFT JOIN, where its outputs are NULL if its columns are, as they are without a match. */
export const mergeOptionalDerived: BlockRule = {
  name: 'merge-optional-derived-table',
  apply(block, _role, { facts }) {
    for (const join of block.from.optional) {
      for (const relation of join.group.relations) {
        const derived = asDerived(relation);
        if (derived === null || !isPlain(derived.source.query) || usesStar(block, relation.id)) continue;
        const inner = derived.source.query;
        const own = new Set(relationsOf(inner.from).map(({ id }) => id));
        const outputs = inner.outputs.map(({ expression }) => asPadded(expression, inner, own, facts));
        if (outputs.some((one) => one === null)) continue;
        const at = block.from.optional.indexOf(join);
        const padded = inner.outputs.map((output, index) => ({ ...output, expression: outputs[index]! }));
        const merged = substituted(block, {
          ...derived,
          source: { kind: 'query', query: { ...inner, outputs: padded } },
        });
        const group = merged.from.optional[at]!.group;
        const next: OptionalJoin = {
          group: {
            relations: [...group.relations.filter(({ id }) => id !== relation.id), ...inner.from.relations],
            optional: [...group.optional, ...inner.from.optional],
          },
          on: [...merged.from.optional[at]!.on, ...inner.where],
        };
        return {
          ...merged,
          from: {
            ...merged.from,
            optional: merged.from.optional.map((one, index) => (index === at ? next : one)),
          },
        };
      }
    }
    return null;
  },
};

/** A SELECT over one derived table that groups only picks, filters and sorts its groups. */
export const mergeOuterSelect: BlockRule = {
  name: 'merge-outer-select',
  apply(block) {
    const [relation, ...others] = block.from.relations;
    if (relation === undefined || others.length > 0 || block.from.optional.length > 0) return null;
    const derived = asDerived(relation);
    if (derived === null || block.groupBy !== null || block.having.length > 0 || usesStar(block, relation.id))
      return null;
    const inner = derived.source.query;
    if (inner.groupBy === null || inner.distinct || isLimited(inner)) return null;
    // A window over the groups is computed when they are filtered; one inside, before.
    if (inner.outputs.some(({ expression }) => hasWindow(expression))) return null;
    if ([...inner.outputs, ...block.outputs].some(({ expression }) => expression.kind === 'star'))
      return null;
    // An aggregate must not get into a subquery, whose own it would become.
    if (expressionsOf(block).some(hasSubquery)) return null;
    const merged = substituted({ ...block, from: { relations: [], optional: [] } }, derived);
    return {
      ...inner,
      having: [...inner.having, ...merged.where],
      outputs: merged.outputs,
      distinct: merged.distinct,
      order: merged.order,
      limits: merged.limits,
    };
  },
};

/** A derived table whose rows all go through as they are is the query. */
export const passThrough: BlockRule = {
  name: 'pass-through',
  apply(block) {
    const [relation, ...others] = block.from.relations;
    if (
      relation === undefined ||
      others.length > 0 ||
      block.from.optional.length > 0 ||
      relation.source.kind !== 'query'
    )
      return null;
    if (
      block.where.length > 0 ||
      block.groupBy !== null ||
      block.having.length > 0 ||
      block.order.length > 0 ||
      isLimited(block)
    )
      return null;
    const { query } = relation.source;
    const names = relation.columns?.map(({ name }) => name);
    if (names === undefined || names.length !== block.outputs.length) return null;
    const same = block.outputs.every(
      ({ expression }, at) =>
        expression.kind === 'column' &&
        expression.instance === relation.id &&
        expression.column === names[at],
    );
    if (!same || (block.distinct && !(query.kind === 'set' && !query.all))) return null;
    if (query.kind === 'block') {
      if (query.order.length > 0 && !isLimited(query)) return null;
      const outputs = query.outputs.map(
        (output, at): Output => ({ ...output, name: block.outputs[at]!.name }),
      );
      // The order of a derived table is lost, and what its limit kept is not.
      return isLimited(query) ? null : { ...query, outputs };
    }
    return isLimited(query)
      ? null
      : {
          ...query,
          names: block.outputs.map(({ name }) => name),
          ...(query.kind === 'set' ? { order: [], limits: unlimited } : {}),
        };
  },
};
