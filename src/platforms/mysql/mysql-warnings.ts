import type { QueryFailure } from '../embedded/protocol.js';
import { mysqlMessage } from './mysql-failure.js';

/** One line of SHOW WARNINGS. */
export interface MysqlWarning {
  readonly level: string;
  readonly number: number;
  readonly message: string;
}

/**
 * Warnings after which the rows are not what the query asks for: a limit of the server cut the work and the server went
 * on. 1931: recursion stopped early (MariaDB); 1260: GROUP_CONCAT cut; 1301: a text too large became NULL.
 */
const cutting: ReadonlyMap<number, QueryFailure['code']> = new Map([
  [1931, 'runtime'],
  [1260, 'memory'],
  [1301, 'memory'],
]);

const interrupting = new Set([1317, 1969, 3024]);

/** Remarks on syntax that goes away; nothing about the answer. */
const idle = new Set([1287, 1681, 1003]);

const mostNotes = 5;
const longestNote = 140;

/** What a query that ended well was warned of makes of it: a failure when its answer is not whole, else notes. */
export function readWarnings(
  warnings: readonly MysqlWarning[],
): { readonly failure: QueryFailure } | { readonly failure: null; readonly notes: readonly string[] } {
  for (const { number, message } of warnings) {
    if (interrupting.has(number)) return failed('timeout', message);
    const code = cutting.get(number);
    if (code !== undefined) return failed(code, `The server cut the answer: ${message}`);
  }
  const notes = new Map<number, string>();
  for (const { level, number, message } of warnings) {
    if (level === 'Note' || idle.has(number) || notes.has(number)) continue;
    notes.set(number, `warning: ${number} ${message}`.slice(0, longestNote));
  }
  return { failure: null, notes: [...notes.values()].slice(0, mostNotes) };
}

function failed(code: QueryFailure['code'], message: string): { readonly failure: QueryFailure } {
  return { failure: { kind: 'error', code, fault: 'query', message: mysqlMessage(message) } };
}
