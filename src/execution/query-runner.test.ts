import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPlatform } from '../platforms/index.js';
import type { ExecutionError, Platform } from '../types/index.js';
import { type Budget, createBudget } from './budget.js';
import { createDatabase } from './database.js';
import { createQueryRunner } from './query-runner.js';

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

function runnerWith(budget: Budget, faults: ExecutionError[] = []) {
  const database = createDatabase('t', platform, { rows: 100, bytes: 2 ** 20 }, (task) => task());
  const { signal } = new AbortController();
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
