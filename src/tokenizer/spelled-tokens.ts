import type { Token } from './token.js';
import { identifierText, lowerText } from './token-text.js';
import { tokenize } from './tokenize.js';

/** A token and what it says. */
export interface SpelledToken extends Token {
  /** The text of names and strings without their quotes, escapes as written; everything else in lower case. */
  readonly value: string;
}

/** The tokens that an engine reads, so without comments. */
export function spelledTokens(sql: string, dialect: string): readonly SpelledToken[] {
  return tokenize(sql, dialect)
    .filter((token) => token.kind !== 'comment')
    .map((token) => ({ ...token, value: spelling(sql, token) }));
}

function spelling(sql: string, token: Token): string {
  return token.kind === 'name' || token.kind === 'string'
    ? identifierText(sql, token)
    : lowerText(sql, token);
}
