/** What decides how a session is set. */
export interface SessionSettings {
  readonly isMariadb: boolean;
  readonly timeoutMs: number | null;
  /** What NOW() is, in seconds since the epoch; null for the server's clock. */
  readonly timestamp: number | null;
}

const unlimitedRecursion = 4_294_967_295;
const longestGroupConcat = 1_073_741_824;
const unlimitedRows = '18446744073709551615';

/**
 * One SET for all that a query's session needs: UTC, UTF-8, no writing, a time-out, and none of the limits that cut an
 * answer without an error. sql_mode stays the server's, because it decides how SQL is read.
 */
export function sessionStatement({ isMariadb, timeoutMs, timestamp }: SessionSettings): string {
  // Zero is no limit in both.
  const timeout = isMariadb
    ? `max_statement_time=${(timeoutMs ?? 0) / 1000}`
    : `max_execution_time=${Math.ceil(timeoutMs ?? 0)}`;
  const recursion = isMariadb ? 'max_recursive_iterations' : 'cte_max_recursion_depth';
  const settings = [
    'NAMES utf8mb4',
    "time_zone='+00:00'",
    'autocommit=1',
    `@@SESSION.${isMariadb ? 'tx_read_only' : 'transaction_read_only'}=1`,
    timeout,
    `${recursion}=${unlimitedRecursion}`,
    `group_concat_max_len=${longestGroupConcat}`,
    `sql_select_limit=${unlimitedRows}`,
    ...(timestamp === null ? [] : [`timestamp=${timestamp}`]),
  ];
  return `SET ${settings.join(', ')}`;
}

/** Midnight (UTC) of a day in seconds, where both servers can hold a clock; null elsewhere and without a day. */
export function pinnedTimestamp(referenceDate: string | null): number | null {
  if (referenceDate === null) return null;
  const seconds = Date.parse(`${referenceDate}T00:00:00Z`) / 1000;
  // Zero would be the server's own clock again; MariaDB's timestamps end in January 2038.
  return seconds > 0 && seconds < 2 ** 31 - 1 ? seconds : null;
}
