import { dialectOf } from '../../dialects/index.js';
import { tokenize } from '../../tokenizer/index.js';
import { extract } from '../extract/extract-statement.js';
import { orderCleaned } from '../extract/order-cleaned.js';
import { inspectQuery } from '../parser.js';
import type { GuardResult, RefusalCode } from './guard-result.js';
import { refusedFunction } from './refused-function.js';
import { wordCheck } from './word-check.js';
import { reservedWriteWord, writingWords } from './writing-words.js';

/** No engine is given more than this, in UTF-8 bytes. */
const maxBytes = 1_000_000;

/**
 * Lets exactly one read-only query through, as the model wrote it.
 *
 * The words are looked at first: one statement, opened by a word that opens a query in this dialect, no refused function.
 * Then the parsed statement: no write, lock or SELECT INTO anywhere in it. EXPLAIN, SHOW, DESCRIBE, SUMMARIZE, PRAGMA, SET
 * and CALL are no queries. A statement that our parser cannot read goes on to an engine with a sandbox of its own; for
 * the others it must hold no word of a write either. The guard is the first wall; the engine's sandbox is the second.
 *
 * @throws the signal's reason when it is aborted
 */
export async function guardStatement(
  text: string,
  dialect: string,
  signal?: AbortSignal,
): Promise<GuardResult> {
  signal?.throwIfAborted();
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) {
    return refused('too_large', `The text has ${bytes} bytes; at most ${maxBytes} are allowed`);
  }
  if (text.includes('\0')) return refused('nul_byte', 'The text holds a NUL character');
  const found = extract(text, dialect);
  if (found.kind === 'none') return refused('empty', 'There is no statement in the text');
  if (found.kind === 'several') {
    return refused('multiple_statements', 'The text holds more than one statement; exactly one may run');
  }
  const { sql } = found;
  const tokens = tokenize(sql, dialect);
  const words = wordCheck(sql, tokens, dialect);
  if (words !== null) return refused(words.code, words.message);
  const reserved = reservedWriteWord(sql, tokens, dialectOf(dialect).reservedWriteWords);
  if (reserved !== null) return refused('writes', `The statement holds ${reserved}; only reads may run`);
  const called = refusedFunction(sql, tokens, dialect);
  if (called !== null) return refused('function_not_allowed', `${called} is not allowed in a query`);

  const inspected = await inspectQuery(sql, dialect, signal);
  const statement = { sql, cleaned: orderCleaned(found.cleaned) };
  if (inspected.kind === 'query') {
    return inspected.writes === null
      ? { kind: 'query', statement, parsed: true }
      : refused('writes', `The query holds ${inspected.writes}; only reads may run`);
  }
  if (inspected.kind === 'statement') {
    return refused(
      inspected.writes ? 'writes' : 'not_a_query',
      `${inspected.what} is not a query; only queries may run`,
    );
  }
  if (inspected.kind === 'statements') {
    return refused('multiple_statements', 'The text holds more than one statement; exactly one may run');
  }
  const writing = dialectOf(dialect).sandboxed ? null : writingWords(sql, tokens);
  if (writing !== null) return refused('writes', `The statement holds ${writing}; only reads may run`);
  return { kind: 'query', statement, parsed: false };
}

function refused(code: RefusalCode, message: string): GuardResult {
  return { kind: 'refused', code, message };
}
