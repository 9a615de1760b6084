import initSqlJs from 'sql.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { prepareWithDoubleQuotedStrings } from './double-quoted-strings.js';

type Prepared = { free(): void; rows(): unknown[] };

/** sql.js accepts double-quoted strings by itself; refusing them makes it behave as a build with SQLITE_DQS=0. */
let prepareNative: (sql: string) => Prepared;

beforeAll(async () => {
  const SQL = await initSqlJs();
  const database = new SQL.Database();
  database.run(`create table pets (name text, kind text); create table owners (owner text, "dog" text);
    insert into pets values ('Rex', 'dog'), ('Tom', 'cat'), ('it''s "x"', 'odd');
    insert into owners values ('Ann', 'Rex')`);
  prepareNative = (sql) => {
    const statement = database.prepare(sql);
    return {
      free: () => {
        statement.free();
      },
      rows() {
        const rows: unknown[] = [];
        while (statement.step()) rows.push(statement.get());
        return rows;
      },
    };
  };
});

/** What a build without double-quoted strings does: the names in backticks are never strings. */
function prepareStrict(sql: string): Prepared {
  let inside = false;
  const strict = sql.replace(/'[^']*'|"/g, (found) => {
    if (found !== '"') return found;
    inside = !inside;
    return '`';
  });
  return prepareNative(strict);
}

const cases: readonly (readonly [sql: string, used: boolean, rows: unknown[]])[] = [
  ['select name from pets where kind = "dog"', true, [['Rex']]],
  ['select "name" from pets where "kind" = \'dog\'', false, [['Rex']]],
  ['select "knid" from pets limit 1', true, [['knid']]],
  ['select name from pets where kind in ("dog", "cat") order by "name"', true, [['Rex'], ['Tom']]],
  ['select name as "dog" from pets where kind = "dog"', false, []],
  ['select "dog" from owners where exists (select 1 from pets where kind = "dog")', false, []],
  ['select name, (select "dog" from owners) from pets where kind = "dog"', true, [['Rex', 'Rex']]],
  ['select count(*) from pets where name = "it\'s ""x"""', true, [[1]]],
  ['select 1 as "a b"', false, [[1]]],
];

describe.each([
  ['natively', true],
  ['by rewriting', false],
] as const)('double-quoted strings %s', (_name, native) => {
  const prepare = (sql: string): Prepared => (native ? prepareNative(sql) : prepareStrict(sql));

  test.each(cases.filter(([sql]) => native || !sql.includes('""')))('%s', (sql, used, rows) => {
    const prepared = prepareWithDoubleQuotedStrings(sql, prepare, native);
    expect(prepared.usedDoubleQuotedStrings).toBe(used);
    expect(prepared.statement.rows()).toEqual(rows);
  });

  test.each(['select nope from pets', 'select t."name" from pets', 'select "name" from nope', 'select "a'])(
    'an error stays an error: %s',
    (sql) => {
      expect(() => prepareWithDoubleQuotedStrings(sql, prepare, native)).toThrow();
    },
  );
});
