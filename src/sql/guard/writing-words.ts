import { lowerText, type Token } from '../../tokenizer/index.js';

/** Two words in a row that only a statement that writes or locks has. */
const pairs: ReadonlySet<string> = new Set([
  'insert into',
  'insert or',
  'insert overwrite',
  'delete from',
  'replace into',
  'merge into',
  'for update',
  'for share',
  'for no',
  'for key',
  'into outfile',
  'into dumpfile',
  'value for',
  'drop table',
  'create table',
]);

/** The first word that opens a write where statements need no semicolon between them; null without one. */
export function reservedWriteWord(
  sql: string,
  tokens: readonly Token[],
  words: readonly string[],
): string | null {
  const code = tokens.filter((token) => token.kind !== 'comment');
  const found = code.find(
    (token, index) =>
      token.kind === 'word' &&
      words.includes(lowerText(sql, token)) &&
      sql[code[index - 1]?.start ?? -1] !== '.' &&
      // UPDATE() asks a trigger what it was called for; nothing else here is a function.
      !(lowerText(sql, token) === 'update' && sql[code[index + 1]?.start ?? -1] === '('),
  );
  return found === undefined ? null : lowerText(sql, found).toUpperCase();
}

/**
 * Looks for words of a write in a statement that was not parsed; quoted names, literals and qualified names do not count.
 * It may refuse an odd query, never the other way round for the forms it knows.
 */
export function writingWords(sql: string, tokens: readonly Token[]): string | null {
  const code = tokens.filter((token) => token.kind !== 'comment');
  for (const [index, token] of code.entries()) {
    if (token.kind !== 'word' || sql[code[index - 1]?.start ?? -1] === '.') continue;
    const word = lowerText(sql, token);
    const after = code[index + 1];
    const next = after?.kind === 'word' ? lowerText(sql, after) : '';
    if (pairs.has(`${word} ${next}`)) return `${word} ${next}`.toUpperCase();
    if (word === 'into' || word === 'returning') return word.toUpperCase();
    const third = code[index + 2];
    if (word === 'update' && third?.kind === 'word' && lowerText(sql, third) === 'set')
      return 'UPDATE .. SET';
  }
  return null;
}
