import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSuite, type RunRequest, run } from '../../src/index.js';
import { clearCache, listCache, pruneCache } from '../../src/runner/index.js';
import type { Scorer, Solver, SolverOutput, Suite } from '../../src/types/index.js';
import { outsideCi } from './outside-ci.js';

let folder: string;
let cacheFolder: string;
beforeEach(async () => {
  outsideCi();
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-cache-'));
  cacheFolder = join(folder, 'cache');
  await writeFile(join(folder, 'schema.sql'), 'CREATE TABLE t(n INTEGER); INSERT INTO t VALUES (1);');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

/** Without a database where the data do not matter, because engines take their time to start. */
const suiteOf = (question = 'Which?', scripts?: readonly string[]): Suite =>
  createSuite({
    datasources: scripts === undefined ? {} : { main: { kind: 'sqlite', scripts } },
    cases: [
      { id: 'a', question, sql: 'SELECT n FROM t' },
      { id: 'b', question: 'How many?', sql: 'SELECT count(*) FROM t' },
    ],
  });

/** Needs no database. */
const answeredAtAll: Scorer = {
  name: 'answered_at_all',
  needs: 'nothing',
  score: ({ output }) => ({ passed: output.status === 'success' }),
};

const answered: SolverOutput = {
  status: 'success',
  sql: 'SELECT n FROM t',
  costUsd: 0.25,
  usage: { inputTokens: 10, outputTokens: 5 },
  timings: { model: 1.5 },
};

function counted(more: Partial<Solver> = {}, output: SolverOutput = answered) {
  const calls: string[] = [];
  const solver: Solver = {
    identity: 'one',
    async solve({ caseId, pass }) {
      calls.push(`${caseId}${pass}`);
      return output;
    },
    ...more,
  };
  return { solver, calls };
}

const attempt = (solver: Solver, more: Partial<RunRequest> = {}) =>
  run({
    suite: suiteOf(),
    solver,
    scorers: [answeredAtAll],
    runsFolder: null,
    cacheFolder,
    selfTest: false,
    ...more,
  });

test('the same question is not asked twice, and a kept answer is marked and out of the latencies', async () => {
  const { solver, calls } = counted();
  await attempt(solver);
  const again = await attempt(solver);
  expect(calls).toHaveLength(2);
  expect(again.summary.spentUsd).toBeNull();
  for (const result of await again.cases()) {
    expect(result).toMatchObject({
      status: 'pass',
      cached: true,
      costUsd: 0.25,
      output: { sql: 'SELECT n FROM t', timings: {}, usage: { inputTokens: 10 } },
      seconds: { solver: 0 },
    });
  }
});

test('whatever may change an answer makes it another one', async () => {
  const { solver, calls } = counted();
  await attempt(solver);
  await attempt({ ...solver, identity: 'two' });
  expect(calls).toHaveLength(4);
  await attempt(solver, { suite: suiteOf('Which one?') });
  expect(calls).toHaveLength(5);
  await attempt(solver, { passes: 2 });
  expect(calls.slice(5).sort()).toEqual(['a2', 'b2']);
});

test('other data make it another answer', async () => {
  const { solver, calls } = counted();
  const suite = suiteOf('Which?', [join(folder, 'schema.sql')]);
  await attempt(solver, { suite });
  await attempt(solver, { suite });
  expect(calls).toHaveLength(2);
  await writeFile(join(folder, 'schema.sql'), 'CREATE TABLE t(n INTEGER); INSERT INTO t VALUES (2);');
  await attempt(solver, { suite });
  expect(calls).toHaveLength(4);
});

test.each<[string, Partial<Solver>, SolverOutput]>([
  ['an error', {}, { ...answered, status: 'error', errors: [{ code: 'X', message: '' }] }],
  ['an unreachable solver', {}, { ...answered, status: 'unavailable' }],
  ['an answer that costs nothing', {}, { status: 'success', sql: 'SELECT n FROM t' }],
  ['a solver without an identity', { identity: undefined as never }, answered],
  ['a solver whose identity does not tell all', { cacheable: false }, answered],
  ['recorded answers', { recorded: true }, answered],
])('%s is not kept', async (_, more, output) => {
  const { solver, calls } = counted(more, output);
  await attempt(solver);
  await attempt(solver);
  expect(calls).toHaveLength(4);
  expect(await listCache(cacheFolder)).toEqual([]);
});

test('it is off under CI and where it is switched off, and on where it is asked for', async () => {
  const { solver, calls } = counted();
  await attempt(solver, { cache: false });
  await attempt(solver, { cache: false });
  vi.stubEnv('JENKINS_URL', 'http://ci.example');
  await attempt(solver);
  expect(calls).toHaveLength(6);
  await attempt(solver, { cache: true });
  await attempt(solver, { cache: true });
  expect(calls).toHaveLength(8);
});

test('what is damaged, half written or under a wrong name is asked again and replaced', async () => {
  const { solver, calls } = counted();
  await attempt(solver);
  const [first, second] = await listCache(cacheFolder);
  await writeFile(first!.path, (await readFile(first!.path, 'utf8')).slice(0, 40));
  await writeFile(second!.path, '{"schemaVersion":1}');
  await attempt(solver);
  expect(calls).toHaveLength(4);
  await attempt(solver);
  expect(calls).toHaveLength(4);
  const other = await listCache(cacheFolder);
  await writeFile(other[0]!.path, await readFile(other[1]!.path, 'utf8'));
  await attempt(solver);
  expect(calls).toHaveLength(5);
});

test('it can be listed, pruned and cleared', async () => {
  const { solver } = counted();
  await attempt(solver);
  const listed = await listCache(cacheFolder);
  expect(listed.map(({ entry }) => entry?.caseId).sort()).toEqual(['a', 'b']);
  await writeFile(`${listed[0]!.path}.1-ab.tmp`, 'half');
  expect(await pruneCache(cacheFolder, new Date(Date.now() - 60_000))).toHaveLength(1);
  expect(await listCache(cacheFolder)).toHaveLength(2);
  expect(await pruneCache(cacheFolder, new Date(Date.now() + 60_000))).toHaveLength(2);
  await attempt(solver);
  expect(await clearCache(cacheFolder)).toHaveLength(2);
  expect(await listCache(cacheFolder)).toEqual([]);
});

test('no secret of the environment is kept', async () => {
  vi.stubEnv('ENGINE_API_KEY', 'sk-0123456789-abcdef');
  const { solver } = counted({}, { ...answered, answer: 'Sent with sk-0123456789-abcdef' });
  const { cases } = await attempt(solver);
  expect((await cases())[0]!.output.answer).toBe('Sent with ***');
  for (const part of await readdir(cacheFolder))
    for (const name of await readdir(join(cacheFolder, part)))
      expect(await readFile(join(cacheFolder, part, name), 'utf8')).not.toContain('sk-0123456789');
});
