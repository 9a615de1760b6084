import { type Block, type Expression, hasSubquery, instancesIn, number } from '../algebra/index.js';
import { equalIsIdentical } from '../facts/index.js';
import { asDerived, type Derived, isPlain, replacedIn, usesStar } from './derived.js';
import type { BlockRule, RuleContext } from './rule.js';

/**
 * A join to distinct rows, each compared with what is outside in all its columns, finds one row or none: it asks whether
 * there is one.
 */
export const distinctJoinedAsExists: BlockRule = {
  name: 'distinct-joined-as-exists',
  apply(block, _role, { facts }) {
    for (const relation of block.from.relations) {
      const derived = asDerived(relation);
      if (derived === null || !derived.source.query.distinct) continue;
      const inner: Block = { ...derived.source.query, distinct: false };
      if (!isPlain(inner) || block.from.relations.length < 2) continue;
      const outside = equalities(block, derived, facts);
      if (outside === null) continue;
      const conditions: Expression[] = [];
      for (const [at, { name }] of derived.columns!.entries()) {
        const other = outside.get(name);
        const right = inner.outputs[at]!.expression;
        if (other !== undefined) conditions.push({ kind: 'comparison', operator: '=', left: other, right });
      }
      const replace = (one: Expression): Expression | null =>
        one.kind === 'column' && one.instance === relation.id
          ? (outside.get(one.column) ??
            inner.outputs[derived.columns!.findIndex(({ name }) => name === one.column)]!.expression)
          : null;
      const rest = replacedIn(
        {
          ...block,
          from: { ...block.from, relations: block.from.relations.filter(({ id }) => id !== relation.id) },
          where: block.where.filter((conjunct) => !isEqualityWith(conjunct, relation.id, outside)),
        },
        replace,
      );
      const query: Block = {
        ...inner,
        where: [...inner.where, ...conditions],
        order: [],
        outputs: [{ name: null, expression: number(1) }],
      };
      return { ...rest, where: [...rest.where, { kind: 'exists', query }] };
    }
    return null;
  },
};

/** For each column of a derived table that is no literal, a column outside that WHERE makes the same value. */
function equalities(
  block: Block,
  derived: Derived,
  facts: RuleContext['facts'],
): ReadonlyMap<string, Expression> | null {
  const found = new Map<string, Expression>();
  for (const conjunct of block.where) {
    if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') continue;
    for (const [own, other] of [
      [conjunct.left, conjunct.right],
      [conjunct.right, conjunct.left],
    ] as const) {
      if (own.kind !== 'column' || own.instance !== derived.id || found.has(own.column)) continue;
      if (other.kind === 'literal' || hasSubquery(other)) continue;
      const instances = [...instancesIn(other)];
      if (instances.some((id) => id === derived.id || facts.isPadded(id))) continue;
      if (!equalIsIdentical(own, other, facts)) continue;
      found.set(own.column, other);
    }
  }
  const covered = derived.columns!.every(
    ({ name }, at) => found.has(name) || derived.source.query.outputs[at]!.expression.kind === 'literal',
  );
  return covered && !usesStar(block, derived.id) ? found : null;
}

function isEqualityWith(
  conjunct: Expression,
  instance: number,
  outside: ReadonlyMap<string, Expression>,
): boolean {
  if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') return false;
  return [
    [conjunct.left, conjunct.right],
    [conjunct.right, conjunct.left],
  ].some(
    ([own, other]) =>
      own!.kind === 'column' && own!.instance === instance && outside.get(own!.column) === other,
  );
}
