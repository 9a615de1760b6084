import { lowerText, tokenize } from '../tokenizer/index.js';
import { inspectQuery } from './parser.js';

/**
 * Whether a query orders its own rows, by its syntax tree: an ORDER BY of a window or a subquery does not count, one inside
 * parentheses around the whole query does. Of a query that our parser cannot read, though its engine may, the words outside
 * all brackets decide.
 *
 * @throws the signal's reason when it is aborted
 */
export async function hasTopLevelOrderBy(
  sql: string,
  dialect: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const inspected = await inspectQuery(sql, dialect, signal);
  if (inspected.kind === 'query') return inspected.topLevelOrderBy;
  return inspected.kind === 'unreadable' && hasOrderByOutsideBrackets(sql, dialect);
}

/** Windows, aggregates and subqueries stand in brackets, so an ORDER BY outside of them is the query's own. */
function hasOrderByOutsideBrackets(sql: string, dialect: string): boolean {
  const code = tokenize(sql, dialect).filter(({ kind }) => kind !== 'comment');
  let depth = 0;
  return code.some((token, at) => {
    const char = sql[token.start]!;
    if (token.kind === 'symbol' && '([{'.includes(char)) depth++;
    else if (token.kind === 'symbol' && ')]}'.includes(char)) depth--;
    const next = code[at + 1];
    const isOrderBy =
      token.kind === 'word' &&
      next?.kind === 'word' &&
      lowerText(sql, token) === 'order' &&
      lowerText(sql, next) === 'by';
    return isOrderBy && depth === 0;
  });
}

/** The rule of the official Spider script (`exec_eval.py`): the text holds "order by" anywhere, in any case. */
export function hasOrderByText(sql: string): boolean {
  return sql.toLowerCase().includes('order by');
}
