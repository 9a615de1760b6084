import { type Expression, expressionKey, visitIn } from '../algebra/index.js';
import { rejectedNulls } from '../facts/index.js';
import type { RuleContext } from './rule.js';

/** Notes the NOT NULL declarations of an expression's columns. */
export function useNotNull(expression: Expression, { facts, use }: RuleContext): void {
  visitIn(expression, (one) => {
    if (one.kind === 'column' && !facts.isNullable(one)) use(`${facts.nameOf(one)} NOT NULL`);
    return true;
  });
}

/** Whether an expression is not NULL in any row of which all conditions are true; notes the declaration that says so. */
export function isNonNull(
  expression: Expression,
  where: readonly Expression[],
  context: RuleContext,
): boolean {
  const key = expressionKey(expression);
  if (where.some((conjunct) => rejectedNulls(conjunct).some((one) => expressionKey(one) === key)))
    return true;
  if (context.facts.isNullable(expression)) return false;
  useNotNull(expression, context);
  return true;
}
