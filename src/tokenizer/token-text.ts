import type { Token } from './token.js';

/** The token's text in lower case, for comparing keywords; a quoted name keeps its quotes, so it is never a keyword. */
export function lowerText(sql: string, token: Token): string {
  return sql.slice(token.start, token.end).toLowerCase();
}

/** `U&"\0061"`: a name in escapes, which nothing here decodes. */
export function hasEscapedName(sql: string, tokens: readonly Token[]): boolean {
  return tokens.some(
    (token) => token.kind === 'name' && /^u&/i.test(sql.slice(token.start, token.start + 2)),
  );
}

/** The name that a word, a quoted name or a string spells, without its quotes and what stands before them. */
export function identifierText(sql: string, token: Token): string {
  const text = sql.slice(token.start, token.end);
  if (token.kind === 'word') return text;
  const dollars = /^\$[^$]*\$/.exec(text)?.[0];
  if (dollars !== undefined) return text.slice(dollars.length, token.open ? undefined : -dollars.length);
  const quoteAt = text.search(/['"`[]/);
  const open = text[quoteAt];
  if (open === undefined) return text;
  const close = open === '[' ? ']' : open;
  const inner = text.slice(quoteAt + 1, token.open ? undefined : -1);
  return close === ']' ? inner : inner.replaceAll(close + close, close);
}
