import { expect, test } from 'vitest';
import type { SqlassayError } from '../../types/index.js';
import { mysqlAddress } from './mysql-address.js';

test('takes apart an address, its parts percent-decoded', () => {
  expect(mysqlAddress('mysql://re%40der:p%3Aw@db.example:3307/my%20shop')).toEqual({
    host: 'db.example',
    port: 3307,
    user: 're@der',
    password: 'p:w',
    database: 'my shop',
  });
  expect(mysqlAddress('mariadb://reader@[::1]/shop')).toMatchObject({
    host: '::1',
    port: 3306,
    password: '',
  });
});

test('knows the options of encryption and of the socket', () => {
  expect(mysqlAddress('mysql://u@h/d?ssl-mode=REQUIRED').ssl).toEqual({ rejectUnauthorized: false });
  expect(mysqlAddress('mysql://u@h/d?ssl-mode=verify_identity').ssl).toEqual({
    rejectUnauthorized: true,
    verifyIdentity: true,
  });
  expect(mysqlAddress('mysql://u@h/d?ssl-mode=DISABLED').ssl).toBeUndefined();
  expect(mysqlAddress('mysql://u@localhost/d?socket=/run/mysqld.sock').socketPath).toBe('/run/mysqld.sock');
});

test.each([
  ['not a url', /not the address/],
  ['postgres://u:secret-word@h/d', /not the address/],
  ['mysql://u:secret-word@h:3306/', /names no database/],
  ['mysql://u:secret-word%zz@h/d', /percent-encoded/],
  ['mysql://u:secret-word@h/d?multipleStatements=true', /option that is not known/],
  ['mysql://u:secret-word@h/d?ssl-mode=maybe', /unknown ssl-mode/],
])('refuses %s without repeating it', (url, message) => {
  let thrown: SqlassayError | null = null;
  try {
    mysqlAddress(url);
  } catch (error) {
    thrown = error as SqlassayError;
  }
  expect(thrown?.code).toBe('E_URL_INVALID');
  expect(thrown?.message).toMatch(message);
  expect(thrown?.message).not.toContain('secret-word');
});
