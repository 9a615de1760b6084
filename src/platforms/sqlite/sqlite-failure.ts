import type { ExecutionErrorCode } from '../../types/index.js';
import type { QueryFailure } from '../embedded/protocol.js';
import { scrubMessage } from '../embedded/scrub-message.js';
import { NotReadOnly } from './sqlite-driver.js';

const infrastructure =
  /database is locked|database disk image is malformed|file is not a database|unable to open database|disk I\/O error|readonly database.*recovery|database schema is locked|disk is full/i;

/** What kind of failure an error of a SQLite driver is, by SQLite's own message. */
export function sqliteFailure(error: unknown, paths: readonly string[]): QueryFailure {
  const text = error instanceof Error ? error.message : String(error);
  const message = scrubMessage(text, paths);
  if (infrastructure.test(text)) {
    return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
  }
  const code = error instanceof NotReadOnly ? 'refused' : codeOf(text);
  // A WebAssembly engine that trapped may be in any state.
  const poisoned = error instanceof Error && error.constructor.name === 'RuntimeError';
  return { kind: 'error', code, fault: 'query', message, ...(poisoned ? { poisoned } : {}) };
}

function codeOf(text: string): ExecutionErrorCode {
  if (/not authorized|access to .* is prohibited|attempt to write a readonly database/i.test(text))
    return 'refused';
  if (
    /out of memory|Cannot create a string longer|Array buffer allocation failed|Invalid (string|array) length/i.test(
      text,
    )
  ) {
    return 'memory';
  }
  if (
    /no such (column|table|function|collation sequence|module|database)|ambiguous column name|no such index/i.test(
      text,
    )
  ) {
    return 'unknown_name';
  }
  if (/datatype mismatch|wrong number of arguments/i.test(text)) return 'type';
  if (
    /syntax error|unrecognized token|incomplete input|unterminated|misuse of|do not have the same number|parser stack overflow|expression tree is too large|too many|should come|must (have|appear)|may not be used|row value|GROUP BY|not allowed/i.test(
      text,
    )
  ) {
    return 'syntax';
  }
  return 'runtime';
}
