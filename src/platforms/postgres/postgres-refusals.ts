import { dialectOf } from '../../dialects/index.js';
import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import type { QueryFailure } from '../embedded/protocol.js';

const { queryWords, refusedFunctions, refusedFunctionPrefixes, refusedTables } = dialectOf('postgres');

/** Also refused on a server that others use: they change what later queries see, or maintain indexes. */
const alsoRefused = new Set(['setseed', 'pg_import_system_collations', 'pg_log_backend_memory_contexts']);
const alsoRefusedPrefixes = [
  'brin_',
  'gin_clean_',
  'pg_backup_',
  'pg_start_backup',
  'pg_stop_backup',
  'pg_wal_',
];

const functions = new Set([...refusedFunctions, ...alsoRefused]);
const prefixes = [...refusedFunctionPrefixes, ...alsoRefusedPrefixes];
/** Statistics hold values of tables, which a role may not be allowed to read. */
const statistics = [
  'pg_stats',
  'pg_stats_ext',
  'pg_stats_ext_exprs',
  'pg_statistic',
  'pg_statistic_ext_data',
];
const tables = new Set([...refusedTables, ...statistics]);

const statementWords = new Set(
  (
    'abort alter analyze begin call checkpoint close cluster comment commit copy create deallocate declare delete ' +
    'discard do drop end execute explain fetch grant import insert listen load lock merge move notify prepare ' +
    'reassign refresh reindex release reset revoke rollback savepoint security set show start truncate unlisten ' +
    'update vacuum'
  ).split(' '),
);

/**
 * Why a query is not sent at all, judged by its text; null when it may be. A read-only transaction does not keep a
 * query from taking locks, changing settings or ending sessions, and a statement can end the transaction itself.
 */
export function refusePostgresText(sql: string): QueryFailure | null {
  if (sql.includes('\0')) return failure('syntax', 'The query has a NUL character in it.');
  const tokens = spelledTokens(sql, 'postgres');
  const start = tokens.findIndex((token) => token.value !== '(' && token.value !== ';');
  const first = tokens[start];
  if (first === undefined) return failure('syntax', 'There is no statement in the text.');
  if (first.kind !== 'word' || !queryWords.includes(first.value)) {
    return statementWords.has(first.value) && first.kind === 'word'
      ? failure('refused', `Only queries are run; this is ${first.value.toUpperCase()}.`)
      : failure('syntax', `syntax error at or near "${sql.slice(first.start, first.end).slice(0, 80)}"`);
  }
  const end = tokens.findIndex((token, at) => at > start && isSymbol(token, ';'));
  if (end >= 0 && tokens.slice(end).some((token) => !isSymbol(token, ';'))) {
    return failure('refused', 'Only one statement is run at a time; there is more after the semicolon.');
  }
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = token.value.toLowerCase();
    if (isSymbol(tokens[at + 1], '(') && !isCteHead(tokens[at - 1])) {
      // A name written with Unicode escapes could be any.
      const hidden = token.kind === 'name' && token.value.includes('\\');
      if (hidden || functions.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))
        return failure('refused', `The function ${name} is not allowed in a query.`);
    } else if (tables.has(name) && isTableName(tokens[at - 1])) {
      return failure('refused', `The table ${name} is not allowed in a query.`);
    }
  }
  return null;
}

/** `with name(a, b) as (`: the head of the first common table expression, not a call. */
function isCteHead(before: SpelledToken | undefined): boolean {
  return before?.kind === 'word' && (before.value === 'with' || before.value === 'recursive');
}

function isTableName(before: SpelledToken | undefined): boolean {
  return ['from', 'join', ',', '.', 'table', '('].includes(before?.value ?? '');
}

function isSymbol(token: SpelledToken | undefined, value: string): boolean {
  return token?.kind === 'symbol' && token.value === value;
}

function failure(code: 'refused' | 'syntax', message: string): QueryFailure {
  return { kind: 'error', code, fault: 'query', message };
}
