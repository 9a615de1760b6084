/**
 * - `word`: a keyword or a name without quotes
 * - `name`: a name in quotes
 * - `executable_comment`: a comment whose text the engine runs, as MySQL's `/*! .. *\/`
 * - `symbol`: any other single character
 */
export type TokenKind = 'word' | 'name' | 'string' | 'number' | 'comment' | 'executable_comment' | 'symbol';

/** A piece of SQL text; white space stands between tokens. Offsets are JavaScript string indices. */
export interface Token {
  readonly kind: TokenKind;
  readonly start: number;
  /** The index after the last character. */
  readonly end: number;
  /** True when the text ended before the token's closing quote or comment mark. */
  readonly open: boolean;
}
