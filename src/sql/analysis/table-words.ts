import { identifierText, lowerText, type Token, tokenize } from '../../tokenizer/index.js';

/** Functions whose arguments may hold the word FROM. */
const fromInside = new Set([
  'extract',
  'substring',
  'substr',
  'trim',
  'ltrim',
  'rtrim',
  'overlay',
  'position',
]);

/**
 * The names that follow FROM, JOIN and TABLE in a text, in lower case, the last part of each: a second look, independent
 * of the parser, at what it must have found.
 */
export function tableWords(sql: string, dialect: string): readonly string[] {
  const code = tokenize(sql, dialect).filter((token) => token.kind !== 'comment');
  const word = (at: number): string => (code[at]?.kind === 'word' ? lowerText(sql, code[at]) : '');
  const symbol = (at: number): string => (code[at]?.kind === 'symbol' ? sql[code[at].start]! : '');
  const names: string[] = [];
  const openers: string[] = [];
  for (let at = 0; at < code.length; at++) {
    if (symbol(at) === '(') openers.push(word(at - 1));
    else if (symbol(at) === ')') openers.pop();
    const keyword = symbol(at - 1) === '.' ? '' : word(at);
    if (keyword === 'select' && openers.length > 0) openers[openers.length - 1] = '';
    const comparison = word(at - 1) === 'distinct' && ['is', 'not'].includes(word(at - 2));
    const inFunction = keyword === 'from' && (comparison || fromInside.has(openers.at(-1) ?? ''));
    if ((keyword !== 'from' && keyword !== 'join' && keyword !== 'table') || inFunction) continue;
    const name = lastPart(sql, code, at + 1, word, symbol);
    if (name !== null) names.push(name);
  }
  return names;
}

/** `a.b.c` gives `c`; null where no name follows. */
function lastPart(
  sql: string,
  code: readonly Token[],
  at: number,
  word: (at: number) => string,
  symbol: (at: number) => string,
): string | null {
  if (word(at) === 'only' || word(at) === 'lateral') at++;
  while (symbol(at + 1) === '.' && code[at + 2]?.kind !== 'symbol') at += 2;
  const last = code[at];
  if (last === undefined || !['word', 'name', 'string'].includes(last.kind)) return null;
  if (['select', 'with', 'values'].includes(word(at))) return null;
  return identifierText(sql, last).toLowerCase();
}
