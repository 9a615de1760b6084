import { inspectQuery } from './parser.js';

/**
 * Whether a query orders its own rows, by its syntax tree: an ORDER BY of a window or a subquery does not count, one inside
 * parentheses around the whole query does. False when the query cannot be parsed.
 *
 * @throws the signal's reason when it is aborted
 */
export async function hasTopLevelOrderBy(
  sql: string,
  dialect: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const inspected = await inspectQuery(sql, dialect, signal);
  return inspected.kind === 'query' && inspected.topLevelOrderBy;
}

/** The rule of the official Spider script (`exec_eval.py`): the text holds "order by" anywhere, in any case. */
export function hasOrderByText(sql: string): boolean {
  return sql.toLowerCase().includes('order by');
}
