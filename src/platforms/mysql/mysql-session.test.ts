import { expect, test } from 'vitest';
import { pinnedTimestamp, sessionStatement } from './mysql-session.js';

test('each server gets its own names and units of the time-out', () => {
  const mariadb = sessionStatement({ isMariadb: true, timeoutMs: 1500, timestamp: null });
  expect(mariadb).toContain('max_statement_time=1.5,');
  expect(mariadb).toContain('tx_read_only=1');
  expect(mariadb).toContain('max_recursive_iterations=4294967295');
  const mysql = sessionStatement({ isMariadb: false, timeoutMs: 1500, timestamp: 86_400 });
  expect(mysql).toContain('max_execution_time=1500,');
  expect(mysql).toContain('transaction_read_only=1');
  expect(mysql).toContain('cte_max_recursion_depth=4294967295');
  expect(mysql).toMatch(/, timestamp=86400$/);
});

test('a part of a millisecond is not rounded to no limit', () => {
  expect(sessionStatement({ isMariadb: false, timeoutMs: 0.2, timestamp: null })).toContain(
    'max_execution_time=1,',
  );
  expect(sessionStatement({ isMariadb: true, timeoutMs: null, timestamp: null })).toContain(
    'max_statement_time=0,',
  );
});

test.each([
  [null, null],
  ['2024-01-01', 1_704_067_200],
  ['1970-01-01', null],
  ['1969-12-31', null],
  ['2038-01-19', 2_147_472_000],
  ['2038-01-20', null],
  ['2100-01-01', null],
])('%s is held at %s', (day, seconds) => {
  expect(pinnedTimestamp(day)).toBe(seconds);
});
