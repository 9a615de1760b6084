import { describe, expect, test } from 'vitest';
import { refuseSqliteText } from './sqlite-refusals.js';

describe('refuseSqliteText', () => {
  test.each([
    'pragma hard_heap_limit = 1',
    '/* select */ PRAGMA query_only = 0',
    ';vacuum into "/tmp/x"',
    'explain select 1',
    'select 1; select 2',
    "select ';'; drop table t",
    'select 1 -- ;\n; drop table t',
    "select $a('), name from pragma_database_list where $b(') is null",
    "select :a('), name from pragma_database_list where #b(') is null",
    "with \u00a0$a('),x(') as (select name from pragma_database_list) select * from \u00a0$a --'",
    'select * from pragma_database_list',
    "select 1 --\r'\n from pragma_database_list -- '",
    'select * from "pragma_database_list"',
    'select * from t join [PRAGMA_database_list]',
    'select * from main.`pragma_table_info`',
    "select load_extension('x')",
    'select * from sqlite_dbpage',
  ])('refuses %s', (sql) => {
    expect(refuseSqliteText(sql)).toMatchObject({ code: 'refused', fault: 'query' });
  });

  test.each([
    'select 1;',
    'select 1;; -- end',
    "select '; drop table t'",
    'with a as (select 1) select * from a',
    'values (1), (2)',
    'select sql from sqlite_master',
    'select name as "pragma_x" from t',
  ])('lets %s pass', (sql) => {
    expect(refuseSqliteText(sql)).toBe(null);
  });

  test.each(['', '-- x', 'selec 1', '(select 1)', 'select 1\0'])('calls %j a syntax error', (sql) => {
    expect(refuseSqliteText(sql)).toMatchObject({ code: 'syntax', fault: 'query' });
  });
});
