import { dialectOf } from '../../dialects/index.js';
import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import type { QueryFailure } from '../embedded/protocol.js';

const { queryWords, refusedFunctions } = dialectOf('mysql');
const functions = new Set(refusedFunctions);

const statementWords = new Set(
  (
    'alter analyze backup begin binlog cache call change check checksum commit create deallocate delete desc describe ' +
    'do drop end execute explain flush get grant handler help import insert install kill load lock optimize prepare ' +
    'purge rename repair replace reset resignal restart revoke rollback savepoint set show shutdown signal start stop ' +
    'truncate uninstall unlock update use xa'
  ).split(' '),
);

/** Words in a row that lock rows or write; all of their first words are reserved. */
const sequences = [['for', 'update'], ['for', 'share'], ['lock', 'in', 'share', 'mode'], ['into']] as const;

/**
 * Why a query is not sent at all, judged by its text; null when it may be. A user without rights to write can still take
 * locks that hold up others, and a statement can end the read-only transaction or set what comes after it.
 */
export function refuseMysqlText(sql: string): QueryFailure | null {
  if (sql.includes('\0')) return failure('syntax', 'The query has a NUL character in it.');
  const tokens = spelledTokens(sql, 'mysql');
  const start = tokens.findIndex((token) => token.value !== '(' && token.value !== ';');
  const first = tokens[start];
  if (first === undefined) return failure('syntax', 'There is no statement in the text.');
  if (tokens.some(({ kind }) => kind === 'executable_comment')) {
    return failure('refused', 'The server would run the text of a comment.');
  }
  if (first.kind !== 'word' || !queryWords.includes(first.value)) {
    return statementWords.has(first.value) && first.kind === 'word'
      ? failure('refused', `Only queries are run; this is ${first.value.toUpperCase()}.`)
      : failure(
          'syntax',
          `The text opens no query: ${JSON.stringify(sql.slice(first.start, first.end).slice(0, 80))}.`,
        );
  }
  const end = tokens.findIndex((token, at) => at > start && isSymbol(token, ';'));
  if (end >= 0 && tokens.slice(end).some((token) => !isSymbol(token, ';'))) {
    return failure('refused', 'Only one statement is run at a time; there is more after the semicolon.');
  }
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = token.value.toLowerCase();
    if (functions.has(name) && isSymbol(tokens[at + 1], '(')) {
      return failure('refused', `The function ${name} is not allowed in a query.`);
    }
    const found = sequences.find((words) => words.every((word, more) => isWord(tokens[at + more], word)));
    if (found !== undefined && !isSymbol(tokens[at - 1], '.')) {
      return failure('refused', `${found.join(' ').toUpperCase()} is not allowed in a query.`);
    }
  }
  return null;
}

function isWord(token: SpelledToken | undefined, value: string): boolean {
  return token?.kind === 'word' && token.value === value;
}

function isSymbol(token: SpelledToken | undefined, value: string): boolean {
  return token?.kind === 'symbol' && token.value === value;
}

function failure(code: 'refused' | 'syntax', message: string): QueryFailure {
  return { kind: 'error', code, fault: 'query', message };
}
