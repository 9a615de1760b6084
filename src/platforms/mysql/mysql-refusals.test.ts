import { expect, test } from 'vitest';
import { refuseMysqlText } from './mysql-refusals.js';

test.each([
  'select 1',
  '(select 1) union (select 2);;',
  "select ';' as a /* ; */; -- ; select 2\n ;",
  'with q as (select 1) select * from q',
  'values (1), (2)',
  "select 'for update', `into`, t.into from t",
  'select get_lock from t',
  'select @x := 1',
])('%j may be sent', (sql) => {
  expect(refuseMysqlText(sql)).toBeNull();
});

test.each([
  ['', 'syntax'],
  ['-- nothing', 'syntax'],
  ['selec 1', 'syntax'],
  ['select 1\0', 'syntax'],
  ['begin', 'refused'],
  ['set @a = 1', 'refused'],
  ['select 1; select 2', 'refused'],
  ['select 1 # a\n; drop table t', 'refused'],
  ["select /*!50000 load_file('/x') */ 1", 'refused'],
  ["select get_lock('a', 1)", 'refused'],
  ["select `load_file` /* */ ('/x')", 'refused'],
  ['select * from t for/**/update', 'refused'],
  ['select * from (select * from t lock in share mode) q', 'refused'],
  ["select 1 into outfile '/x'", 'refused'],
  ['select 1 into @x', 'refused'],
  ['handler t open', 'refused'],
])('%j is not sent: %s', (sql, code) => {
  expect(refuseMysqlText(sql)).toMatchObject({ kind: 'error', code, fault: 'query' });
});
