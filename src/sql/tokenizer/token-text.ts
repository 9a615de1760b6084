import type { Token } from './token.js';

/** The token's text in lower case, for comparing keywords; a quoted name keeps its quotes, so it is never a keyword. */
export function lowerText(sql: string, token: Token): string {
  return sql.slice(token.start, token.end).toLowerCase();
}

/** The name that a word, a quoted name or a string spells, without its quotes. */
export function identifierText(sql: string, token: Token): string {
  const text = sql.slice(token.start, token.end);
  if (token.kind === 'word') return text;
  const open = text[0]!;
  const close = open === '[' ? ']' : open;
  const inner = text.slice(1, token.open ? undefined : -1);
  return close === ']' ? inner : inner.replaceAll(close + close, close);
}
