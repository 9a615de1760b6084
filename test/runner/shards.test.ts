import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite, type RunRequest, type RunResult, run } from '../../src/index.js';
import { mergeRuns, readRecordedRun, rescoreRun } from '../../src/runner/index.js';
import type { Scorer, Solver, Suite } from '../../src/types/index.js';

let folder: string;
let suite: Suite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-shards-'));
  suite = createSuite({
    name: 'split',
    datasources: {},
    cases: ['e', 'b', 'a', 'd', 'c'].map((id) => ({ id, question: `${id}?`, sql: 'SELECT n FROM t' })),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const solver: Solver = {
  identity: 'same',
  solve: async ({ caseId }) => ({
    status: 'success',
    sql: caseId === 'c' ? 'SELECT 7' : 'SELECT n FROM t',
    costUsd: 0.5,
  }),
};
/** Needs no database. */
const scorer: Scorer = {
  name: 'right',
  needs: 'nothing',
  score: ({ output }) => ({ passed: output.sql !== 'SELECT 7' }),
};
const part = (index: number, of: number, more: Partial<RunRequest> = {}) =>
  run({
    suite,
    solver,
    scorers: [scorer],
    runsFolder: join(folder, 'runs'),
    shard: { index, of },
    ...more,
  });
const recorded = (...runs: readonly RunResult[]) =>
  Promise.all(runs.map(({ summary }) => readRecordedRun(summary.info.journalPath!)));
const merge = async (...runs: readonly RunResult[]) =>
  mergeRuns(await recorded(...runs), join(folder, 'runs'));
const idsOf = async ({ cases }: RunResult) => (await cases()).map(({ caseId }) => caseId).sort();

test('parts deal out the sorted ids in turn, and together are the whole', async () => {
  const parts = [await part(1, 3), await part(2, 3), await part(3, 3)];
  expect(await Promise.all(parts.map(idsOf))).toEqual([['a', 'd'], ['b', 'e'], ['c']]);
  const merged = await merge(parts[2]!, parts[0]!, parts[1]!);
  expect(merged).toMatchObject({
    counts: { total: 5, passed: 4, failed: 1, notRun: 0 },
    end: { kind: 'finished' },
    selfTest: { checked: 0, cannotTell: [] },
    spentUsd: 2.5,
    info: { shard: null, total: 5, mergedFrom: parts.map(({ summary }) => summary.info.runId) },
  });
  const read = await readRecordedRun(merged.info.journalPath!);
  expect(read.summary).toMatchObject({ counts: merged.counts, end: merged.end, selfTest: merged.selfTest });
  const ids: string[] = [];
  for await (const result of read.results()) ids.push(result.caseId);
  expect(ids.sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  // Its answers are there too, so that it can be scored again.
  const options = {
    suite,
    scorers: [{ ...scorer, score: () => ({ passed: true }) }],
    runsFolder: join(folder, 'runs'),
  };
  expect((await rescoreRun(merged.info.journalPath!, options)).counts).toMatchObject({ passed: 5 });
});

test('parts that are missing, there twice, unfinished or of another run are refused, with why', async () => {
  const [one, two] = [await part(1, 2), await part(2, 2)];
  const why = (text: string) =>
    expect.objectContaining({ code: 'E_MERGE', what: expect.stringContaining(text) });
  await expect(merge(one)).rejects.toEqual(why('part 2 of 2 is missing'));
  await expect(merge(one, two, await part(2, 2))).rejects.toEqual(why('part 2 of 2 is there 2 times'));
  await expect(merge(one, await part(2, 3))).rejects.toEqual(why('not of the same split'));
  await expect(merge(one, await part(2, 2, { scorers: ['outcome'] }))).rejects.toEqual(
    why('differ in scorers'),
  );
  const other = { ...solver, identity: 'other' };
  await expect(merge(one, await part(2, 2, { solver: other }))).rejects.toEqual(why('differ in solver'));
  const whole = await run({ suite, solver, scorers: ['outcome'], runsFolder: join(folder, 'runs') });
  await expect(merge(one, whole)).rejects.toEqual(why('made without --shard'));
  const stopped = new AbortController();
  const interrupted = await part(2, 2, {
    signal: stopped.signal,
    reporters: [{ onCaseEnd: () => stopped.abort() }],
  });
  await expect(merge(one, interrupted)).rejects.toEqual(why('has not finished'));
});

test('parts that saw different data are refused', async () => {
  const parts = await recorded(await part(1, 2), await part(2, 2));
  const seen = parts.map(({ summary, results }, index) => ({
    results,
    summary: {
      ...summary,
      datasources: [
        {
          name: 'main',
          dialect: 'sqlite',
          engine: 'sqlite',
          version: '3',
          fingerprint: { hash: `hash${index}`, strength: 'content' as const },
        },
      ],
    },
  }));
  await expect(mergeRuns(seen, join(folder, 'runs'))).rejects.toMatchObject({
    code: 'E_MERGE',
    what: expect.stringContaining('saw different data in main'),
  });
});

test('a part that there is not is refused', async () => {
  for (const [index, of] of [
    [0, 2],
    [3, 2],
    [1.5, 2],
  ] as const)
    await expect(part(index, of)).rejects.toMatchObject({ code: 'E_SHARD' });
});
