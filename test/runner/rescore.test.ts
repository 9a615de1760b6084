import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSuite, type RunRequest, run } from '../../src/index.js';
import { readRecordedRun, rescoreRun } from '../../src/runner/index.js';
import type { Case, Scorer, Solver, Suite } from '../../src/types/index.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-rescore-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const suiteOf = (change: Partial<Case> = {}): Suite =>
  createSuite({
    datasources: {},
    cases: [
      { id: 'a', question: 'Which?', sql: 'SELECT n + 1 FROM t', ...change },
      { id: 'b', question: 'How many?', sql: 'SELECT n FROM t' },
      { id: 'c', question: 'Down?', sql: 'SELECT 1' },
    ],
  });

/** Compares texts, so that no database is needed. */
const sameText: Scorer = {
  name: 'same_text',
  needs: 'nothing',
  score: ({ case: item, output }) => ({ passed: item.sql === output.sql }),
};

/** Needs no database. */
const answeredAtAll: Scorer = {
  name: 'answered_at_all',
  needs: 'nothing',
  score: ({ output }) => ({ passed: output.status === 'success' }),
};

let calls = 0;
const solver: Solver = {
  name: 'asked',
  identity: 'asked',
  async solve({ caseId }) {
    calls += 1;
    if (caseId === 'c') throw new Error('service is down');
    return { status: 'success', sql: 'SELECT n FROM t', costUsd: 0.5 };
  },
};
const attempt = async (more: Partial<RunRequest> = {}) => {
  calls = 0;
  const made = await run({
    suite: suiteOf(),
    solver,
    scorers: [sameText],
    runsFolder: join(folder, 'runs'),
    cache: false,
    ...more,
  });
  return { path: made.summary.info.journalPath!, made };
};
const again = (path: string, suite: Suite, scorers: readonly (Scorer | string)[] = [sameText]) =>
  rescoreRun(path, { suite, scorers, runsFolder: join(folder, 'runs') });

test('answers are scored by the suite as it is now, and nobody is asked', async () => {
  const { path, made } = await attempt();
  expect(made.counts).toMatchObject({ passed: 1, failed: 1, error: 1 });
  const before = await readFile(path, 'utf8');
  const scored = await again(path, suiteOf({ sql: 'SELECT n FROM t' }));
  expect(calls).toBe(3);
  expect(scored.counts).toMatchObject({ total: 3, passed: 2, failed: 0, error: 1 });
  expect(scored.info).toMatchObject({ solver: 'asked', rescored: made.summary.info.runId });
  expect(scored.info.runId).not.toBe(made.summary.info.runId);
  expect(scored.spentUsd).toBeNull();
  expect(await readFile(path, 'utf8')).toBe(before);
  const results = new Map<string, unknown>();
  for await (const one of (await readRecordedRun(scored.info.journalPath!)).results())
    results.set(one.caseId, one);
  expect(results.get('a')).toMatchObject({ status: 'pass', costUsd: 0.5 });
  expect(results.get('c')).toMatchObject({ status: 'error', infrastructure: { message: 'service is down' } });
  // What was scored again can be scored again.
  expect((await again(scored.info.journalPath!, suiteOf(), [answeredAtAll])).counts).toMatchObject({
    passed: 2,
  });
});

test('an answer to another question is not scored', async () => {
  const { path } = await attempt();
  await expect(again(path, suiteOf({ question: 'Who?' }))).rejects.toMatchObject({
    code: 'E_SCORE_CHANGED',
    what: expect.stringContaining('a: its question was "Which?" and is "Who?"'),
  });
  await expect(again(path, suiteOf({ evidence: 'A hint.' }))).rejects.toMatchObject({
    code: 'E_SCORE_CHANGED',
    what: expect.stringContaining('evidence'),
  });
  const suite = suiteOf();
  await expect(again(path, { ...suite, cases: suite.cases.slice(1) })).rejects.toMatchObject({
    code: 'E_SCORE_CHANGED',
    what: expect.stringContaining('no case a for the role default'),
  });
  // A case that came later is not part of the run.
  const more = { ...suite, cases: [...suite.cases, { id: 'd', question: 'New?' }] };
  expect((await again(path, more)).counts.total).toBe(3);
});

test('answers that were given knowing the datasources say nothing about routing', async () => {
  const { path } = await attempt();
  await expect(again(path, suiteOf(), ['routing'])).rejects.toMatchObject({ code: 'E_SCORE_CHANGED' });
  const blind = await attempt({ scorers: ['routing'] });
  expect((await again(blind.path, suiteOf(), [answeredAtAll])).counts).toMatchObject({ passed: 2 });
});

test('a run that was stopped stays one that is not whole', async () => {
  const { path } = await attempt({ bail: 1, suite: oneAtATime(suiteOf()), selfTest: false });
  const scored = await again(path, suiteOf(), [answeredAtAll]);
  expect(scored.counts).toMatchObject({ total: 3, notRun: 2 });
  expect(scored.end).toMatchObject({ kind: 'stopped', why: expect.stringContaining('was stopped') });
});

test('recorded plans can be scored again too', async () => {
  const plans = new Map([
    ['a', { sql: 'SELECT n FROM t' }],
    ['b', { sql: 'SELECT n FROM t' }],
    ['c', { sql: 'SELECT 1' }],
  ]);
  const { path } = await attempt({ suite: { ...suiteOf(), plans }, mode: 'plans' });
  const scored = await again(path, suiteOf({ sql: 'SELECT n FROM t' }));
  expect(scored.info.mode).toBe('plans');
  expect(scored.counts).toMatchObject({ passed: 3 });
});

function oneAtATime(suite: Suite): Suite {
  const { settings } = suite;
  return { ...suite, settings: { ...settings, concurrency: { ...settings.concurrency, cases: 1 } } };
}
