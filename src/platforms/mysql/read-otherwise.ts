import { spelledTokens } from '../../tokenizer/index.js';

/**
 * Whether a server may find other tokens in a text than the guard, which reads MySQL as it is without these modes:
 * backslashes that escape nothing (NO_BACKSLASH_ESCAPES), or double quotes around names (ANSI_QUOTES), in which a
 * backslash is a letter and which may stand before a call. Such a text could hide a call from the guard.
 */
export function isReadOtherwise(sql: string, sqlMode: string): boolean {
  const modes = sqlMode.toUpperCase().split(',');
  if (modes.includes('NO_BACKSLASH_ESCAPES') && sql.includes('\\')) return true;
  if (!modes.includes('ANSI_QUOTES') || !sql.includes('"')) return false;
  if (sql.includes('\\')) return true;
  const tokens = spelledTokens(sql, 'mysql');
  return tokens.some(({ start }, at) => sql[start] === '"' && tokens[at + 1]?.value === '(');
}
