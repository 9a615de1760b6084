import { describe, expect, test } from 'vitest';
import { refuseDuckdbText } from './duckdb-refusals.js';

describe('refuseDuckdbText', () => {
  test.each([
    "from enable_logging('QueryLog')",
    "from ENABLE_LOGGING ('QueryLog')",
    'select * from "enable_logging"(\'QueryLog\')',
    "from system.main.enable_logging('QueryLog')",
    "from enable_logging('QueryLog') as materialized",
    "from enable_logging('QueryLog') as materialized (a)",
    "from enable_logging('QueryLog') as (a int)",
    "from t, enable_logging('QueryLog') as (a int)",
    "from t -- '\n, enable_logging('QueryLog')",
    "select e'\\'' , x from enable_logging('QueryLog') where '' = ''",
    "select $$'$$ from enable_logging('QueryLog')",
    "select /* /* */ ' */ 1 from enable_logging('QueryLog')",
    "select 1 --\r, current_setting('threads')",
    "select @current_setting('threads')",
    'select 1from duckdb_settings',
    "select current_setting\u00a0('threads')",
    "select current_setting\u200b('threads')",
    "select $€$ ' $€$, current_setting('threads')",
    "select e''\n'\\'', current_setting('threads') as \"'\"",
    "with a as (from query('from t')) from a",
    "select current_setting('x')",
    'select * from duckdb_settings',
    'pragma version',
    'call pragma_version()',
    '((insert into t values (1)))',
    '; set x = 1',
  ])('refuses %s', (sql) => {
    expect(refuseDuckdbText(sql)).toMatchObject({ code: 'refused', fault: 'query' });
  });

  test.each([
    "select 'enable_logging(' as s",
    'select 1 /* enable_logging(1) */',
    'select "current_setting" from t',
    'with query(a) as (select 1) select a from query',
    'with recursive query(a) as (select 1 union all select a + 1 from query where a < 3) select a from query',
    "select $$enable_logging('x')$$",
    '(select 1) union (select 2)',
    'from t select a',
    'select duckdb_settings from t',
    'this is no SQL at all',
  ])('lets %s pass', (sql) => {
    expect(refuseDuckdbText(sql)).toBe(null);
  });

  test.each(['', ' -- only a comment', ';;', 'select 1\0'])('has no statement in %j', (sql) => {
    expect(refuseDuckdbText(sql)).toMatchObject({ code: 'syntax' });
  });
});
