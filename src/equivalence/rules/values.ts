import {
  type Expression,
  expressionKey,
  isLimited,
  type Literal,
  nullLiteral,
  number,
} from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { haveTypesOfArms } from './arm-types.js';
import { isBoolean } from './logic.js';
import { useNotNull } from './non-null.js';
import type { ExpressionRule, RuleContext } from './rule.js';

/** COUNT of a literal that is not NULL counts every row. */
export const countOfLiteral: ExpressionRule = {
  name: 'count-of-literal',
  apply(expression) {
    if (expression.kind !== 'aggregate' || expression.name !== 'count' || expression.distinct) return null;
    const [only] = expression.operands;
    return expression.operands.length === 1 && only?.kind === 'literal' && only.type !== 'null'
      ? { ...expression, operands: [] }
      : null;
  },
};

/** MIN and MAX do not see how often a value comes. */
export const extremesIgnoreDistinct: ExpressionRule = {
  name: 'extremes-ignore-distinct',
  apply(expression) {
    if (expression.kind !== 'aggregate' || !expression.distinct) return null;
    return expression.name === 'min' || expression.name === 'max' ? { ...expression, distinct: false } : null;
  },
};

/** COUNT of a CASE that is NULL but where a condition holds counts the rows of that condition, as FILTER does. */
export const conditionalCount: ExpressionRule = {
  name: 'conditional-count',
  apply(expression, _position, context) {
    if (expression.kind !== 'aggregate' || expression.name !== 'count' || expression.distinct) return null;
    const [only] = expression.operands;
    if (expression.operands.length !== 1 || only?.kind !== 'case' || only.branches.length !== 1) return null;
    const [{ when, result }] = only.branches as [{ when: Expression; result: Expression }];
    if (!isNull(only.otherwise) || context.facts.isNullable(result)) return null;
    useNotNull(result, context);
    const filter: Expression =
      expression.filter === null ? when : { kind: 'and', operands: [expression.filter, when] };
    return { ...expression, operands: [], filter };
  },
};

function isNull(expression: Expression): boolean {
  return expression.kind === 'literal' && expression.type === 'null';
}

/** A CASE in the ELSE of a CASE goes on with its branches. */
export const nestedCase: ExpressionRule = {
  name: 'nested-case',
  apply(expression) {
    if (expression.kind !== 'case' || expression.otherwise.kind !== 'case') return null;
    if (expression.mixed !== undefined || expression.otherwise.mixed !== undefined) return null;
    return {
      kind: 'case',
      branches: [...expression.branches, ...expression.otherwise.branches],
      otherwise: expression.otherwise.otherwise,
    };
  },
};

/**
 * A literal beside a column takes the form that the engine gives it before it compares: SQLite's affinity makes `'9'` a
 * number beside a numeric column, and 9 a text beside a text column.
 */
export const literalAffinity: ExpressionRule = {
  name: 'literal-affinity',
  apply(expression, _position, context) {
    if (expression.kind === 'comparison') {
      const left = converted(expression.left, expression.right, context);
      const right = converted(expression.right, expression.left, context);
      return left === null && right === null
        ? null
        : { ...expression, left: left ?? expression.left, right: right ?? expression.right };
    }
    if (expression.kind !== 'in-list') return null;
    const items = expression.items.map((item) => converted(item, expression.operand, context) ?? item);
    return items.some((item, at) => item !== expression.items[at]) ? { ...expression, items } : null;
  },
};

/** The literal as it is compared with the other side, or null where it stays. */
function converted(literal: Expression, other: Expression, { facts }: RuleContext): Literal | null {
  if (literal.kind !== 'literal' || (literal.type !== 'number' && literal.type !== 'string')) return null;
  const type = facts.typeOf(other);
  const affinity = other.kind === 'column' ? type.affinity : null;
  if (affinity === 'text') {
    return literal.type === 'number' && /^(0|-?[1-9]\d{0,17})$/.test(literal.value)
      ? { kind: 'literal', type: 'string', value: literal.value }
      : null;
  }
  if (affinity !== 'numeric' && !(type.numeric && literal.type === 'number')) return null;
  const plain = plainNumber(literal.value);
  return plain === null || (plain === literal.value && literal.type === 'number') ? null : number(plain);
}

/** The shortest spelling of a short decimal number: `9.0`, `09` and `9` are one value. */
function plainNumber(text: string): string | null {
  const parts = /^(-?)0*(\d{1,15}?)(?:\.(\d{0,12}?)0*)?$/.exec(text);
  if (parts === null) return null;
  const [, sign = '', whole = '', fraction = ''] = parts;
  if (whole.length + fraction.length > 15) return null;
  const value = fraction === '' ? whole : `${whole}.${fraction}`;
  return value === '0' ? '0' : `${sign}${value}`;
}

/** `n < 5` is `n <= 4` where n is an integer; a count is one. */
export const integerThreshold: ExpressionRule = {
  name: 'integer-threshold',
  apply(expression, _position, { facts }) {
    if (expression.kind !== 'comparison' || expression.operator !== '<') return null;
    const { left, right } = expression;
    if (isInteger(right) && left.kind !== 'literal' && facts.typeOf(left).integer) {
      return { ...expression, operator: '<=', right: number(Number(right.value) - 1) };
    }
    if (isInteger(left) && right.kind !== 'literal' && facts.typeOf(right).integer) {
      return { ...expression, operator: '<=', left: number(Number(left.value) + 1) };
    }
    return null;
  },
};

function isInteger(expression: Expression): expression is Literal {
  return (
    expression.kind === 'literal' && expression.type === 'number' && /^-?\d{1,14}$/.test(expression.value)
  );
}

/** In a filter `x = x` says that x is not NULL. */
export const equalsItself: ExpressionRule = {
  name: 'equals-itself',
  apply(expression, position, { facts }) {
    if (position !== 'filter' || expression.kind !== 'comparison' || expression.operator !== '=') return null;
    if (!facts.semantics.totalOrder) return null;
    if (
      expressionKey(expression.left) !== expressionKey(expression.right) ||
      expression.left.kind === 'literal'
    )
      return null;
    return { kind: 'not', operand: { kind: 'is-null', operand: expression.left } };
  },
};

/** NOT of a truth value that is written out. */
export const negatedConstant: ExpressionRule = {
  name: 'negated-constant',
  apply(expression) {
    if (expression.kind !== 'not' || expression.operand.kind !== 'literal') return null;
    const { type, value } = expression.operand;
    return type === 'boolean' ? { kind: 'literal', type, value: value === 'true' ? 'false' : 'true' } : null;
  },
};

/** An aggregate that skips NULLs, over the rows of a condition, is the aggregate of a CASE without ELSE. */
export const filterAsCase: ExpressionRule = {
  name: 'filter-as-case',
  apply(expression) {
    if (expression.kind !== 'aggregate' || expression.filter === null || expression.operands.length !== 1)
      return null;
    const operand: Expression = {
      kind: 'case',
      branches: [{ when: expression.filter, result: expression.operands[0]! }],
      otherwise: nullLiteral,
    };
    return { ...expression, operands: [operand], filter: null };
  },
};

/** Whether an expression is `CASE WHEN p THEN 1 ELSE 0 END`; gives p. */
export function countedCondition(expression: Expression): Expression | null {
  if (expression.kind !== 'case' || expression.branches.length !== 1) return null;
  const [{ when, result }] = expression.branches as [{ when: Expression; result: Expression }];
  const is = (one: Expression, value: string): boolean =>
    one.kind === 'literal' && one.type === 'number' && one.value === value;
  return is(result, '1') && is(expression.otherwise, '0') ? when : null;
}

/**
 * `SUM(CASE WHEN p THEN 1 ELSE 0 END) / COUNT(*)` with a count in place of the sum, and the same for a sum below the line:
 * without rows both are NULL, as NULL below the line gives NULL and so does zero.
 */
export const shareOfRows: ExpressionRule = {
  name: 'share-of-rows',
  apply(expression, _position, { facts }) {
    if (!facts.semantics.numericOperators || expression.kind !== 'call' || expression.name !== '/')
      return null;
    const [share, whole] = expression.operands;
    if (share === undefined || whole?.kind !== 'aggregate') return null;
    if (whole.name !== 'count') {
      const count = sumOfCondition(whole, facts);
      return count === null ? null : { ...expression, operands: [share, count] };
    }
    const replaced = withCount(share, facts);
    return replaced === null ? null : { ...expression, operands: [replaced, whole] };
  },
};

function withCount(expression: Expression, facts: Facts): Expression | null {
  if (expression.kind === 'cast') {
    const operand = withCount(expression.operand, facts);
    return operand === null ? null : { ...expression, operand };
  }
  if (expression.kind === 'call' && (expression.name === '*' || expression.name === '/')) {
    const operands = expression.operands.map((one) => withCount(one, facts));
    if (operands.filter((one) => one !== null).length !== 1) return null;
    return { ...expression, operands: expression.operands.map((one, at) => operands[at] ?? one) };
  }
  return sumOfCondition(expression, facts);
}

/** The count that a sum of ones and zeros is, where there are rows; a truth value is one or zero where it is a number. */
export function sumOfCondition(expression: Expression, facts: Facts): Expression | null {
  if (expression.kind !== 'aggregate' || expression.name !== 'sum' || expression.distinct) return null;
  if (expression.filter !== null) return null;
  const [operand] = expression.operands;
  if (operand === undefined) return null;
  const truth = facts.semantics.numericConditions && isBoolean(operand) && !facts.isNullable(operand);
  const condition = truth ? operand : countedCondition(operand);
  return condition === null
    ? null
    : { kind: 'aggregate', name: 'count', operands: [], distinct: false, filter: condition };
}

/** `x IN (A UNION B)` is `x IN A OR x IN B`, for unknown too. */
export const inUnion: ExpressionRule = {
  name: 'in-union',
  apply(expression, _position, { facts }) {
    if (expression.kind !== 'in-query' || expression.query.kind !== 'set') return null;
    const { query } = expression;
    if (query.operator !== 'union' || isLimited(query) || !haveTypesOfArms(query, facts, true)) return null;
    return { kind: 'or', operands: query.arms.map((arm) => ({ ...expression, query: arm })) };
  },
};

/** SQLite's LIKE does not tell ASCII letters of a pattern from their capitals. */
export const likeIgnoresCase: ExpressionRule = {
  name: 'like-ignores-case',
  apply(expression, _position, { facts }) {
    if (!facts.semantics.likeIgnoresCase || expression.kind !== 'call' || expression.name !== 'like')
      return null;
    const [operand, pattern, ...others] = expression.operands;
    if (
      operand === undefined ||
      pattern?.kind !== 'literal' ||
      pattern.type !== 'string' ||
      others.length > 0
    )
      return null;
    const value = pattern.value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
    return value === pattern.value ? null : { ...expression, operands: [operand, { ...pattern, value }] };
  },
};
