import { type Expression, mapParts } from '../algebra/index.js';
import { rejectedNulls } from '../facts/index.js';
import { isFalse, isNullLiteral } from './constants.js';
import { isBoolean } from './logic.js';
import { useNotNull } from './non-null.js';
import type { ExpressionRule, RuleContext } from './rule.js';

/**
 * A comparison with a literal, or IS NULL, of a CASE is the CASE of the comparisons. An engine with dynamic types compares a
 * column otherwise than a CASE that gives it, so that there only literals are taken apart.
 */
export const comparedCase: ExpressionRule = {
  name: 'compared-case',
  apply(expression, _position, { facts }) {
    if (expression.kind === 'is-null') {
      const { operand } = expression;
      return operand.kind === 'case' ? eachResult(operand, (one) => ({ ...expression, operand: one })) : null;
    }
    if (expression.kind !== 'comparison') return null;
    const { left, right } = expression;
    const conditional = left.kind === 'case' ? left : right.kind === 'case' ? right : null;
    const literal = conditional === left ? right : left;
    if (conditional === null || literal.kind !== 'literal') return null;
    const alike = (one: Expression): boolean => {
      if (one.kind === 'literal') return true;
      const type = facts.typeOf(one);
      return !facts.semantics.dynamicTypes && (type.numeric || type.identity !== null);
    };
    if (!resultsOf(conditional).every(alike)) return null;
    return eachResult(conditional, (one) =>
      conditional === left ? { ...expression, left: one } : { ...expression, right: one },
    );
  },
};

type Case = Expression & { readonly kind: 'case' };

function resultsOf(one: Case): readonly Expression[] {
  return [...one.branches.map(({ result }) => result), one.otherwise];
}

function eachResult(one: Case, change: (result: Expression) => Expression): Expression {
  return {
    kind: 'case',
    branches: one.branches.map(({ when, result }) => ({ when, result: change(result) })),
    otherwise: change(one.otherwise),
  };
}

/**
 * In a filter a CASE of conditions is true where one branch is the first to hold and its result is true. That an earlier
 * branch does not hold is written with NOT, so it must not be unknown where the result is true.
 */
export const caseAsConditions: ExpressionRule = {
  name: 'case-as-conditions',
  apply(expression, position, context) {
    if (position !== 'filter' || expression.kind !== 'case') return null;
    const results = resultsOf(expression);
    if (!results.every((one) => isBoolean(one) || isNullLiteral(one)) || results.length > 8) return null;
    const arms: Expression[] = [];
    for (const [at, result] of results.entries()) {
      if (isFalse(result) || isNullLiteral(result)) continue;
      const own = expression.branches[at];
      const conditions = own === undefined ? [result] : [own.when, result];
      const earlier = expression.branches.slice(0, at).map(({ when }) => when);
      if (!earlier.every((one) => isKnownWhere(one, conditions, context))) return null;
      const negated = earlier.map((operand): Expression => ({ kind: 'not', operand }));
      arms.push({ kind: 'and', operands: [...negated, ...conditions] });
    }
    return arms.length === 0
      ? { kind: 'literal', type: 'boolean', value: 'false' }
      : arms.length === 1
        ? arms[0]!
        : { kind: 'or', operands: arms };
  },
};

/** Whether a condition cannot be unknown in a row where the others hold. */
function isKnownWhere(condition: Expression, others: readonly Expression[], context: RuleContext): boolean {
  const known = new Set(others.flatMap(rejectedNulls).map((one) => JSON.stringify(one)));
  const assumed = (one: Expression): Expression =>
    known.has(JSON.stringify(one))
      ? { kind: 'literal', type: 'number', value: '1' }
      : mapParts(one, assumed, same);
  const rest = assumed(condition);
  if (context.facts.isNullable(rest)) return false;
  useNotNull(rest, context);
  return true;
}

function same<T>(query: T): T {
  return query;
}
