import { type Aggregate, type Expression, expressionKey, nullLiteral, number } from '../algebra/index.js';

/** What stands in `COALESCE(x, 0)`. */
export function inCoalesceZero(expression: Expression): Expression | null {
  if (expression.kind !== 'case' || expression.branches.length !== 1) return null;
  const [{ when, result }] = expression.branches as [{ when: Expression; result: Expression }];
  const { otherwise } = expression;
  if (otherwise.kind !== 'literal' || otherwise.type !== 'number' || otherwise.value !== '0') return null;
  const tested = when.kind === 'not' && when.operand.kind === 'is-null' ? when.operand.operand : null;
  return tested !== null && expressionKey(tested) === expressionKey(result) ? result : null;
}

/** A value that is NULL where a count is zero: of all rows, or of those in which an operand is not NULL. */
export function nullWhereNone(value: Expression, operands: readonly Expression[]): Expression {
  const counted: Aggregate = { kind: 'aggregate', name: 'count', operands, distinct: false, filter: null };
  const none: Expression = { kind: 'comparison', operator: '=', left: counted, right: number(0) };
  return { kind: 'case', branches: [{ when: none, result: nullLiteral }], otherwise: value };
}
