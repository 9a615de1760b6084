import {
  type Expression,
  mapParts,
  mapQuery,
  type Query,
  resultsOf,
  type SetOperation,
} from '../algebra/index.js';
import type { DialectSemantics } from '../bind/index.js';
import { Facts } from './facts.js';
import { outputTypeName, severalTypes, typeNameOf } from './type-name.js';

type Role = 'whole' | 'derived' | 'in';

/**
 * Marks each CASE whose results, and each set operation whose arms, are of several types. An engine finds one type for all of
 * them, in the order they are written, before it looks at a row: a rule that drops one of them, or changes their order, could
 * turn a whole number into a decimal, or a number into a text.
 */
export function withMixedTypes(query: Query, semantics: DialectSemantics): Query {
  const facts = new Facts(query, semantics);
  const part = (one: Expression): Expression => {
    const inner = mapParts(one, part, (subquery) => marked(subquery, one.kind === 'exists' ? 'whole' : 'in'));
    if (inner.kind !== 'case' || semantics.dynamicTypes) return inner;
    const mixed = severalTypes(resultsOf(inner).map((result) => typeNameOf(result, facts)));
    return mixed === null ? inner : { ...inner, mixed };
  };
  const marked = (one: Query, role: Role): Query => {
    const inner = mapQuery(one, part, (subquery) => marked(subquery, one.kind === 'set' ? role : 'derived'));
    if (inner.kind !== 'set' || (semantics.dynamicTypes && role === 'whole')) return inner;
    const mixed = mixedColumns(inner, role, facts);
    return mixed === null ? inner : { ...inner, mixed };
  };
  return marked(query, 'whole');
}

function mixedColumns(set: SetOperation, role: Role, facts: Facts): string | null {
  const nameAt = (arm: Query, at: number): string | null => {
    if (!facts.semantics.dynamicTypes) return outputTypeName(arm, at, facts);
    const affinity = affinityOfOutput(arm, at, facts);
    // IN compares with the affinity of the last arm, which NULL may be.
    return affinity === null && role === 'in' ? 'none' : affinity;
  };
  const columns = set.names.map((_, at) => severalTypes(set.arms.map((arm) => nameAt(arm, at))));
  return columns.some((one) => one !== null) ? columns.map((one) => one ?? '').join('; ') : null;
}

/** Where types are dynamic, values stay what they are, but a column has the affinity of some arm: `none` for what calculates. */
function affinityOf(expression: Expression, facts: Facts): string | null {
  switch (expression.kind) {
    case 'literal':
      return expression.type === 'null' ? null : 'none';
    case 'cast':
      return expression.type;
    case 'scalar':
      return affinityOfOutput(expression.query, 0, facts);
    case 'column': {
      const relation = facts.relation(expression.instance);
      if (relation?.source.kind !== 'query') return typeNameOf(expression, facts);
      const at = relation.columns?.findIndex(({ name }) => name === expression.column) ?? -1;
      return at < 0 ? '?' : affinityOfOutput(relation.source.query, at, facts);
    }
    default:
      return 'none';
  }
}

function affinityOfOutput(query: Query, at: number, facts: Facts): string | null {
  if (query.kind === 'values') return 'none';
  if (query.kind === 'block') {
    const output = query.outputs[at]?.expression;
    return output === undefined || output.kind === 'star' ? '*' : affinityOf(output, facts);
  }
  const names = query.arms.map((arm) => affinityOfOutput(arm, at, facts));
  return severalTypes(names) ?? names.find((one) => one !== null) ?? null;
}
