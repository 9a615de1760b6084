import {
  conjunctionOf,
  distinctExpressions,
  type Expression,
  expressionKey,
  resultsOf,
} from '../algebra/index.js';
import type { ExpressionRule, Position } from './rule.js';

/** Whether an expression is true, false or NULL and nothing else. */
export function isBoolean(expression: Expression): boolean {
  switch (expression.kind) {
    case 'and':
    case 'or':
    case 'not':
    case 'comparison':
    case 'is-null':
    case 'in-list':
    case 'in-query':
    case 'exists':
      return true;
    case 'literal':
      return expression.type === 'boolean';
    case 'call':
      return ['like', 'i_like', 'glob', 'is_true', 'is_false'].includes(expression.name);
    case 'case':
      return resultsOf(expression).every(isBoolean);
    default:
      return false;
  }
}

/** A condition in place of a larger one: as a value it must be a truth value itself. */
function asCondition(expression: Expression, position: Position): Expression | null {
  return position !== 'value' || isBoolean(expression) ? expression : null;
}

/** AND and OR associate in three-valued logic. */
export const associativity: ExpressionRule = {
  name: 'associativity',
  apply(expression) {
    if (expression.kind !== 'and' && expression.kind !== 'or') return null;
    const { kind } = expression;
    if (!expression.operands.some((one) => one.kind === kind)) return null;
    return {
      kind,
      operands: expression.operands.flatMap((one) => (one.kind === kind ? one.operands : [one])),
    };
  },
};

/** `p AND p` and `p OR p` are p, for unknown too. */
export const repeatedOperand: ExpressionRule = {
  name: 'repeated-operand',
  apply(expression, position) {
    if (expression.kind !== 'and' && expression.kind !== 'or') return null;
    const operands = distinctExpressions(expression.operands);
    if (operands.length === expression.operands.length && operands.length > 1) return null;
    if (operands.length > 1) return { ...expression, operands };
    return asCondition(operands[0]!, position);
  },
};

/** `p OR (p AND q)` and `p AND (p OR q)` are p, for unknown too. */
export const absorption: ExpressionRule = {
  name: 'absorption',
  apply(expression) {
    if (expression.kind !== 'and' && expression.kind !== 'or') return null;
    const other = expression.kind === 'and' ? 'or' : 'and';
    const keys = new Set(expression.operands.map(expressionKey));
    const operands = expression.operands.filter(
      (one) => one.kind !== other || !one.operands.some((inner) => keys.has(expressionKey(inner))),
    );
    return operands.length < expression.operands.length ? { ...expression, operands } : null;
  },
};

/** NOT over AND and OR, in three-valued logic. */
export const deMorgan: ExpressionRule = {
  name: 'de-morgan',
  apply(expression) {
    if (expression.kind !== 'not') return null;
    const { operand } = expression;
    if (operand.kind !== 'and' && operand.kind !== 'or') return null;
    return {
      kind: operand.kind === 'and' ? 'or' : 'and',
      operands: operand.operands.map((one) => ({ kind: 'not', operand: one })),
    };
  },
};

/** NOT NOT p is p where only its truth counts. */
export const doubleNegation: ExpressionRule = {
  name: 'double-negation',
  apply(expression, position) {
    if (expression.kind !== 'not' || expression.operand.kind !== 'not') return null;
    return asCondition(expression.operand.operand, position);
  },
};

/** NOT (a = b) is a <> b, and NOT (a < b) is b <= a, where any two values are ordered; NULL gives unknown on both sides. */
export const negatedComparison: ExpressionRule = {
  name: 'negated-comparison',
  apply(expression, _position, { facts }) {
    if (expression.kind !== 'not' || expression.operand.kind !== 'comparison') return null;
    const { operator, left, right } = expression.operand;
    if (operator === '=' || operator === '<>') {
      return { kind: 'comparison', operator: operator === '=' ? '<>' : '=', left, right };
    }
    if (operator === 'is' || !facts.semantics.totalOrder) return null;
    return { kind: 'comparison', operator: operator === '<' ? '<=' : '<', left: right, right: left };
  },
};

/** A conjunct that is always true adds nothing: TRUE, 1 where numbers are conditions, `1 = 1`. */
export const trueConjunct: ExpressionRule = {
  name: 'true-conjunct',
  apply(expression, position, { facts }) {
    if (expression.kind !== 'and') return null;
    const operands = expression.operands.filter((one) => !isTrue(one, facts.semantics.numericConditions));
    if (operands.length === expression.operands.length || operands.length === 0) return null;
    return operands.length === 1 ? asCondition(operands[0]!, position) : { ...expression, operands };
  },
};

export function isTrue(expression: Expression, numbersToo: boolean): boolean {
  if (expression.kind === 'literal') {
    if (expression.type === 'boolean') return expression.value === 'true';
    return numbersToo && expression.type === 'number' && /^[1-9]\d*$/.test(expression.value);
  }
  return (
    expression.kind === 'comparison' &&
    expression.operator === '=' &&
    expression.left.kind === 'literal' &&
    (expression.left.type === 'number' || expression.left.type === 'string') &&
    expressionKey(expression.left) === expressionKey(expression.right)
  );
}

/** `(p AND q) OR (p AND r)` is `p AND (q OR r)` in three-valued logic. */
export const commonFactor: ExpressionRule = {
  name: 'common-factor',
  apply(expression) {
    if (expression.kind !== 'or') return null;
    const parts = expression.operands.map((one) => (one.kind === 'and' ? one.operands : [one]));
    const others = parts.slice(1).map((part) => new Set(part.map(expressionKey)));
    const shared = (parts[0] ?? []).filter((one) => others.every((keys) => keys.has(expressionKey(one))));
    if (shared.length === 0 || others.length === 0) return null;
    const keys = new Set(shared.map(expressionKey));
    const rests = parts.map((part) => part.filter((one) => !keys.has(expressionKey(one))));
    // An arm that is nothing but the shared part absorbs the others, which is another rule's.
    if (rests.some((rest) => rest.length === 0)) return null;
    const rest: Expression = {
      kind: 'or',
      operands: rests.map(conjunctionOf),
    };
    return { kind: 'and', operands: [...shared, rest] };
  },
};
