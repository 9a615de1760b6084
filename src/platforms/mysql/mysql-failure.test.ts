import { expect, test } from 'vitest';
import { mysqlFailure } from './mysql-failure.js';

function sent(errno: number, sqlState: string, message = 'It failed'): Error {
  return Object.assign(new Error(message), { errno, sqlState });
}

test.each([
  [1064, '42000', 'syntax', 'query'],
  [1146, '42S02', 'unknown_name', 'query'],
  [1054, '42S22', 'unknown_name', 'query'],
  [1305, '42000', 'unknown_name', 'query'],
  [1969, '70100', 'timeout', 'query'],
  [3024, 'HY000', 'timeout', 'query'],
  [1317, '70100', 'cancelled', 'infrastructure'],
  [1142, '42000', 'refused', 'query'],
  [1792, '25006', 'refused', 'query'],
  [1038, 'HY001', 'memory', 'query'],
  [1114, 'HY000', 'memory', 'query'],
  [1021, 'HY000', 'memory', 'infrastructure'],
  [1041, 'HY000', 'memory', 'infrastructure'],
  [3, 'HY000', 'memory', 'infrastructure'],
  [1205, 'HY000', 'runtime', 'infrastructure'],
  [1690, '22003', 'runtime', 'query'],
  [1242, '21000', 'runtime', 'query'],
  [3636, 'HY000', 'runtime', 'query'],
  [1040, '08004', 'connection', 'infrastructure'],
  [1053, '08S01', 'connection', 'infrastructure'],
  [1927, '70100', 'connection', 'infrastructure'],
  [9999, '08S01', 'connection', 'infrastructure'],
  [9999, '42000', 'syntax', 'query'],
  [9999, 'HY000', 'runtime', 'query'],
] as const)('error %i (%s) is %s, the fault of the %s', (errno, sqlState, code, fault) => {
  expect(mysqlFailure(sent(errno, sqlState))).toMatchObject({ code, fault, sqlState });
});

test('a limit of a session is told from others with the same number by its words', () => {
  const limit =
    'The MariaDB server is running with the --max-session-mem-used=8192 option so it cannot execute';
  expect(mysqlFailure(sent(1290, 'HY000', limit))).toMatchObject({ code: 'memory', fault: 'query' });
  const space = 'Got error 200 "Local temporary space limit reached" from storage engine';
  expect(mysqlFailure(sent(1030, 'HY000', space))).toMatchObject({ code: 'memory', fault: 'query' });
});

test('what is no error of the server is a lost connection', () => {
  const lost = Object.assign(new Error('connect ECONNREFUSED db.example:3306'), {
    code: 'ECONNREFUSED',
    errno: -111,
  });
  const failure = mysqlFailure(lost);
  expect(failure).toMatchObject({ code: 'connection', fault: 'infrastructure', poisoned: true });
  expect(failure.message).toContain('ECONNREFUSED');
  expect(failure.message).not.toContain('db.example');
});

test('messages name neither the user nor folders', () => {
  const { message } = mysqlFailure(
    sent(1142, '42000', "SELECT command denied to user 'ann'@'10.0.0.7' for table `mysql`.`user`"),
  );
  expect(message).toBe('SELECT command denied to user this user for table `mysql`.`user`');
  const full = mysqlFailure(sent(3, 'HY000', "Error writing file '/var/tmp/mysql/MYfd=31' (Errcode: 28)"));
  expect(full.message).toBe("Error writing file 'MYfd=31' (Errcode: 28)");
});
