import type { Expression, RelationGroup } from '../algebra/index.js';
import { Determined } from '../facts/index.js';
import { isPlain } from './derived.js';
import { ignoresRepetition } from './distinct-rules.js';
import { isNonNull } from './non-null.js';
import type { BlockRule } from './rule.js';

/**
 * In a filter, `x IN (SELECT y ..)` of a plain SELECT asks for a row with y = x, and `NOT IN` for none, if neither x nor y can
 * be NULL.
 */
export const inAsExists: BlockRule = {
  name: 'in-as-exists',
  apply(block, _role, context) {
    let changed = false;
    const convert = (conjunct: Expression): Expression => {
      const negative = conjunct.kind === 'not';
      const inner = negative ? conjunct.operand : conjunct;
      if (inner.kind !== 'in-query' || !isPlain(inner.query)) return conjunct;
      const { query } = inner;
      const equalities = inner.operands.map(
        (left, at): Expression => ({
          kind: 'comparison',
          operator: '=',
          left,
          right: query.outputs[at]!.expression,
        }),
      );
      if (
        negative &&
        !inner.operands.every(
          (one, at) =>
            isNonNull(one, block.where, context) &&
            isNonNull(query.outputs[at]!.expression, query.where, context),
        )
      ) {
        return conjunct;
      }
      changed = true;
      const exists: Expression = {
        kind: 'exists',
        query: { ...query, where: [...query.where, ...equalities], order: [] },
      };
      return negative ? { kind: 'not', operand: exists } : exists;
    };
    const where = block.where.map(convert);
    return changed ? { ...block, where } : null;
  },
};

/** EXISTS of at most one row, or under something that does not count rows, is a join. */
export const existsAsJoin: BlockRule = {
  name: 'exists-as-join',
  apply(block, role, { facts, use }) {
    for (const conjunct of block.where) {
      if (conjunct.kind !== 'exists' || !isPlain(conjunct.query)) continue;
      const { query } = conjunct;
      if (query.from.relations.length === 0 || query.from.optional.length > 0) continue;
      const determined = new Determined(query, [], facts);
      const single = query.from.relations.every((one) => determined.hasRelation(one));
      if (!single && !ignoresRepetition(block, role)) continue;
      if (single) for (const key of determined.uses) use(key);
      return {
        ...block,
        from: joinedGroup(block.from, query.from),
        where: [...block.where.filter((one) => one !== conjunct), ...query.where],
      };
    }
    return null;
  },
};

function joinedGroup(group: RelationGroup, other: RelationGroup): RelationGroup {
  return {
    relations: [...group.relations, ...other.relations],
    optional: [...group.optional, ...other.optional],
  };
}

/** A scalar subquery of at most one row, compared in a filter, is a join: without a row the comparison is not true. */
export const scalarAsJoin: BlockRule = {
  name: 'scalar-as-join',
  apply(block, _role, { facts, use }) {
    for (const conjunct of block.where) {
      if (conjunct.kind !== 'comparison' || conjunct.operator === 'is') continue;
      for (const side of ['left', 'right'] as const) {
        const scalar = conjunct[side];
        if (scalar.kind !== 'scalar' || !isPlain(scalar.query)) continue;
        const { query } = scalar;
        const determined = new Determined(query, [], facts);
        if (query.from.relations.length === 0 || query.from.optional.length > 0) continue;
        if (!query.from.relations.every((one) => determined.hasRelation(one))) continue;
        for (const key of determined.uses) use(key);
        const compared: Expression = { ...conjunct, [side]: query.outputs[0]!.expression };
        return {
          ...block,
          from: joinedGroup(block.from, query.from),
          where: [...block.where.filter((one) => one !== conjunct), ...query.where, compared],
        };
      }
    }
    return null;
  },
};
