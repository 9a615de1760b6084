import { afterAll, expect, it } from 'vitest';
import { closeParser, undeterminedBy } from './index.js';

afterAll(closeParser);

it.each([
  ['sqlite', 'SELECT a FROM t WHERE a IN (SELECT b FROM u LIMIT 2)', 'limit_without_order'],
  ['sqlite', 'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM u LIMIT 1)', ''],
  [
    'sqlite',
    'SELECT a FROM t WHERE EXISTS (SELECT 1 FROM (SELECT * FROM u LIMIT 3) AS x WHERE x.a = 1)',
    'limit_without_order',
  ],
  ['sqlite', 'SELECT a FROM t WHERE a = (SELECT max(b) FROM u LIMIT 1)', ''],
  [
    'sqlite',
    'SELECT a FROM t WHERE a = (SELECT b FROM u GROUP BY b HAVING max(c) > 1 LIMIT 1)',
    'limit_without_order',
  ],
  ['sqlite', 'SELECT a FROM t WHERE a = (SELECT max(b) OVER () FROM u LIMIT 1)', 'limit_without_order'],
  ['sqlite', 'WITH r AS (SELECT * FROM t LIMIT 5) SELECT a FROM r ORDER BY a', 'limit_without_order'],
  ['sqlite', 'SELECT a FROM t ORDER BY a LIMIT 5', ''],
  ['sqlite', 'SELECT count(*) FROM t LIMIT 1', ''],
  ['sqlite', 'SELECT a FROM t LIMIT 2 OFFSET 3', 'limit_without_order'],
  ['sqlite', 'SELECT a FROM t UNION SELECT b FROM u ORDER BY 1 LIMIT 2', ''],
  ['postgres', '(SELECT a FROM t ORDER BY b) LIMIT 3', ''],
  ['postgres', 'SELECT a FROM t LIMIT ALL', ''],
  ['postgres', "SELECT now(), date 'today' FROM t", 'clock'],
  ['postgres', "SELECT cast('now' AS timestamp) FROM t", 'clock'],
  ['postgres', "SELECT 'now' AS word, age(a, b) FROM t", ''],
  ['postgres', 'SELECT age(a) FROM t', 'clock'],
  ['postgres', 'SELECT string_agg(a, chr(44) ORDER BY a), array_agg(b) OVER (ORDER BY c) FROM t', ''],
  ['postgres', 'SELECT array_agg(a) FROM t', 'unordered_aggregate'],
  ['postgres', 'SELECT * FROM t TABLESAMPLE SYSTEM (10)', 'random'],
  ['postgres', 'SELECT * FROM t TABLESAMPLE SYSTEM (10) REPEATABLE (3)', ''],
  ['sqlite', "SELECT date('now', '-1 day') FROM t", 'clock'],
  ['sqlite', "SELECT strftime('%Y', 'NOW') FROM t", 'clock'],
  ['sqlite', "SELECT strftime('%Y') FROM t", 'clock'],
  ['sqlite', 'SELECT date() FROM t', 'clock'],
  ['sqlite', "SELECT strftime('%Y', a), date(b), 'now', t.now FROM t -- now()", ''],
  ['sqlite', 'SELECT a FROM t WHERE b < CURRENT_DATE', 'clock'],
  ['sqlite', 'SELECT a FROM t ORDER BY random()', 'random'],
  ['sqlite', 'SELECT random, "now" FROM t', ''],
  ['sqlite', 'SELECT group_concat(a) FROM t', 'unordered_aggregate'],
  ['duckdb', 'SELECT list(a), first(b ORDER BY b) FROM t', 'unordered_aggregate'],
  ['duckdb', 'SELECT a FROM t USING SAMPLE 10', 'random'],
  ['duckdb', 'SELECT today(), uuid() FROM t', 'clock random'],
  ['mysql', 'SELECT sysdate(), rand() FROM t', 'clock random'],
  ['mysql', 'SELECT unix_timestamp(), unix_timestamp(a) FROM t', 'clock'],
])('%s: %s', async (dialect, sql, reasons) => {
  const found = await undeterminedBy(sql, dialect);
  expect([...found.reasons].sort().join(' ')).toBe(reasons);
});

it('tells a LIMIT of the whole query by the rows that it lets through', async () => {
  expect(await undeterminedBy('SELECT a FROM t LIMIT 5', 'sqlite')).toMatchObject({
    reasons: [],
    unorderedLimit: 5,
    cutsOrder: false,
    isOrdered: false,
  });
  expect(
    await undeterminedBy('SELECT a FROM t ORDER BY a FETCH FIRST 5 ROWS ONLY', 'postgres'),
  ).toMatchObject({
    unorderedLimit: null,
    cutsOrder: true,
    isOrdered: true,
  });
});

it('reads the words of a query that the parser cannot read', async () => {
  const found = await undeterminedBy('SELECT a FROM t WHERE b < date() AND (x -> ) ORDER', 'sqlite');
  expect(found).toMatchObject({ reasons: ['clock'], cutsOrder: false });
});
