import { expect, test } from 'vitest';
import { refusePostgresText } from './postgres-refusals.js';

test.each([
  'select 1',
  '(select 1) union all (values (2))',
  'table t',
  'with pg_ls_dir(a) as (select 1) select a from pg_ls_dir',
  "select 'set_config(1)' as set_config",
  'select t.current_setting from t',
  'select 1; -- ; select 2\n;',
  'select $a$ ; drop table t $a$',
])('lets %s through', (sql) => {
  expect(refusePostgresText(sql)).toBe(null);
});

test.each([
  'set role x',
  'select 1; commit',
  "select set_config('a', 'b', false)",
  `select pg_catalog."set_config"('a', 'b', false)`,
  "select SET_CONFIG /* ( */ ('a', 'b', false)",
  'select U&"set\\005fconfig"(1)',
  'select * from pg_shadow',
  'select * from t, pg_catalog.pg_authid',
  "select most_common_vals from pg_stats where tablename = 'payroll'",
  'explain analyze select 1',
])('refuses %s', (sql) => {
  expect(refusePostgresText(sql)).toMatchObject({ code: 'refused', fault: 'query' });
});

test.each(['', '-- nothing', 'selec 1', '"select" 1', '1', 'select 1\0'])('%j is no statement', (sql) => {
  expect(refusePostgresText(sql)).toMatchObject({ code: 'syntax', fault: 'query' });
});
