import { isFields, nodeOf } from './nodes.js';

/**
 * Whether the query's own rows are ordered: an ORDER BY of the statement, of a whole set operation, or inside parentheses
 * that hold the whole query. One of a window, a subquery or a set operation's operand does not count.
 */
export function topLevelOrderBy(query: unknown): boolean {
  const node = nodeOf(query);
  if (node === null || !isFields(node.data)) return false;
  const order = node.data.order_by;
  if (isFields(order) && Array.isArray(order.expressions) && order.expressions.length > 0) return true;
  return (node.type === 'subquery' || node.type === 'paren') && topLevelOrderBy(node.data.this);
}
