import { expect, test } from 'vitest';
import { postgresFailure } from './postgres-failure.js';

test.each([
  ['42601', 'syntax', 'query'],
  ['42803', 'syntax', 'query'],
  ['08P01', 'syntax', 'query'],
  ['42P01', 'unknown_name', 'query'],
  ['42703', 'unknown_name', 'query'],
  ['42804', 'type', 'query'],
  ['22P02', 'type', 'query'],
  ['22012', 'runtime', 'query'],
  ['54001', 'runtime', 'query'],
  ['XX000', 'runtime', 'query'],
  ['25006', 'refused', 'query'],
  ['42501', 'refused', 'query'],
  ['57014', 'timeout', 'query'],
  ['53200', 'memory', 'query'],
  ['53400', 'memory', 'query'],
  ['53100', 'connection', 'infrastructure'],
  ['53300', 'connection', 'infrastructure'],
  ['57P01', 'connection', 'infrastructure'],
  ['08006', 'connection', 'infrastructure'],
  ['40001', 'connection', 'infrastructure'],
  ['58030', 'connection', 'infrastructure'],
  ['XX001', 'connection', 'infrastructure'],
])('%s is %s, the fault of the %s', (code, expected, fault) => {
  const failure = postgresFailure(Object.assign(new Error('what the server says'), { code }));
  expect(failure).toEqual({
    kind: 'error',
    code: expected,
    fault,
    message: 'what the server says',
    sqlState: code,
  });
});

test('a function that is not there is a name, an operator is a matter of types', () => {
  const of = (message: string) => postgresFailure(Object.assign(new Error(message), { code: '42883' })).code;
  expect(of('function nope(integer) does not exist')).toBe('unknown_name');
  expect(of('operator does not exist: text = integer')).toBe('type');
});

test.each([
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('read'), { code: 'ECONNRESET' }),
])('what comes without an SQLSTATE is the connection’s: %s', (error) => {
  expect(postgresFailure(error)).toMatchObject({ code: 'connection', fault: 'infrastructure' });
});
