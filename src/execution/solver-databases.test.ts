import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPlatforms, dialectOf, type Platforms } from '../platforms/index.js';
import type { Suite } from '../types/index.js';
import { createDatabases } from './databases.js';
import { createSolverDatabases } from './solver-databases.js';

const limits = { rows: 2, bytes: 2 ** 20, memoryBytes: 2 ** 28 };
let folder: string;
let platforms: Platforms;
let suite: Suite;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlassay-lent-'));
  const script = join(folder, 'schema.sql');
  writeFileSync(script, 'CREATE TABLE t(a INTEGER); INSERT INTO t VALUES (1), (2), (3);');
  suite = {
    datasources: {
      shop: { kind: 'sqlite', scripts: [script] },
      many: { kind: 'duckdb', path: join(folder, '{db_id}.duckdb') },
    },
    cases: [
      { id: 'a', question: '', datasources: ['many'], dbId: 'one' },
      { id: 'b', question: '', datasources: ['many'], dbId: 'two' },
      { id: 'c', question: '' },
    ],
    settings: { limits, caseTimeoutSeconds: 30 },
    catalogs: new Map([['two', { dialect: 'duckdb', tables: [] }]]),
  } as unknown as Suite;
  platforms = createPlatforms({
    datasources: suite.datasources,
    limits,
    concurrency: { cases: 1, children: 1, sessions: 1, modelCalls: 1 },
    referenceDate: null,
    sqliteDriver: 'auto',
  });
});
afterAll(async () => {
  await platforms.close();
  rmSync(folder, { recursive: true, force: true });
});

test('a solver reads schemas and rows, within the limits of the run, and writes nothing', async () => {
  const databases = createDatabases(suite, platforms, (task) => task());
  const lent = createSolverDatabases(suite, databases, ({ name }) =>
    dialectOf(suite.datasources[name]!.kind),
  );
  const { signal } = new AbortController();
  expect(lent.names).toEqual(['shop', 'many/one', 'many/two']);
  expect([lent.dialect('shop'), lent.dialect('many/one')]).toEqual(['sqlite', 'duckdb']);
  expect((await lent.catalog('shop')).tables.map(({ name }) => name)).toEqual(['t']);
  expect(await lent.run('shop', 'SELECT a FROM t ORDER BY a', signal)).toMatchObject({
    kind: 'success',
    rows: [[1], [2]],
    truncated: 'rows',
  });
  for (const sql of ['DELETE FROM t', 'SELECT 1; SELECT 2', ''])
    expect(await lent.run('shop', sql, signal), sql).toMatchObject({ kind: 'error', code: 'refused' });
  expect(await lent.run('shop', 'SELECT count(*) FROM t', signal)).toMatchObject({ rows: [[3]] });
  // A database that is not there is known by the suite's schema file, if it has one.
  expect(await lent.catalog('many/two')).toEqual({ dialect: 'duckdb', tables: [] });
  await expect(lent.catalog('many/one')).rejects.toThrow();
  await expect(lent.run('orders', 'SELECT 1', signal)).rejects.toMatchObject({
    code: 'E_DATASOURCE_UNKNOWN',
  });
});
