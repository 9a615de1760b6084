import { tokenize } from '../../sql/index.js';

/** Why a text cannot be put into a query as one condition; null when it can. */
export function expressionProblem(sql: string, dialect: string): string | null {
  const open: string[] = [];
  const tokens = tokenize(sql, dialect);
  if (tokens.length === 0) return 'the expression is empty';
  for (const token of tokens) {
    if (token.open) return 'the expression has a quote or a comment that is not closed';
    if (token.kind === 'comment' || token.kind === 'executable_comment')
      return 'the expression has a comment; leave it out';
    if (token.kind !== 'symbol') continue;
    const symbol = sql.slice(token.start, token.end);
    if (symbol === ';') return 'the expression has a semicolon; it must be one condition';
    if (symbol === '(' || symbol === '[' || symbol === '{') open.push(symbol);
    const opener = { ')': '(', ']': '[', '}': '{' }[symbol];
    if (opener !== undefined && open.pop() !== opener)
      return 'the brackets of the expression are not balanced';
    if (open.length === 0 && symbol === ',')
      return 'the expression has several parts; it must be one condition';
  }
  return open.length > 0 ? 'the brackets of the expression are not balanced' : null;
}
