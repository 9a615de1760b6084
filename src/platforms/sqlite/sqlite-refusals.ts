import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { remembered } from '../embedded/remembered.js';

/** Functions that reach files, code or the engine itself; most builds lack them, the shell and extensions bring them. */
export const refusedFunctions: ReadonlySet<string> = new Set([
  'edit',
  'fsdir',
  'fts3_tokenizer',
  'getenv',
  'load_extension',
  'lsdir',
  'lsmode',
  'readfile',
  'sqlite_log',
  'writefile',
  'zipfile',
]);

/** Tables that show or change the file's pages or the engine's own state. */
const refusedTables = new Set(['sqlite_dbpage', 'sqlite_stmt', 'sqlite_memstat']);

const openings = new Set(['select', 'with', 'values']);

const statementWords = new Set(
  (
    'alter analyze attach begin commit create delete detach drop end explain insert pragma reindex release replace ' +
    'rollback savepoint update vacuum'
  ).split(' '),
);

/**
 * Why a query is not even prepared, judged by its text; null when it may be. It comes before preparing because a
 * PRAGMA takes effect while it is prepared, and because drivers silently ignore a second statement.
 */
export const refuseSqliteText = remembered(refusalOf);

function refusalOf(sql: string): QueryFailure | null {
  if (sql.includes('\0')) return failure('syntax', 'The query has a NUL character in it.');
  const tokens = spelledTokens(sql, 'sqlite');
  const start = tokens.findIndex((token) => token.value !== ';');
  const first = tokens[start];
  if (first === undefined) return failure('syntax', 'There is no statement in the text.');
  if (first.kind !== 'word' || !openings.has(first.value)) {
    const known = first.kind === 'word' && statementWords.has(first.value);
    return known
      ? failure('refused', `Only queries are run; this is ${first.value.toUpperCase()}.`)
      : failure('syntax', `near "${sql.slice(first.start, first.end).slice(0, 80)}": syntax error`);
  }
  const end = tokens.findIndex((token, at) => at > start && isSemicolon(token));
  if (end >= 0 && tokens.slice(end).some((token) => !isSemicolon(token))) {
    return failure('refused', 'Only one statement is run at a time; there is more after the semicolon.');
  }
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = token.value.toLowerCase();
    if (
      token.kind === 'word' ? refusedName(name) : name.startsWith('pragma_') && isTableName(tokens[at - 1])
    ) {
      return failure('refused', `${name} is not allowed in a query.`);
    }
  }
  return null;

  function refusedName(name: string): boolean {
    return refusedFunctions.has(name) || refusedTables.has(name) || name.startsWith('pragma_');
  }
}

function isTableName(before: SpelledToken | undefined): boolean {
  const place = before?.value;
  return place === 'from' || place === 'join' || place === ',' || place === '.';
}

function isSemicolon(token: SpelledToken): boolean {
  return token.kind === 'symbol' && token.value === ';';
}

function failure(code: 'refused' | 'syntax', message: string): QueryFailure {
  return { kind: 'error', code, fault: 'query', message };
}
