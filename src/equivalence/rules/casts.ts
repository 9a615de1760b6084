import type { Expression } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { isBoolean } from './logic.js';
import type { ExpressionRule } from './rule.js';

/** A cast to the type that a value has already. */
export const redundantCast: ExpressionRule = {
  name: 'redundant-cast',
  apply(expression, _position, { facts }) {
    if (expression.kind !== 'cast' || facts.semantics.dynamicTypes) return null;
    return hasType(expression.operand, expression.type, facts) ? expression.operand : null;
  },
};

function hasType(operand: Expression, type: string, facts: Facts): boolean {
  const { data_type: name, ...rest } = JSON.parse(type) as Record<string, unknown>;
  const known = facts.typeOf(operand);
  if (Object.keys(rest).length > 0) return false;
  switch (name) {
    case 'big_int':
      return known.integer && (facts.semantics.sumsKeepTypes || known.name === 'bigint');
    case 'int':
      // The sum of INTEGERs is one in generic SQL, and wider in engines that would refuse the cast where it is too large.
      return known.integer && (facts.semantics.name === 'generic' || isSmall(operand));
    case 'boolean':
      return known.identity === name || isBoolean(operand);
    case 'date':
      return known.identity === name;
    default:
      return false;
  }
}

function isSmall(operand: Expression): boolean {
  return operand.kind === 'literal' && /^-?\d{1,9}$/.test(operand.value);
}
