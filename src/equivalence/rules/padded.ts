import { type Block, type Expression, expressionKey } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { fixedBy } from './equalities.js';

/** What an expression is where all columns of some relations are NULL. */
type Padded = 'null' | 'true' | 'false' | 'unknown';

const strict = new Set([
  '+',
  '-',
  '*',
  '/',
  '%',
  'negative',
  'abs',
  'like',
  'i_like',
  'lower',
  'upper',
  'length',
]);

/**
 * An expression that gives for columns filled up with NULL what an output of a derived table does where its row is missing:
 * itself if it is NULL then, and for a literal the column that a conjunct fixes to it. Null where there is none.
 */
export function asPadded(
  expression: Expression,
  inner: Block,
  own: ReadonlySet<number>,
  facts: Facts,
): Expression | null {
  if (expression.kind !== 'literal' || expression.type === 'null')
    return withNulls(expression, own) === 'null' ? expression : null;
  for (const conjunct of inner.where) {
    const fixed = fixedBy(conjunct, facts);
    if (fixed === null || !own.has(fixed.column.instance)) continue;
    if (expressionKey(fixed.value) === expressionKey(expression)) return fixed.column;
  }
  return null;
}

function withNulls(expression: Expression, own: ReadonlySet<number>): Padded {
  const value = (one: Expression): Padded => withNulls(one, own);
  switch (expression.kind) {
    case 'column':
      return own.has(expression.instance) ? 'null' : 'unknown';
    case 'literal':
      if (expression.type === 'null') return 'null';
      return expression.type === 'boolean' ? (expression.value === 'true' ? 'true' : 'false') : 'unknown';
    case 'comparison':
      if (expression.operator === 'is') return 'unknown';
      return [expression.left, expression.right].some((one) => value(one) === 'null') ? 'null' : 'unknown';
    case 'call':
      return strict.has(expression.name) && expression.operands.some((one) => value(one) === 'null')
        ? 'null'
        : 'unknown';
    case 'cast':
      return value(expression.operand) === 'null' ? 'null' : 'unknown';
    case 'is-null':
      return value(expression.operand) === 'null' ? 'true' : 'unknown';
    case 'not': {
      const inner = value(expression.operand);
      return inner === 'true' ? 'false' : inner === 'false' ? 'true' : inner;
    }
    case 'and':
    case 'or':
      return connected(expression.kind, expression.operands.map(value));
    case 'case': {
      for (const { when, result } of expression.branches) {
        const holds = value(when);
        if (holds === 'true') return value(result);
        if (holds === 'unknown') return 'unknown';
      }
      return value(expression.otherwise);
    }
    default:
      return 'unknown';
  }
}

function connected(kind: 'and' | 'or', operands: readonly Padded[]): Padded {
  const decides = kind === 'and' ? 'false' : 'true';
  if (operands.includes(decides)) return decides;
  if (operands.includes('unknown')) return 'unknown';
  return operands.includes('null') ? 'null' : kind === 'and' ? 'true' : 'false';
}
