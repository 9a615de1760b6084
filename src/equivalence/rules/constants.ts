import { type Expression, expressionKey, type Literal, nullLiteral, number } from '../algebra/index.js';
import { isBoolean } from './logic.js';
import { useNotNull } from './non-null.js';
import type { ExpressionRule, RuleContext } from './rule.js';

function truth(value: boolean): Literal {
  return { kind: 'literal', type: 'boolean', value: value ? 'true' : 'false' };
}

export function isNullLiteral(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'null';
}

export function isFalse(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'boolean' && expression.value === 'false';
}

export function isTrueLiteral(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'boolean' && expression.value === 'true';
}

/** A whole number that every engine's integers hold. */
export function wholeNumber(expression: Expression): number | null {
  if (expression.kind !== 'literal' || expression.type !== 'number') return null;
  return /^-?(0|[1-9]\d{0,8})$/.test(expression.value) ? Number(expression.value) : null;
}

/** Two whole numbers compare as numbers do, and a text equals itself. */
export const literalComparison: ExpressionRule = {
  name: 'literal-comparison',
  apply(expression) {
    if (expression.kind !== 'comparison') return null;
    const [left, right] = [expression.left, expression.right];
    const numbers = [wholeNumber(left), wholeNumber(right)];
    if (numbers[0] !== null && numbers[1] !== null) {
      const [one, other] = numbers as [number, number];
      switch (expression.operator) {
        case '=':
        case 'is':
          return truth(one === other);
        case '<>':
          return truth(one !== other);
        case '<':
          return truth(one < other);
        case '<=':
          return truth(one <= other);
      }
    }
    if (left.kind !== 'literal' || left.type !== 'string' || expressionKey(left) !== expressionKey(right))
      return null;
    return truth(expression.operator !== '<' && expression.operator !== '<>');
  },
};

/** Sums, differences and products of whole numbers that stay small. */
export const literalArithmetic: ExpressionRule = {
  name: 'literal-arithmetic',
  apply(expression) {
    if (expression.kind !== 'call' || expression.operands.length !== 2) return null;
    const [left, right] = expression.operands.map(wholeNumber) as [number | null, number | null];
    if (left === null || right === null) return null;
    const result = { '+': left + right, '-': left - right, '*': left * right }[expression.name];
    return result === undefined || Math.abs(result) > 999_999_999 ? null : number(result === 0 ? 0 : result);
  },
};

/** Operators that give NULL where an operand is. */
const strict = new Set(['+', '-', '*', '/', '%', 'negative', 'like', 'i_like']);

/** Comparisons, arithmetic and casts of NULL are NULL, and so are aggregates that skip NULLs and find nothing else. */
export const nullOperand: ExpressionRule = {
  name: 'null-operand',
  apply(expression) {
    switch (expression.kind) {
      case 'comparison': {
        const [left, right] = [expression.left, expression.right];
        if (!isNullLiteral(left) && !isNullLiteral(right)) return null;
        if (expression.operator !== 'is') return nullLiteral;
        return { kind: 'is-null', operand: isNullLiteral(left) ? right : left };
      }
      case 'in-list':
        return isNullLiteral(expression.operand) ? nullLiteral : null;
      case 'call':
        return strict.has(expression.name) && expression.operands.some(isNullLiteral) ? nullLiteral : null;
      case 'not':
      case 'cast':
        return isNullLiteral(expression.operand) ? nullLiteral : null;
      case 'aggregate': {
        const [only] = expression.operands;
        if (expression.operands.length !== 1 || only === undefined || !isNullLiteral(only)) return null;
        if (expression.name === 'count') return number(0);
        return ['sum', 'avg', 'min', 'max'].includes(expression.name) ? nullLiteral : null;
      }
      default:
        return null;
    }
  },
};

/** TRUE and FALSE among the operands of AND and OR. */
export const knownOperand: ExpressionRule = {
  name: 'known-operand',
  apply(expression, position) {
    if (expression.kind !== 'and' && expression.kind !== 'or') return null;
    const [decides, adds] = expression.kind === 'and' ? [isFalse, isTrueLiteral] : [isTrueLiteral, isFalse];
    const deciding = expression.operands.find(decides);
    if (deciding !== undefined) return deciding;
    const operands = expression.operands.filter((one) => !adds(one));
    if (operands.length === expression.operands.length) return null;
    if (operands.length === 0) return expression.operands[0]!;
    if (operands.length > 1) return { ...expression, operands };
    return position === 'value' && !isBoolean(operands[0]!) ? null : operands[0]!;
  },
};

/** A filter drops a row whose condition is NULL as it drops one whose condition is false; 0 is false, other numbers are true. */
export const constantCondition: ExpressionRule = {
  name: 'constant-condition',
  apply(expression, position, { facts }) {
    if (position === 'value' || expression.kind !== 'literal') return null;
    if (expression.type === 'null') return position === 'filter' ? truth(false) : null;
    if (expression.type !== 'number' || !facts.semantics.numericConditions) return null;
    const value = wholeNumber(expression);
    return value === null ? null : truth(value !== 0);
  },
};

/** `x IS NULL` of what cannot be NULL is false, and its negation true; only what is declared counts. */
export const isNullOfNonNull: ExpressionRule = {
  name: 'not-null-column',
  apply(expression, _position, context) {
    if (expression.kind !== 'is-null') return null;
    const { operand } = expression;
    if (isNullLiteral(operand)) return truth(true);
    if (context.facts.isNullable(operand)) return null;
    useNotNull(operand, context);
    return truth(false);
  },
};

/** `p OR NOT p` is true and `p AND NOT p` is false where p is not unknown; a filter does not tell false from unknown. */
export const complement: ExpressionRule = {
  name: 'complement',
  apply(expression, position, context) {
    if (expression.kind !== 'and' && expression.kind !== 'or') return null;
    const keys = new Set(expression.operands.map(expressionKey));
    const both = expression.operands.find(
      (one) => one.kind === 'not' && isBoolean(one.operand) && keys.has(expressionKey(one.operand)),
    );
    if (both === undefined || both.kind !== 'not') return null;
    const decided = expression.kind === 'and' && position === 'filter';
    if (!decided && context.facts.isNullable(both.operand)) return null;
    if (!decided) useNotNull(both.operand, context);
    return truth(expression.kind === 'or');
  },
};

/** In a filter `x IS y` is `x = y` where x or y is not NULL; `p IS TRUE` is p, and `p IS NOT TRUE` is NOT p if p is known. */
export const nullSafeComparison: ExpressionRule = {
  name: 'null-safe-comparison',
  apply(expression, position, context) {
    if (expression.kind === 'comparison' && expression.operator === 'is') {
      const nullable = [expression.left, expression.right].map((one) => context.facts.isNullable(one));
      const known = position === 'filter' ? nullable.includes(false) : !nullable.includes(true);
      if (!known) return null;
      for (const side of [expression.left, expression.right]) useNotNull(side, context);
      return { ...expression, operator: '=' };
    }
    if (expression.kind === 'or' && position === 'filter') return bothNullOrEqual(expression.operands);
    return truthTest(expression, position === 'filter', context);
  },
};

function truthTest(expression: Expression, filter: boolean, context: RuleContext): Expression | null {
  if (expression.kind !== 'call' || (expression.name !== 'is_true' && expression.name !== 'is_false'))
    return null;
  const [operand] = expression.operands;
  if (operand === undefined || !isBoolean(operand)) return null;
  if (!filter && context.facts.isNullable(operand)) return null;
  if (!filter) useNotNull(operand, context);
  return expression.name === 'is_true' ? operand : { kind: 'not', operand };
}

/** `x IS NULL AND y IS NULL OR x = y` */
function bothNullOrEqual(operands: readonly Expression[]): Expression | null {
  for (const both of operands) {
    if (both.kind !== 'and' || both.operands.length !== 2) continue;
    const [one, other] = both.operands as [Expression, Expression];
    if (one.kind !== 'is-null' || other.kind !== 'is-null') continue;
    const sides = [one.operand, other.operand].map(expressionKey).sort().join(' ');
    const equal = operands.find(
      (part) =>
        part.kind === 'comparison' &&
        part.operator === '=' &&
        [part.left, part.right].map(expressionKey).sort().join(' ') === sides,
    );
    if (equal === undefined || equal.kind !== 'comparison') continue;
    const rest = operands.filter((part) => part !== both && part !== equal);
    const same: Expression = { ...equal, operator: 'is' };
    return rest.length === 0 ? same : { kind: 'or', operands: [...rest, same] };
  }
  return null;
}

/** A literal among the keys of a window is the same for all rows: it tells none apart, and it orders none. */
export const constantWindowKey: ExpressionRule = {
  name: 'constant-window-key',
  apply(expression) {
    if (expression.kind !== 'window') return null;
    const partition = expression.partition.filter((one) => one.kind !== 'literal');
    const order = expression.order.filter((key) => key.expression.kind !== 'literal');
    const changed = partition.length < expression.partition.length || order.length < expression.order.length;
    return changed ? { ...expression, partition, order } : null;
  },
};
