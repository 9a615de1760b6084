import type { Expression } from '../algebra/index.js';
import { requireOperand } from './bind-comparison.js';
import { unsupported } from './bind-failure.js';
import type { BindPart } from './expression-context.js';
import { type Fields, nodeOf, understands } from './syntax-node.js';

export const operators: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  mod: '%',
  concat: '||',
  bitwise_and: '&',
  bitwise_or: '|',
  bitwise_xor: '^',
};

const precedence: Readonly<Record<string, number>> = { add: 1, sub: 1, mul: 2, div: 2, mod: 2 };

export function bindOperator(type: string, data: Fields, bind: BindPart): Expression {
  understands(type, data, ['left', 'right']);
  for (const side of [data.left, data.right]) {
    requireOperand(side);
    const inner = nodeOf(side)?.type ?? '';
    if (operators[inner] === undefined || inner === type) continue;
    // How `||` and the bit operators bind among the others differs between engines.
    if (precedence[inner] === undefined || precedence[type] === undefined) {
      unsupported(
        'precedence',
        `${operators[type]} and ${operators[inner]} follow each other without parentheses`,
      );
    }
  }
  const operands = [bind(data.left), bind(data.right)];
  return { kind: 'call', name: operators[type]!, operands };
}
