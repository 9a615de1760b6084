import { type ColumnReference, conjunctionOf, type Expression } from '../algebra/index.js';
import { equalIsIdentical } from '../facts/index.js';
import { isPlain } from './derived.js';
import { linksBetween } from './join-rules.js';
import type { ExpressionRule } from './rule.js';

/** EXISTS of the parent that a foreign key points to says that the key is not NULL, and nothing else. */
export const foreignKeyExists: ExpressionRule = {
  name: 'foreign-key-exists',
  apply(expression, _position, context) {
    if (expression.kind !== 'exists' || !isPlain(expression.query)) return null;
    const { query } = expression;
    const [parent, ...others] = query.from.relations;
    if (parent === undefined || others.length > 0 || query.from.optional.length > 0) return null;
    const pairs = query.where.map((one) => keyPair(one, parent.id));
    const [first] = pairs;
    if (first === null || first === undefined || pairs.includes(null)) return null;
    const child = context.facts.relation(first.outside.instance);
    if (child === null || pairs.some((pair) => pair!.outside.instance !== child.id)) return null;
    const link = linksBetween(child, parent, context.facts).find(
      ({ columns, target }) =>
        columns.length === pairs.length &&
        columns.every((column, at) =>
          pairs.some(
            (pair) =>
              pair!.outside.column === column &&
              pair!.own.column === target[at] &&
              // What a key is looked up by is compared as `=` does only where equal is the same.
              equalIsIdentical(pair!.own, pair!.outside, context.facts),
          ),
        ),
    );
    if (link === undefined) return null;
    context.use(link.declared);
    const conditions = pairs.map(
      (pair): Expression => ({ kind: 'not', operand: { kind: 'is-null', operand: pair!.outside } }),
    );
    return conjunctionOf(conditions);
  },
};

interface KeyPair {
  readonly own: ColumnReference;
  readonly outside: ColumnReference;
}

function keyPair(conjunct: Expression, parent: number): KeyPair | null {
  if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') return null;
  const { left, right } = conjunct;
  if (left.kind !== 'column' || right.kind !== 'column') return null;
  if (left.instance === parent && right.instance !== parent) return { own: left, outside: right };
  return right.instance === parent && left.instance !== parent ? { own: right, outside: left } : null;
}
