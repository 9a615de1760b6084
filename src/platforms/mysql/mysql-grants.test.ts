import { expect, test } from 'vitest';
import { readGrants } from './mysql-grants.js';

const writingOf = (...lines: string[]): readonly string[] => readGrants(lines).writing;

test('a reader has nothing that writes', () => {
  const grants = readGrants([
    "GRANT USAGE ON *.* TO `reader`@`%` IDENTIFIED BY PASSWORD '*D821809F681A40A6E379B50D0463EFAE20BDD122'",
    'GRANT SELECT, SHOW VIEW ON `shop`.* TO `reader`@`%`',
    'GRANT SELECT (`id`, `INSERT ON x TO y`) ON `other`.`t` TO `reader`@`%`',
  ]);
  expect(grants).toEqual({
    writing: [],
    doubtful: [],
    roles: [],
    mayShowViews: true,
    readsEverything: false,
  });
});

test.each([
  ['INSERT on shop.*', 'GRANT SELECT, INSERT ON `shop`.* TO `u`@`%`'],
  ['UPDATE on shop.t', 'GRANT SELECT (`a`, `b`), UPDATE (`a`) ON `shop`.`t` TO `u`@`%`'],
  ['FILE on *.*', 'GRANT FILE ON *.* TO `u`@`%`'],
  ['ALL PRIVILEGES on *.*', 'GRANT ALL PRIVILEGES ON *.* TO `u`@`%`'],
  ['SYSTEM_VARIABLES_ADMIN on *.*', 'GRANT SYSTEM_VARIABLES_ADMIN,SHOW_ROUTINE ON *.* TO `u`@`%`'],
  ['READ_ONLY ADMIN on *.*', 'GRANT READ_ONLY ADMIN ON *.* TO `u`@`%`'],
  ['ALTER ROUTINE on FUNCTION shop.f', 'GRANT EXECUTE, ALTER ROUTINE ON FUNCTION `shop`.`f` TO `u`@`%`'],
  ['PROXY on @%', "GRANT PROXY ON ''@'%' TO 'u'@'%'"],
  ['DELETE on shop.a TO b', 'GRANT DELETE ON `shop`.`a TO b` TO `u`@`%`'],
  ['INSERT on shop.t', 'GRANT INSERT ON "shop"."t" TO "u"@"%"'],
  ['GRANT OPTION on shop.*', 'GRANT SELECT ON `shop`.* TO `u`@`%` WITH GRANT OPTION'],
  ['GRANT OPTION on shop.*', 'GRANT SELECT ON `shop`.* TO `u`@`%` WITH MAX_QUERIES_PER_HOUR 9 GRANT OPTION'],
  ['A NEW RIGHT on *.*', 'GRANT A NEW RIGHT ON *.* TO `u`@`%`'],
])('%s is writing', (right, line) => {
  expect(writingOf(line)).toEqual([right]);
});

test('the hash of a password is in no right', () => {
  const line = "GRANT INSERT ON *.* TO `u`@`%` IDENTIFIED BY PASSWORD '*D821809F'";
  expect(JSON.stringify(readGrants([line]))).not.toContain('D821809F');
});

test('roles are found in both spellings', () => {
  expect(readGrants(['GRANT `reader` TO `u`@`%`', 'GRANT `writer` TO `reader`']).roles).toEqual([
    'reader',
    'writer',
  ]);
  expect(readGrants(['GRANT `a`@`%`,`b`@`%` TO `u`@`%`']).roles).toEqual(['a', 'b']);
});

test('rights to run functions and to see other sessions are doubtful', () => {
  const { writing, doubtful } = readGrants([
    'GRANT PROCESS ON *.* TO `u`@`%`',
    'GRANT EXECUTE ON FUNCTION `shop`.`f` TO `u`@`%`',
  ]);
  expect(writing).toEqual([]);
  expect(doubtful).toEqual(['PROCESS on *.*', 'EXECUTE on FUNCTION shop.f']);
});

test('SELECT on everything is noticed, and no privileges taken away count', () => {
  expect(readGrants(['GRANT SELECT ON *.* TO `u`@`%`']).readsEverything).toBe(true);
  expect(writingOf('REVOKE INSERT ON `shop`.* FROM `u`@`%`', 'SET DEFAULT ROLE `r` FOR `u`@`%`')).toEqual([]);
});
