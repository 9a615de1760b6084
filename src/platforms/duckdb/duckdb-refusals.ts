import { type SpelledToken, spelledTokens } from '../../tokenizer/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { remembered } from '../embedded/remembered.js';

/** What a read-only query can begin with. PRAGMA, CALL, SET and the like change the engine or show its surroundings. */
const openings = new Set([
  'select',
  'with',
  'from',
  'values',
  'table',
  'pivot',
  'unpivot',
  'describe',
  'desc',
  'show',
  'summarize',
]);

/**
 * Functions a query can call that reach beyond its data: they run text as SQL (and so would hide other functions from
 * this list), switch logging or profiling (one of which makes later queries abort the process), read raw memory, or
 * show paths and settings. Reading files is closed by the sandbox; refusing it here gives a plainer message.
 */
const refusedFunctions = new Set([
  'add_parquet_key',
  'arrow_scan',
  'arrow_scan_dumb',
  'check_peg_parser',
  'checkpoint',
  'current_setting',
  'disable_logging',
  'disable_peg_parser',
  'disable_profiling',
  'duckdb_databases',
  'duckdb_extensions',
  'duckdb_external_file_cache',
  'duckdb_log_contexts',
  'duckdb_logs',
  'duckdb_logs_parsed',
  'duckdb_prepared_statements',
  'duckdb_profiling_settings',
  'duckdb_secrets',
  'duckdb_settings',
  'duckdb_temporary_files',
  'enable_logging',
  'enable_peg_parser',
  'enable_profiling',
  'force_checkpoint',
  'from_substrait',
  'from_substrait_json',
  'getenv',
  'json_execute_serialized_sql',
  'nextval',
  'pg_sleep',
  'pragma_database_list',
  'pragma_database_size',
  'pragma_metadata_info',
  'pragma_storage_info',
  'pragma_user_agent',
  'query',
  'seq_scan',
  'sleep_ms',
  'sniff_csv',
  'truncate_duckdb_logs',
  'which_secret',
  'write_log',
]);

/** Tables that are views on such functions. */
const refusedTables = new Set(['duckdb_databases', 'duckdb_settings', 'duckdb_secrets', 'duckdb_logs']);

/** Why a query is not run at all, judged by its text; null when it may be. */
export const refuseDuckdbText = remembered(refusalOf);

function refusalOf(sql: string): QueryFailure | null {
  if (sql.includes('\0')) return failure('syntax', 'The query has a NUL character in it.');
  const tokens = spelledTokens(sql, 'duckdb');
  const first = tokens.find((token) => token.value !== '(' && token.value !== ';');
  if (first === undefined) return failure('syntax', 'There is no statement in the text.');
  if (first.kind !== 'word' || !openings.has(first.value)) {
    // Text that is no SQL at all is the parser's to reject, with its better message.
    return statementWords.has(first.value)
      ? failure('refused', `Only queries are run; this is ${first.value.toUpperCase()}.`)
      : null;
  }
  for (let at = 0; at < tokens.length; at++) {
    const name = tokens[at]!;
    if (name.kind !== 'word' && name.kind !== 'name') continue;
    const lower = name.value.toLowerCase();
    if (tokens[at + 1]?.value === '(' && tokens[at + 1]?.kind === 'symbol') {
      if (refusedFunctions.has(lower) && !isCteHead(tokens, at)) {
        return failure('refused', `The function ${lower} is not allowed in a query.`);
      }
    } else if (refusedTables.has(lower) && follows(tokens, at)) {
      return failure('refused', `The table ${lower} is not allowed in a query.`);
    }
  }
  return null;
}

const statementWords = new Set(
  (
    'alter analyze attach begin call checkpoint commit comment copy create deallocate delete detach drop execute ' +
    'explain export force import insert install load merge pragma prepare reset rollback set start transaction ' +
    'truncate update use vacuum abort'
  ).split(' '),
);

/**
 * `with name(a, b) as (`: the head of a common table expression, not a call. Only the first one of a WITH is told
 * apart, because after a comma a call could look the same.
 */
function isCteHead(tokens: readonly SpelledToken[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind === 'word' && (before.value === 'with' || before.value === 'recursive');
}

function follows(tokens: readonly SpelledToken[], at: number): boolean {
  const before = tokens[at - 1]?.value;
  return before === 'from' || before === 'join' || before === ',' || before === '.' || before === 'table';
}

function failure(code: 'refused' | 'syntax', message: string): QueryFailure {
  return { kind: 'error', code, fault: 'query', message };
}
