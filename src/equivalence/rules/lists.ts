import { distinctExpressions, type Expression, expressionKey, type Literal } from '../algebra/index.js';
import type { ExpressionRule } from './rule.js';

/**
 * Only lists of literals of one type are taken apart: how an item that is a column is converted before it is compared
 * differs between IN and `=`.
 */
function literalItems(items: readonly Expression[]): readonly Literal[] | null {
  const literals = items.filter((one): one is Literal => one.kind === 'literal');
  const [first] = literals;
  if (first === undefined || literals.length < items.length) return null;
  return ['number', 'string'].includes(first.type) && literals.every(({ type }) => type === first.type)
    ? literals
    : null;
}

/** `x IN (1)` is `x = 1`. */
export const singleItemList: ExpressionRule = {
  name: 'single-item-list',
  apply(expression) {
    if (expression.kind !== 'in-list' || literalItems(expression.items) === null) return null;
    const items = distinctExpressions(expression.items);
    if (items.length === 1)
      return { kind: 'comparison', operator: '=', left: expression.operand, right: items[0]! };
    return items.length < expression.items.length ? { ...expression, items } : null;
  },
};

/** `x = 1 OR x = 2` is `x IN (1, 2)`, and `x <> 1 AND x <> 2` is `NOT x IN (1, 2)`, for unknown too. */
export const orOfEqualities: ExpressionRule = {
  name: 'or-of-equalities',
  apply(expression) {
    if (expression.kind !== 'or' && expression.kind !== 'and') return null;
    const positive = expression.kind === 'or';
    const groups = new Map<
      string,
      { readonly operand: Expression; readonly items: Literal[]; count: number }
    >();
    const rest: Expression[] = [];
    for (const one of expression.operands) {
      const member = membership(one, positive);
      if (member === null) {
        rest.push(one);
        continue;
      }
      const key = `${member.items[0]!.type} ${expressionKey(member.operand)}`;
      const group = groups.get(key) ?? { operand: member.operand, items: [], count: 0 };
      group.items.push(...member.items);
      group.count += 1;
      groups.set(key, group);
    }
    if (![...groups.values()].some(({ count }) => count > 1)) return null;
    const lists = [...groups.values()].map(({ operand, items }) => listOf(operand, items, positive));
    const operands = [...rest, ...lists];
    return operands.length === 1 ? operands[0]! : { ...expression, operands };
  },
};

function listOf(operand: Expression, items: readonly Literal[], positive: boolean): Expression {
  const distinct = distinctExpressions(items);
  if (distinct.length === 1) {
    return { kind: 'comparison', operator: positive ? '=' : '<>', left: operand, right: distinct[0]! };
  }
  const list: Expression = { kind: 'in-list', operand, items: distinct };
  return positive ? list : { kind: 'not', operand: list };
}

function membership(
  expression: Expression,
  positive: boolean,
): { readonly operand: Expression; readonly items: readonly Literal[] } | null {
  if (expression.kind === 'comparison' && expression.operator === (positive ? '=' : '<>')) {
    const { left, right } = expression;
    if (left.kind === 'literal') return right.kind === 'literal' ? null : withItems(right, [left]);
    return withItems(left, [right]);
  }
  const list = positive ? expression : expression.kind === 'not' ? expression.operand : null;
  return list?.kind === 'in-list' ? withItems(list.operand, list.items) : null;
}

function withItems(operand: Expression, items: readonly Expression[]) {
  const literals = literalItems(items);
  return literals === null ? null : { operand, items: literals };
}
