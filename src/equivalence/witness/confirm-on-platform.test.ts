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

  it('takes the place of a table that is named by its schema', () => {
    const none = 'WITH t (id, b) AS (SELECT CAST(NULL AS integer), CAST(NULL AS text) WHERE 1 = 0) ';
    expect(shadowTables('select public.t.b from "public".t, t x', 'postgres', schema, [[]])).toBe(
      `${none}select t.b from t, t x`,
    );
  });

  it.each([
    'select b from other.t',
    'select b from db.public.t',
    'select b from (other.t join t u on true)',
    'select public.b from t as public, public.t',
  ])('leaves alone what it could not take the place of: %s', (sql) => {
    expect(shadowTables(sql, 'postgres', schema, [[]])).toBeNull();
  });
});
