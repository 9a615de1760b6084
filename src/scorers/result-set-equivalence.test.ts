import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createBudget,
  createDatabase,
  createGoldResults,
  createGoldStore,
  createQueryRunner,
} from '../execution/index.js';
import { openPlatform } from '../platforms/index.js';
import type { Case, CaseRun, Platform, ScoreContext, ScoreResult } from '../types/index.js';
import { bareContext, caseRunOf } from './case-run.fixture.js';
import { ResultSetEquivalence, resultSetEquivalenceFactory } from './result-set-equivalence.js';

const script = `create table sales(id integer, region varchar, amount double, day date);
insert into sales values (1, 'north', 10.5, '2024-01-01'), (2, 'south', 20.25, '2024-01-02'), (3, null, 0.1, null);`;

let platform: Platform;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'equivalence-'));
  const path = join(folder, 'sales.sql');
  writeFileSync(path, script);
  platform = openPlatform(
    { kind: 'duckdb', scripts: [path] },
    {
      limits: { rows: 100_000, bytes: 100_000_000, memoryBytes: 1_000_000_000 },
      concurrency: { cases: 1, sessions: 1, children: 1, modelCalls: 1 },
    },
  );
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true });
});

interface Asked {
  readonly gold?: string;
  readonly answer: string | null;
  readonly case?: Partial<Case>;
  readonly with?: ConstructorParameters<typeof ResultSetEquivalence>[0];
}

async function score({ gold, answer, case: parts = {}, with: options }: Asked): Promise<ScoreResult> {
  const database = createDatabase('sales', platform, { rows: 100_000, bytes: 100_000_000 }, (task) => task());
  const signal = new AbortController().signal;
  const queries = createQueryRunner(database, answer, createBudget(60), signal, () => {});
  const context: ScoreContext = {
    ...bareContext,
    queries,
    gold: createGoldResults(gold ?? null, database, createGoldStore(), createBudget(60), signal, () => {}),
  };
  const run: CaseRun = caseRunOf({
    case: { id: 'c', question: 'What?', ...(gold === undefined ? {} : { sql: gold }), ...parts },
    statement: answer === null ? null : { sql: answer, cleaned: [] },
  });
  return await new ResultSetEquivalence(options).score(run, context);
}

const all = 'select id, region, amount from sales';

it('passes the same rows with the columns in another order, and by names in another case', async () => {
  const found = await score({
    gold: all,
    answer: 'select amount AS AMOUNT, region, id from sales order by id desc -- done',
  });
  expect(found).toMatchObject({ verdict: 'pass', basis: 'observed', value: 1 });
});

it('fails columns in another order when their order is asked for', async () => {
  const asked = { gold: all, answer: 'select region, id, amount from sales' };
  const found = await score({ ...asked, with: { column_order: 'strict' } });
  expect(found).toMatchObject({ verdict: 'fail', diff: { columnOrderMismatch: true } });
  const byCase = await score({ ...asked, case: { comparison: { columnOrder: 'strict' } } });
  expect(byCase.verdict).toBe('fail');
});

it('names missing and unexpected columns, and pairs columns of one name by position', async () => {
  expect(await score({ gold: all, answer: 'select id, region, amount as total from sales' })).toMatchObject({
    verdict: 'fail',
    reason: 'Missing columns: amount; unexpected columns: total',
    diff: { missingColumns: ['amount'], unexpectedColumns: ['total'], expectedRows: 3, actualRows: 3 },
  });
  const twice = 'select id, amount as id from sales';
  expect((await score({ gold: twice, answer: twice })).verdict).toBe('pass');
  expect((await score({ gold: twice, answer: 'select amount as id, id from sales' })).verdict).toBe('fail');
});

it('counts and shows what is missing and what is extra', async () => {
  const found = await score({
    gold: all,
    answer: "select id, coalesce(region, 'none') as region, amount from sales",
  });
  expect(found).toMatchObject({
    verdict: 'fail',
    reason: '1 of 3 expected rows are missing, and 1 of 3 rows are not expected',
    diff: { missing: 1, extra: 1, missingSample: [[3, null, 0.1]], extraSample: [[3, 'none', 0.1]] },
  });
});

it('pairs rows by a key and counts mismatches by column', async () => {
  const answer =
    'select id, region, case id when 2 then 21 else amount end as amount from sales where id < 3';
  const found = await score({ gold: all, answer, with: { match_key: ['ID'] } });
  expect(found).toMatchObject({
    verdict: 'fail',
    reason: '1 keys are missing, and 1 rows differ (amount in 1)',
    diff: { columnMismatches: { amount: 1 }, missing: 2, extra: 1 },
    detail: { keys_missing: 1, keys_extra: 0, rows_mismatched: 1 },
  });
});

it('blames a key that is absent or repeated on the side where it is', async () => {
  const key = { with: { match_key: ['id'] } };
  const twice = `${all} union all ${all}`;
  expect(await score({ gold: all, answer: 'select region, amount from sales', ...key })).toMatchObject({
    verdict: 'fail',
    diff: { missingColumns: ['id'] },
  });
  expect((await score({ gold: all, answer: twice, ...key })).verdict).toBe('fail');
  expect((await score({ gold: 'select region, amount from sales', answer: all, ...key })).verdict).toBe(
    'inconclusive',
  );
  expect((await score({ gold: twice, answer: all, ...key })).verdict).toBe('inconclusive');
});

it('takes NULL for NULL, unless told otherwise, which needs a key', async () => {
  expect((await score({ gold: all, answer: all, with: { match_key: ['id'] } })).verdict).toBe('pass');
  const distinct = { null_equality: 'distinct' } as const;
  expect(await score({ gold: all, answer: all, with: { ...distinct, match_key: ['id'] } })).toMatchObject({
    verdict: 'fail',
    diff: { columnMismatches: { region: 1 } },
  });
  expect(await score({ gold: all, answer: all, with: distinct })).toMatchObject({
    verdict: 'fail',
    reason: expect.stringContaining('needs a match_key'),
  });
});

it('matches numbers within the tolerance and says when that decided', async () => {
  const answer = 'select id, region, amount + 0.001 as amount from sales';
  expect((await score({ gold: all, answer })).verdict).toBe('fail');
  const near = await score({ gold: all, answer, with: { float_tolerance: 0.005 } });
  expect(near).toMatchObject({ verdict: 'pass', flags: ['tolerance_decisive'] });
});

it('is inconclusive when the gold fails, and fails when the answer does, also only while it runs', async () => {
  expect(await score({ gold: 'select nothing from sales', answer: all })).toMatchObject({
    verdict: 'inconclusive',
    detail: { gold_query_failed: true },
  });
  const breaks = "select cast(coalesce(region, 'x') as integer) as n from sales";
  expect(await score({ gold: breaks, answer: 'select id as n from sales' })).toMatchObject({
    verdict: 'inconclusive',
    detail: { gold_query_failed: true },
  });
  expect(await score({ gold: 'select id as n from sales', answer: breaks })).toMatchObject({
    verdict: 'fail',
    reason: expect.stringMatching(/^The query failed \(/),
  });
  expect((await score({ gold: all, answer: null })).verdict).toBe('fail');
});

it('takes any of several golds', async () => {
  const found = await score({ gold: 'select id from sales', answer: all, case: { altSql: [all] } });
  expect(found).toMatchObject({ verdict: 'pass', detail: { matched: 1 } });
});

it('reports other types of a gold, and compares those that were written down', async () => {
  const gold = await score({
    gold: 'select id from sales',
    answer: 'select cast(id as bigint) as id from sales',
  });
  expect(gold).toMatchObject({
    verdict: 'pass',
    detail: { type_differences: [{ column: 'id', expected: 'INTEGER', actual: 'BIGINT' }] },
  });
  const rows = { rows: [[1], [2], [3]], columnsTyped: [{ name: 'id', type: 'integer' }] };
  expect((await score({ answer: 'select id from sales', case: rows })).verdict).toBe('pass');
  expect(await score({ answer: 'select cast(id as bigint) as id from sales', case: rows })).toMatchObject({
    verdict: 'fail',
    diff: { typeMismatches: [{ column: 'id', expected: 'integer', actual: 'BIGINT' }] },
  });
});

it('compares with rows that were written down, dates as their texts', async () => {
  const rows = [
    [1, '2024-01-01'],
    [3, null],
    [2, '2024-01-02'],
  ];
  const answer = 'select day, id from sales';
  const named = { rows, resultColumns: ['id', 'day'] };
  expect((await score({ answer, case: named })).verdict).toBe('pass');
  expect((await score({ answer, case: named, with: { match_key: ['id'] } })).verdict).toBe('pass');
  expect((await score({ answer: 'select id, day from sales', case: { rows } })).verdict).toBe('pass');
  expect(
    await score({ answer: 'select i as id, null as day from range(100000) t(i)', case: named }),
  ).toMatchObject({
    verdict: 'fail',
    diff: { expectedRows: 3, actualRows: 100_000, missing: null },
  });
  const off = { rows: rows.with(2, [2, '2024-01-03']), resultColumns: ['id', 'day'] };
  expect(await score({ answer, case: off, with: { match_key: ['id'] } })).toMatchObject({
    verdict: 'fail',
    diff: { columnMismatches: { day: 1 } },
  });
});

it('keeps its own names apart from those in the queries', async () => {
  const named = 'with sqlassay_g as (select * from sales) select id from sqlassay_g';
  expect((await score({ gold: named, answer: named })).verdict).toBe('pass');
});

it('cannot be talked out of a difference by a comment that is left open', async () => {
  expect((await score({ gold: all, answer: `${all} where id = 1 /*` })).verdict).not.toBe('pass');
});

it('applies to allowed answers with a gold or rows', async () => {
  const scorer = resultSetEquivalenceFactory.create({
    column_order: 'ignore',
    null_equality: 'equal',
    float_tolerance: 0,
    relative_tolerance: 0,
    match_key: [],
  });
  expect(scorer.needs).toBe('columns');
  expect(scorer.appliesTo!(caseRunOf())).toBe(true);
  expect(scorer.appliesTo!(caseRunOf({ case: { id: 'c', question: '?' } }))).toBe(false);
  expect(scorer.appliesTo!(caseRunOf({ expected: 'refused' }))).toBe(false);
  await expect(async () => scorer.score(caseRunOf({ expected: 'refused' }), bareContext)).rejects.toThrow(
    /cannot score this case/,
  );
});
