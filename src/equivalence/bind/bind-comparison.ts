import type { ComparisonOperator, Expression } from '../algebra/index.js';
import { invalid, unsupported } from './bind-failure.js';
import { type BindPart, type ExpressionContext, negated, subquery, widthOf } from './expression-context.js';
import { type Fields, isEmpty, listOf, nodeOf, understands, withoutParentheses } from './syntax-node.js';

export const comparisons: Readonly<
  Record<string, { readonly operator: ComparisonOperator; readonly swapped: boolean }>
> = {
  eq: { operator: '=', swapped: false },
  neq: { operator: '<>', swapped: false },
  lt: { operator: '<', swapped: false },
  lte: { operator: '<=', swapped: false },
  gt: { operator: '<', swapped: true },
  gte: { operator: '<=', swapped: true },
  null_safe_eq: { operator: 'is', swapped: false },
};

/** Comparisons, IS and the like bind alike in some engines and not in others, so that a chain needs parentheses. */
export function requireOperand(value: unknown): void {
  const type = nodeOf(value)?.type ?? '';
  const chained =
    type in comparisons ||
    [
      'is',
      'is_null',
      'is_true',
      'is_false',
      'between',
      'in',
      'like',
      'i_like',
      'glob',
      'not',
      'and',
      'or',
    ].includes(type);
  if (chained) unsupported('precedence', 'comparisons follow each other without parentheses');
}

export function bindComparison(
  data: Fields,
  { operator, swapped }: { readonly operator: ComparisonOperator; readonly swapped: boolean },
  bind: BindPart,
): Expression {
  understands('comparison', data, ['left', 'right']);
  requireOperand(data.left);
  requireOperand(data.right);
  const left = bindOperand(data.left, bind);
  const right = bindOperand(data.right, bind);
  return swapped
    ? { kind: 'comparison', operator, left: right, right: left }
    : { kind: 'comparison', operator, left, right };
}

function bindOperand(value: unknown, bind: BindPart): Expression {
  if (nodeOf(withoutParentheses(value))?.type === 'tuple') unsupported('tuple', 'rows are compared');
  return bind(value);
}

export function bindIs(data: Fields, bind: BindPart, { binding }: ExpressionContext): Expression {
  understands('is', data, ['left', 'right']);
  requireOperand(data.left);
  const left = bindOperand(data.left, bind);
  const right = bindOperand(data.right, bind);
  if (right.kind === 'literal' && right.type === 'null') return { kind: 'is-null', operand: left };
  if (!binding.semantics.dynamicTypes) return unsupported('is', 'IS is followed by an expression');
  if (right.kind === 'literal' && right.type === 'boolean') {
    return { kind: 'call', name: `is_${right.value}`, operands: [left] };
  }
  return { kind: 'comparison', operator: 'is', left, right };
}

export function bindBetween(data: Fields, bind: BindPart): Expression {
  understands('between', data, ['this', 'low', 'high', 'not']);
  for (const part of [data.this, data.low, data.high]) requireOperand(part);
  const operand = bindOperand(data.this, bind);
  const low = bindOperand(data.low, bind);
  const high = bindOperand(data.high, bind);
  return negated(data.not, {
    kind: 'and',
    operands: [
      { kind: 'comparison', operator: '<=', left: low, right: operand },
      { kind: 'comparison', operator: '<=', left: operand, right: high },
    ],
  });
}

export function bindIn(data: Fields, bind: BindPart, context: ExpressionContext): Expression {
  understands('in', data, ['this', 'expressions', 'query', 'not']);
  requireOperand(data.this);
  const tuple = nodeOf(withoutParentheses(data.this));
  if (!isEmpty(data.query)) {
    const operands = tuple?.type === 'tuple' ? listOf(tuple.data.expressions) : [data.this];
    const query = subquery(data.query, context);
    if (widthOf(query) !== operands.length) invalid('IN compares rows of different widths');
    return negated(data.not, {
      kind: 'in-query',
      operands: operands.map(bind),
      query,
    });
  }
  const items = listOf(data.expressions);
  if (items.length === 0) return unsupported('in', 'IN with an empty list');
  const [only] = items;
  const inner = nodeOf(only);
  // `x IN ((SELECT ..))` is a list of one value in some engines and a subquery in others.
  if (
    items.length === 1 &&
    inner !== null &&
    ['subquery', 'paren'].includes(inner.type) &&
    nodeOf(withoutParentheses(only))?.type === 'subquery'
  ) {
    return unsupported('in', 'a subquery in double parentheses');
  }
  return negated(data.not, {
    kind: 'in-list',
    operand: bindOperand(data.this, bind),
    items: items.map((item) => bindOperand(item, bind)),
  });
}
