import { describe, expect, it } from 'vitest';
import { shadowTables } from './confirm-on-platform.js';
import { searchSchema } from './search-schema.js';
import { catalogOf } from './trial-scratch.test-support.js';

const catalog = catalogOf('create table t (id integer primary key, b text)', 'postgres');
const schema = searchSchema(
  catalog,
  () => true,
  () => true,
);

describe('shadowTables', () => {
  it('puts rows in the place of a table', () => {
    expect(
      shadowTables('select b from t', 'postgres', schema, [
        [
          [1, "it's"],
          [2, null],
        ],
      ]),
    ).toBe(
      "WITH t (id, b) AS (SELECT CAST(1 AS integer), CAST('it''s' AS text) UNION ALL SELECT CAST(2 AS integer), CAST(NULL AS text)) select b from t",
    );
  });

  it('keeps the query’s own WITH, RECURSIVE or not', () => {
    expect(shadowTables('with q as (select 1) select * from q, t', 'postgres', schema, [[]])).toBe(
      'WITH t (id, b) AS (SELECT CAST(NULL AS integer), CAST(NULL AS text) WHERE 1 = 0), q as (select 1) select * from q, t',
    );
    expect(shadowTables('with recursive q as (select 1) select * from t', 'postgres', schema, [[]])).toMatch(
      /^WITH RECURSIVE t /,
    );
  });

  it('leaves alone a query that names a table by its schema', () => {
    expect(shadowTables('select b from public.t', 'postgres', schema, [[]])).toBeNull();
  });
});
