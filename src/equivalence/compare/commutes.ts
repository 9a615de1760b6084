import type { Expression } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';

/** Whether the operands of a call may change places. */
export function commutes(call: Expression & { readonly kind: 'call' }, facts: Facts): boolean {
  // `+` joins texts in some engines and adds days to dates in others.
  if (call.name === '+' || call.name === '*')
    return facts.semantics.numericOperators || facts.isNumeric(call.operands);
  return call.name === '&' || call.name === '|' || call.name === '^';
}
