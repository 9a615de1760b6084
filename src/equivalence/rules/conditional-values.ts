import { type Case, type Expression, expressionKey, mapParts, resultsOf } from '../algebra/index.js';
import { type Facts, rejectedNulls } from '../facts/index.js';
import { isFalse, isNullLiteral, isTrueLiteral } from './constants.js';
import { isBoolean } from './logic.js';
import { useNotNull } from './non-null.js';
import type { ExpressionRule, RuleContext } from './rule.js';

/**
 * What a CASE comes to that gives one thing in any case. Where types are dynamic a column is compared otherwise than an
 * expression that gives its value, so that it stays inside a CASE.
 */
export function withoutBranches(result: Expression, facts: Facts): Expression {
  const compared = ['column', 'cast', 'scalar'].includes(result.kind);
  return compared && facts.semantics.dynamicTypes
    ? { kind: 'case', branches: [], otherwise: result }
    : result;
}

/** A branch of CASE that gives what the ELSE gives, just before it, is no branch. */
export const lastBranch: ExpressionRule = {
  name: 'last-branch',
  apply(expression, _position, { facts }) {
    if (expression.kind !== 'case' || expression.mixed !== undefined) return null;
    const last = expression.branches.at(-1);
    if (last === undefined) {
      const only = withoutBranches(expression.otherwise, facts);
      return only.kind === 'case' && only.branches.length === 0 ? null : only;
    }
    if (expressionKey(last.result) !== expressionKey(expression.otherwise)) return null;
    const branches = expression.branches.slice(0, -1);
    return branches.length === 0 ? withoutBranches(expression.otherwise, facts) : { ...expression, branches };
  },
};

/** Branches of CASE whose condition is written out. */
export const constantBranch: ExpressionRule = {
  name: 'constant-branch',
  apply(expression, _position, { facts }) {
    if (expression.kind !== 'case' || expression.branches.length === 0) return null;
    if (expression.mixed !== undefined) return null;
    const branches = expression.branches.filter(({ when }) => !isFalse(when));
    const certain = branches.findIndex(({ when }) => isTrueLiteral(when));
    if (certain >= 0) {
      const [otherwise, kept] = [branches[certain]!.result, branches.slice(0, certain)];
      return kept.length === 0
        ? withoutBranches(otherwise, facts)
        : { kind: 'case', branches: kept, otherwise };
    }
    if (branches.length === expression.branches.length) return null;
    return branches.length === 0 ? withoutBranches(expression.otherwise, facts) : { ...expression, branches };
  },
};

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
    if (conditional === null || conditional.mixed !== undefined || literal.kind !== 'literal') return null;
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

/** In a filter `CASE WHEN p THEN TRUE ELSE FALSE END` is p, and anywhere else where p is not unknown; the other way round it is NOT p. */
export const truthCase: ExpressionRule = {
  name: 'truth-case',
  apply(expression, position, context) {
    if (expression.kind !== 'case' || expression.branches.length !== 1) return null;
    const [{ when, result }] = expression.branches as [{ when: Expression; result: Expression }];
    const { otherwise } = expression;
    const known = isBoolean(when) && !context.facts.isNullable(when);
    if (position === 'filter' && isTrueLiteral(result) && (isFalse(otherwise) || isNullLiteral(otherwise)))
      return when;
    if (!known) return null;
    const truth = isTrueLiteral(result) && isFalse(otherwise);
    const opposite = isFalse(result) && isTrueLiteral(otherwise);
    if (!truth && !opposite) return null;
    useNotNull(when, context);
    return truth ? when : { kind: 'not', operand: when };
  },
};

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
