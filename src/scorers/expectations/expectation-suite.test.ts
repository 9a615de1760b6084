import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expectation } from '../../types/index.js';
import { bareContext, caseRunOf, resultOf } from '../case-run.fixture.js';
import { everyone, met, unmet } from './expectation-examples.fixture.js';
import { ExpectationSuiteScorer, expectationSuiteFactory } from './expectation-suite.js';
import { type ExpectationBench, openBench } from './expectations.fixture.js';

const script = `
  CREATE TABLE person(id INTEGER, name TEXT, team TEXT, score DECIMAL(10,2), ratio DOUBLE, born DATE);
  INSERT INTO person VALUES
    (1, 'bob', 'a', 10.10, 0.1, '2000-01-02'), (2, 'Bob', 'a', 20.20, 0.2, '2001-05-06'),
    (3, 'eve', 'b', 30.30, 0.3, NULL), (4, NULL, NULL, NULL, NULL, '1999-12-31');
`;

for (const kind of ['sqlite', 'duckdb'] as const) {
  describe(`expectations on ${kind}`, () => {
    let bench: ExpectationBench;
    beforeAll(() => {
      bench = openBench(kind, script);
    });
    afterAll(() => bench.close());

    const all = everyone;
    it.each(met)('%s keeps to %j', async (sql, expectation, detail) => {
      const outcome = await bench.outcome(sql, expectation);
      expect(outcome).toMatchObject({ kind: expectation.kind, passed: true });
      if (detail === undefined) expect(outcome.detail ?? '').not.toContain('no rows');
      else expect(outcome.detail).toContain(detail);
      expect(outcome.sampleRows).toBeUndefined();
    });

    it.each(unmet)('%s breaks %j', async (sql, expectation, wanted) => {
      expect(await bench.outcome(sql, expectation)).toMatchObject({ ...wanted, passed: false });
    });

    it.each<[Expectation, number]>([
      [{ kind: 'not_null', column: 'name' }, 1],
      [{ kind: 'unique', column: 'team' }, 2],
      [{ kind: 'in_set', column: 'name', values: ['eve'] }, 2],
      [{ kind: 'expression', sql: 'id > 3' }, 3],
      [{ kind: 'values_in_order', column: 'id', direction: 'descending' }, 2],
    ])('shows rows that break %j', async (expectation, rows) => {
      const { sampleRows } = await bench.outcome(all, expectation);
      expect(sampleRows).toHaveLength(rows);
      expect(sampleRows![0]).toHaveLength(6);
    });

    it('asks for all counts at once, and samples only what is not met', async () => {
      const score = await bench.score(
        all,
        { kind: 'row_count', exact: 4 },
        { kind: 'not_null', column: 'id' },
        { kind: 'unique', columns: ['id'] },
        { kind: 'between', column: 'id', min: 1 },
        { kind: 'mean_between', column: 'id', max: 3 },
      );
      expect(score).toMatchObject({ verdict: 'pass', basis: 'observed', value: 1, reason: null });
      expect(score.outcomes).toHaveLength(5);
      expect(bench.asked).toHaveLength(1);
    });

    it('reads no rows for what the schema tells', async () => {
      await bench.score(all, { kind: 'column_presence', columns: ['id'] });
      await bench.score(all, { kind: 'column_type', column: 'id', type: 'INTEGER' });
      expect(bench.asked).toEqual([]);
    });

    it('lets a derived query that fails fail its own expectation only, and names all that are not met', async () => {
      const score = await bench.score(
        all,
        { kind: 'row_count', exact: 4 },
        { kind: 'expression', sql: 'nothing_like_it > 1' },
        { kind: 'not_null', column: 'team' },
      );
      expect(score).toMatchObject({ verdict: 'fail', detail: { unmet: 2, derived_query_failed: true } });
      expect(score.outcomes!.map(({ passed }) => passed)).toEqual([true, false, false]);
      expect(score.reason).toMatch(/^2 of 3 expectations are not met: expression .*; not_null team /s);
    });

    it.each([
      '1 = 1; DROP TABLE person',
      '1 = 1) or (1 = 1',
      '1 = 1 -- yes',
      '1 = 1 /* yes',
      "'",
      '',
      '1, 2',
    ])('does not ask the database for the expression %j', async (sql) => {
      const expectation = { kind: 'expression', sql: sql === '' ? ' ' : sql } as const;
      expect(await bench.score(all, expectation)).toMatchObject({
        verdict: 'inconclusive',
        reason: expect.stringContaining('could not be decided'),
      });
      expect(bench.asked.join()).not.toContain('is not true');
    });

    it('does not decide what is more than may be read, and still finds what is wrong in what was', async () => {
      const many =
        kind === 'duckdb'
          ? 'SELECT i AS a FROM range(30000) r(i)'
          : 'WITH RECURSIVE r(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM r WHERE i < 29999) SELECT i AS a FROM r';
      expect(await bench.score(many, { kind: 'matches', column: 'a', pattern: '^\\d' })).toMatchObject({
        verdict: 'inconclusive',
      });
      expect(await bench.score(many, { kind: 'matches', column: 'a', pattern: '^\\d{1,4}$' })).toMatchObject({
        verdict: 'fail',
      });
      expect(
        await bench.score(
          many,
          { kind: 'between', column: 'a', min: 0, max: 29999 },
          { kind: 'unique', column: 'a' },
          { kind: 'row_count', exact: 30000 },
          { kind: 'mean_between', column: 'a', min: 14999.5, max: 14999.5 },
        ),
      ).toMatchObject({ verdict: 'pass' });
      const late = `SELECT CASE WHEN a > 29990 THEN -1 ELSE a END AS a FROM (${many}) x`;
      const pairs = `SELECT a / 2 AS a FROM (${many}) x`;
      expect(await bench.score(late, { kind: 'unique', column: 'a' })).toMatchObject({ verdict: 'fail' });
      expect(await bench.score(late, { kind: 'between', column: 'a', min: 0 })).toMatchObject({
        verdict: 'fail',
      });
      expect(await bench.score(pairs, { kind: 'in_set', column: 'a', values: [0, 1] })).toMatchObject({
        verdict: 'fail',
        outcomes: [{ detail: expect.stringContaining('at least') }],
      });
      expect(
        await bench.score(many, { kind: 'values_in_order', column: 'a', direction: 'ascending' }),
      ).toMatchObject({ verdict: 'inconclusive' });
    });

    it('fails without outcomes when the query fails', async () => {
      expect(await bench.score('SELECT nope FROM person', { kind: 'row_count', min: 0 })).toMatchObject({
        verdict: 'fail',
        outcomes: [],
        reason: expect.stringContaining('unknown_name'),
      });
    });

    it('finds the same in rows that were read', async () => {
      for (const [sql, expectation] of met.filter(([, one]) => one.kind !== 'expression'))
        expect(await bench.outcomeOfRows(sql, expectation)).toMatchObject({ passed: true });
      for (const [sql, expectation] of unmet.filter(([, one]) => one.kind !== 'expression'))
        expect(await bench.outcomeOfRows(sql, expectation)).toMatchObject({ passed: false });
    });
  });
}

describe('what one engine has of its own', () => {
  it('tells texts apart whatever their collation', async () => {
    const scripts = {
      sqlite: "CREATE TABLE c(a TEXT COLLATE NOCASE); INSERT INTO c VALUES ('x'), ('X');",
      duckdb: "CREATE TABLE c(a VARCHAR COLLATE NOCASE); INSERT INTO c VALUES ('x'), ('X');",
    } as const;
    for (const kind of ['sqlite', 'duckdb'] as const) {
      const bench = openBench(kind, scripts[kind]);
      const sql = 'SELECT a FROM c';
      expect(await bench.outcome(sql, { kind: 'unique', column: 'a' })).toMatchObject({ passed: true });
      expect(await bench.outcome(sql, { kind: 'in_set', column: 'a', values: ['x'] })).toMatchObject({
        passed: false,
        count: 1,
        actual: ['X'],
      });
      expect(await bench.outcome(sql, { kind: 'between', column: 'a', min: 'a' })).toMatchObject({
        passed: false,
      });
      await bench.close();
    }
  });

  it('knows no types of columns in SQLite, and says so', async () => {
    const bench = openBench('sqlite', script);
    expect(
      await bench.outcome('SELECT id FROM person', { kind: 'column_type', column: 'id', type: 'INTEGER' }),
    ).toMatchObject({ passed: false, detail: expect.stringContaining('does not tell the types') });
    await bench.close();
  });

  it('knows names of types in DuckDB', async () => {
    const bench = openBench('duckdb', script);
    const typeOf = async (column: string, type: string) =>
      (await bench.outcome('SELECT * FROM person', { kind: 'column_type', column, type })).passed;
    expect(await typeOf('id', 'int')).toBe(true);
    expect(await typeOf('id', 'INTEGER')).toBe(true);
    expect(await typeOf('id', 'bigint')).toBe(false);
    expect(await typeOf('score', 'numeric( 10, 2 )')).toBe(true);
    expect(await typeOf('score', 'decimal(10,3)')).toBe(false);
    expect(await typeOf('name', 'text')).toBe(true);
    await bench.close();
  });

  it('is not fooled by values of several types in one column of SQLite', async () => {
    const bench = openBench('sqlite', "CREATE TABLE m(a); INSERT INTO m VALUES (1), (1.0), ('2'), (x'33');");
    const sql = 'SELECT a FROM m';
    expect(await bench.outcome(sql, { kind: 'between', column: 'a', min: 0, max: 9 })).toMatchObject({
      passed: false,
      count: 2,
    });
    expect(await bench.outcome(sql, { kind: 'mean_between', column: 'a', min: 0, max: 9 })).toMatchObject({
      passed: false,
    });
    expect(await bench.outcome(sql, { kind: 'unique', column: 'a' })).toMatchObject({
      passed: false,
      count: 2,
    });
    await bench.close();
  });

  it('does not decide an order of texts that depends on the collation', async () => {
    const bench = openBench('sqlite', "CREATE TABLE c(a TEXT); INSERT INTO c VALUES ('a'), ('B'), ('c');");
    const ordered = (sql: string, direction: 'ascending' | 'descending') =>
      bench.score(sql, { kind: 'values_in_order', column: 'a', direction });
    const caseless = 'SELECT a FROM c ORDER BY a COLLATE NOCASE';
    expect(await ordered(caseless, 'ascending')).toMatchObject({
      verdict: 'inconclusive',
      reason: expect.stringContaining('not by code points'),
    });
    expect(await ordered(caseless, 'descending')).toMatchObject({ verdict: 'fail' });
    expect(await ordered('SELECT a FROM c ORDER BY a', 'ascending')).toMatchObject({ verdict: 'pass' });
    await bench.close();
  });

  it('gives up on a pattern that takes too long', async () => {
    const bench = openBench('sqlite', `CREATE TABLE r(a); INSERT INTO r VALUES ('${'a'.repeat(50)}b');`);
    expect(
      await bench.score('SELECT a FROM r', { kind: 'matches', column: 'a', pattern: '^(a+)+$' }),
    ).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('took too long') });
    await bench.close();
  });
});

describe('when it applies', () => {
  const scorer = new ExpectationSuiteScorer();
  const expectations: readonly Expectation[] = [{ kind: 'row_count', min: 1 }];
  const item = { id: 'c', question: 'q', expectations };

  it('needs an allowed answer and expectations', () => {
    expect(scorer.appliesTo(caseRunOf({ case: item }))).toBe(true);
    expect(scorer.appliesTo(caseRunOf())).toBe(false);
    expect(scorer.appliesTo(caseRunOf({ case: item, expected: 'refused' }))).toBe(false);
    expect(scorer.appliesTo(caseRunOf({ case: { ...item, kind: 'routing' } }))).toBe(false);
    expect(new ExpectationSuiteScorer({ expectations }).appliesTo(caseRunOf())).toBe(true);
  });

  it('throws when it is called for anything else', async () => {
    await expect(scorer.score(caseRunOf(), bareContext)).rejects.toMatchObject({
      code: 'E_SCORER_NOT_APPLICABLE',
    });
  });

  it('looks at the rows of a solver that gives no SQL', async () => {
    const run = caseRunOf({ case: item, resultSets: [resultOf(['a'], [1])] });
    expect(await scorer.score(run, bareContext)).toMatchObject({ verdict: 'pass' });
    const empty = caseRunOf({ case: item, resultSets: [resultOf(['a'])] });
    expect(await scorer.score(empty, bareContext)).toMatchObject({ verdict: 'fail' });
  });

  it.each([
    { kind: 'row_count' },
    { kind: 'row_count', exact: 1, max: 2 },
    { kind: 'row_count', min: 3, max: 2 },
    { kind: 'unique' },
    { kind: 'between', column: 'a' },
    { kind: 'between', column: 'a', min: null },
    { kind: 'matches', column: 'a', pattern: '(' },
    { kind: 'values_in_order', column: 'a' },
    { kind: 'not_nul', column: 'a' },
    { kind: 'not_null', colum: 'a' },
  ])('refuses the option %j', (expectation) => {
    expect(
      expectationSuiteFactory.options['~standard'].validate({ expectations: [expectation] }),
    ).toMatchObject({ issues: expect.anything() });
  });
});
