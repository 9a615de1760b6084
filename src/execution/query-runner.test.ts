import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform } from '../platforms/index.js';
import type { ExecutionError, Platform } from '../types/index.js';
import { type Budget, createBudget } from './budget.js';
import { createDatabase } from './database.js';
import { createGoldStore } from './gold-store.js';
import { createGoldResults, createQueryRunner } from './query-runner.js';

let folder: string;
let platform: Platform;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlassay-queries-'));
  const script = join(folder, 'schema.sql');
  writeFileSync(script, 'CREATE TABLE t(a INTEGER, b TEXT); INSERT INTO t VALUES (1, NULL), (2, NULL);');
  platform = openPlatform(
    { kind: 'sqlite', scripts: [script] },
    {
      limits: { rows: 100, bytes: 2 ** 20, memoryBytes: 2 ** 28 },
      concurrency: { cases: 1, children: 1, sessions: 1, modelCalls: 1 },
    },
  );
});
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const endless = 'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r) SELECT count(*) FROM r';

function databaseNamed(name: string) {
  return createDatabase(name, platform, { rows: 100, bytes: 2 ** 20 }, (task) => task());
}

/** A pool of seconds that keeps what was drawn on it. */
function watchedBudget(seconds: number | null): Budget & { readonly drawn: number[] } {
  const inner = createBudget(seconds);
  const drawn: number[] = [];
  return {
    drawn,
    remainingMs: inner.remainingMs,
    draw(used) {
      drawn.push(used);
      inner.draw(used);
    },
  };
}

function runnerWith(budget: Budget, faults: ExecutionError[] = [], { signal } = new AbortController()) {
  const database = databaseNamed('t');
  return createQueryRunner(database, null, budget, signal, (error) => faults.push(error));
}

test('a scalar is exactly one row by one column, and NULL is a value', async () => {
  const queries = runnerWith(createBudget(null));
  expect(await queries.scalar('SELECT count(*) FROM t')).toMatchObject({ value: 2, error: null });
  expect(await queries.scalar('SELECT b FROM t LIMIT 1')).toMatchObject({ value: null, error: null });
  for (const sql of ['SELECT a FROM t', 'SELECT a, b FROM t LIMIT 1', 'SELECT a FROM t WHERE 0'])
    expect(await queries.scalar(sql)).toMatchObject({ value: null, error: { code: 'runtime' } });
});

test('a query that failed or overstayed has used its time, and nothing is left for the next', async () => {
  const budget = createBudget(0.2);
  const queries = runnerWith(budget);
  expect(await queries.run('SELECT nope FROM t')).toMatchObject({ code: 'unknown_name' });
  expect(await queries.run(endless)).toMatchObject({ kind: 'error', code: 'timeout' });
  expect(budget.remainingMs()).toBe(0);
  const exceeded = { kind: 'error', code: 'budget_exceeded', latencySeconds: 0 };
  expect(await queries.run('SELECT 1')).toMatchObject(exceeded);
  expect(await queries.scalar('SELECT 1')).toMatchObject({ error: exceeded, latencySeconds: 0 });
  const column = { name: 'a', engineType: '', kind: 'mixed' as const };
  expect(await queries.resolvedSchema([column], 'SELECT a FROM t')).toMatchObject(exceeded);
});

test('a schema is probed by position where types are not known, and left alone where they are', async () => {
  const queries = runnerWith(createBudget(null));
  const loose = { name: 'x', engineType: '', kind: 'mixed' as const, nullable: false };
  expect(await queries.resolvedSchema([loose], 'SELECT a FROM t')).toMatchObject([
    { name: 'x', nullable: false },
  ]);
  expect(await queries.resolvedSchema([loose], 'SELECT a, b FROM t')).toMatchObject({ code: 'runtime' });
  const precise = [{ name: 'x', engineType: 'BIGINT', kind: 'int' as const }];
  expect(await queries.resolvedSchema(precise, 'not sql')).toBe(precise);
});

test('what fails, is cancelled or only described draws on the pool as what succeeds does', async () => {
  const budget = watchedBudget(60);
  const controller = new AbortController();
  const queries = runnerWith(budget, [], controller);
  await queries.run('SELECT a FROM t');
  await queries.run('SELECT nope FROM t');
  await queries.describe('SELECT a FROM t');
  await queries.describe('SELECT nope FROM t');
  expect(budget.drawn).toHaveLength(4);
  expect(budget.drawn.every((seconds) => seconds > 0)).toBe(true);
  setTimeout(() => controller.abort(), 100);
  expect(await queries.run(endless)).toMatchObject({ kind: 'error', code: 'cancelled' });
  expect(budget.drawn).toHaveLength(5);
  expect(budget.drawn[4]).toBeGreaterThan(0.01);
});

test('a cancelled run asks the database nothing more', async () => {
  const budget = watchedBudget(60);
  const faults: ExecutionError[] = [];
  const controller = new AbortController();
  controller.abort();
  const queries = runnerWith(budget, faults, controller);
  const cancelled = { code: 'cancelled', fault: 'infrastructure', latencySeconds: 0 };
  expect(await queries.run('SELECT 1')).toMatchObject(cancelled);
  expect(await queries.scalar('SELECT 1')).toMatchObject({ value: null, error: cancelled });
  expect(await queries.describe('SELECT 1')).toMatchObject(cancelled);
  expect(budget.drawn).toEqual([]);
  expect(faults).toHaveLength(3);
});

test('without time a description is not asked for either', async () => {
  expect(await runnerWith(createBudget(0)).describe('SELECT 1')).toMatchObject({
    code: 'budget_exceeded',
    fault: 'query',
    latencySeconds: 0,
  });
});

test('a resolved schema keeps the nullability of its base, unknown ones too', async () => {
  const queries = runnerWith(createBudget(null));
  const base = [{ name: 'x', engineType: '', kind: 'mixed' as const }];
  const [column] = (await queries.resolvedSchema(base, 'SELECT a FROM t')) as readonly object[];
  // Some drivers tell the declared type, and some do not.
  expect(column).toMatchObject({ name: 'x' });
  expect(column).not.toHaveProperty('nullable');
});

function goldOf(sql: string | null, name: string, store = createGoldStore(), budget = createBudget(60)) {
  const { signal } = new AbortController();
  return createGoldResults(sql, sql === null ? null : databaseNamed(name), store, budget, signal, () => {});
}

test('a gold is executed once for all entries on the same data, and charged to the first case that asks', async () => {
  const store = createGoldStore();
  const [first, second, third] = [watchedBudget(60), watchedBudget(60), watchedBudget(60)];
  const sql = 'SELECT a FROM t ORDER BY a';
  const results = await Promise.all([
    goldOf(sql, 'one', store, first).execute(),
    goldOf(sql, 'two', store, second).execute(),
  ]);
  results.push(await goldOf(sql, 'three', store, third).execute());
  expect(results[0]).toMatchObject({ kind: 'success', rows: [[1], [2]] });
  expect(results.every((result) => result === results[0])).toBe(true);
  expect([first, second, third].map(({ drawn }) => drawn.length)).toEqual([1, 0, 0]);
});

test('a gold that ran out of one case’s time is tried with the time of another', async () => {
  const store = createGoldStore();
  const slow =
    'WITH RECURSIVE r(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM r WHERE i < 200000) SELECT count(*) FROM r';
  const [short, long] = await Promise.all([
    goldOf(slow, 't', store, createBudget(0.002)).execute(),
    goldOf(slow, 't', store, createBudget(60)).execute(),
  ]);
  expect(short).toMatchObject({ kind: 'error', code: 'timeout' });
  expect(long).toMatchObject({ kind: 'success', rows: [[200000]] });
});

test('the statement of a gold is what may be embedded in another query', async () => {
  expect(await goldOf('SELECT a FROM t; -- all', 't').statement()).toBe('SELECT a FROM t');
  expect(await goldOf('SELECT 1', 't').statement('SELECT b FROM t;')).toBe('SELECT b FROM t');
  expect(await goldOf('DROP TABLE t', 't').statement()).toMatchObject({ kind: 'error', code: 'refused' });
  expect(await goldOf(null, 't').statement()).toMatchObject({ kind: 'error', code: 'refused' });
});
