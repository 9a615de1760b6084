import { type Block, type Expression, expressionKey } from '../algebra/index.js';
import { rejectedNulls } from '../facts/index.js';
import type { RuleContext } from './rule.js';

/** Whether an expression is not NULL in any row that WHERE keeps; notes the declaration that says so. */
export function isNonNull(expression: Expression, block: Block, { facts, use }: RuleContext): boolean {
  const key = expressionKey(expression);
  if (block.where.some((conjunct) => rejectedNulls(conjunct).some((one) => expressionKey(one) === key)))
    return true;
  if (facts.isNullable(expression)) return false;
  if (expression.kind === 'column') use(`${facts.nameOf(expression)} NOT NULL`);
  return true;
}
