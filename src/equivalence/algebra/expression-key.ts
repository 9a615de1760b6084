import type { Expression } from './expression.js';

const keys = new WeakMap<object, string>();

/** A text that is equal for expressions that are equal part by part, within one bound query. */
export function expressionKey(expression: Expression): string {
  const known = keys.get(expression);
  if (known !== undefined) return known;
  const key = JSON.stringify(expression, (name, value) =>
    // The table is named beside it, and its description is long.
    name === 'table' || name === 'columns' ? undefined : value,
  );
  keys.set(expression, key);
  return key;
}

/** Without repetitions, the first of each kept. */
export function distinctExpressions(expressions: readonly Expression[]): readonly Expression[] {
  const seen = new Set<string>();
  return expressions.filter((one) => {
    const key = expressionKey(one);
    return seen.has(key) ? false : seen.add(key) !== undefined;
  });
}
