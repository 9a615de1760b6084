import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openPlatform } from '../open-platform.js';
import { childPool } from './child-pool.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'child-pool-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const settings = {
  limits: { rows: 10, bytes: 1000, memoryBytes: 500_000_000 },
  concurrency: { cases: 1, sessions: 1, children: 2, modelCalls: 1 },
};

async function writeDatabase(path: string, sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

async function countOf(path: string): Promise<unknown> {
  const platform = openPlatform({ kind: 'duckdb', path }, settings);
  const session = await platform.open();
  const result = await session.execute('SELECT count(*) FROM t', {
    timeoutMs: 60_000,
    maxRows: 10,
    maxBytes: 1000,
    signal: new AbortController().signal,
  });
  await platform.close();
  return result.kind === 'success' ? result.rows : result;
}

test('after the last user a child waits for the next one, with its database closed, and then ends', async () => {
  const path = join(folder, 'a.duckdb');
  await writeDatabase(path, 'CREATE TABLE t AS SELECT 1 AS a');
  expect(await countOf(path)).toEqual([[1]]);
  const [waiting] = childPool.pids();
  expect(waiting).toBeDefined();

  // A child that still held the database would not let it be written.
  await writeDatabase(path, 'INSERT INTO t VALUES (2)');
  expect(await countOf(path)).toEqual([[2]]);
  expect(childPool.pids()).toContain(waiting);

  for (let wait = 0; childPool.pids().length > 0 && wait < 600; wait += 1) await sleep(100);
  expect(childPool.pids()).toEqual([]);
});
