import { dialectOf } from '../../dialects/index.js';
import { lowerText, type Token } from '../../tokenizer/index.js';
import { readWords, writeWords } from '../extract/statement-words.js';
import type { RefusalCode } from './guard-result.js';

export interface Refusal {
  readonly code: RefusalCode;
  readonly message: string;
}

/** Deeper brackets than any question needs, and well below what overflows an engine's own parser. */
const maxDepth = 500;

/** What the words of a statement say, without parsing it: one statement, opened by a query's word, not too deep. */
export function wordCheck(sql: string, tokens: readonly Token[], dialect: string): Refusal | null {
  const table = dialectOf(dialect);
  const code = tokens.filter((token) => token.kind !== 'comment');
  const open = code.at(-1)?.open === true || tokens.at(-1)?.open === true;
  if (open && !table.sandboxed) {
    return { code: 'unterminated', message: 'A quote or a comment in the statement is never closed' };
  }
  const executable = code.find((token) => token.kind === 'executable_comment');
  if (executable !== undefined) {
    return { code: 'writes', message: `The engine would run the comment ${shown(sql, executable)}` };
  }
  let depth = 0;
  let deepest = 0;
  for (const [index, token] of code.entries()) {
    if (token.kind !== 'symbol') continue;
    const char = sql[token.start];
    if (char === '(' || char === '[' || char === '{') deepest = Math.max(deepest, ++depth);
    else if (char === ')' || char === ']' || char === '}') depth--;
    else if (char === ';' && code.slice(index + 1).some((later) => sql[later.start] !== ';')) {
      return {
        code: 'multiple_statements',
        message: 'The text holds more than one statement; exactly one may run',
      };
    }
  }
  if (deepest > maxDepth) {
    return {
      code: 'too_deep',
      message: `Brackets are nested ${deepest} deep; at most ${maxDepth} are allowed`,
    };
  }
  const first = code.find((token) => sql[token.start] !== '(' && sql[token.start] !== ';');
  if (first === undefined) return { code: 'empty', message: 'There is no statement in the text' };
  const word = lowerText(sql, first);
  if (first.kind === 'word' && table.queryWords.includes(word)) return null;
  if (first.kind === 'word' && writeWords.has(word) && word !== 'pragma') {
    return { code: 'writes', message: `${word.toUpperCase()} is not a query; only queries may run` };
  }
  const known = readWords.has(word) || word === 'pragma';
  return {
    code: 'not_a_query',
    message: known
      ? `${word.toUpperCase()} is not a query; only queries may run`
      : `The text opens with ${shown(sql, first)}, which opens no query`,
  };
}

function shown(sql: string, token: Token): string {
  const text = sql.slice(token.start, token.end);
  return JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}…` : text);
}
