import { type Block, type Expression, replaceIn } from '../algebra/index.js';

/** Replaces aggregates of the block itself; those of subqueries are theirs. */
export function mapAggregates(block: Block, replace: (one: Expression) => Expression | null): Block | null {
  let changed = false;
  const within = (expression: Expression): Expression =>
    replaceIn(expression, (one) => {
      if (one.kind === 'exists' || one.kind === 'scalar' || one.kind === 'in-query' || one.kind === 'window')
        return one;
      const next = one.kind === 'aggregate' ? replace(one) : null;
      if (next !== null) changed = true;
      return next;
    });
  const next: Block = {
    ...block,
    having: block.having.map(within),
    outputs: block.outputs.map((output) => ({ ...output, expression: within(output.expression) })),
    order: block.order.map((key) => ({ ...key, expression: within(key.expression) })),
  };
  return changed ? next : null;
}
