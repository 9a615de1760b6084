export { type SpelledToken, spelledTokens } from './spelled-tokens.js';
export { stripComments } from './strip-comments.js';
export type { Token, TokenKind } from './token.js';
export { hasEscapedName, identifierText, lowerText } from './token-text.js';
export { tokenize } from './tokenize.js';
