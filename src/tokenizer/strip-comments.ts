import { tokenize } from './tokenize.js';

/**
 * The text without its comments; literals and quoted names stay as they are. Each comment leaves one blank (a line comment
 * keeps its line break), so that tokens never grow together. Comments that the engine runs are kept.
 */
export function stripComments(sql: string, dialect = 'generic'): string {
  const pieces: string[] = [];
  let at = 0;
  for (const token of tokenize(sql, dialect)) {
    if (token.kind !== 'comment') continue;
    pieces.push(sql.slice(at, token.start), ' ');
    at = token.end;
  }
  pieces.push(sql.slice(at));
  return pieces.join('');
}
