import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite, type RunRequest, run } from '../../src/index.js';
import type { Models, Scorer, Solver, SolverInput, Suite } from '../../src/types/index.js';

let folder: string;
let suite: Suite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-cost-'));
  suite = createSuite({
    name: 'costly',
    datasources: {},
    cases: Array.from({ length: 40 }, (_, index) => ({
      id: `c${index}`,
      question: `What is the ${index}th?`,
      sql: 'SELECT n FROM t',
    })),
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Needs no database. */
const answeredAtAll: Scorer = {
  name: 'answered_at_all',
  needs: 'nothing',
  score: ({ output }) => ({ passed: output.status === 'success' }),
};

const price = { input: 1, output: 1 };
/** Answers after a while, so that calls are in flight together, at what `costOf` says of each call, counted from 1. */
function paidSolver(costOf: (call: number, input: SolverInput) => number | undefined) {
  const calls: string[] = [];
  const state = { calls, most: 0 };
  let inFlight = 0;
  const solver: Solver = {
    name: 'paid',
    identity: 'paid',
    models: [{ model: 'some/model', price }],
    async solve(input) {
      calls.push(input.caseId);
      const cost = costOf(calls.length, input);
      inFlight += 1;
      state.most = Math.max(state.most, inFlight);
      await sleep(10);
      inFlight -= 1;
      return { status: 'success', sql: 'SELECT n FROM t', ...(cost === undefined ? {} : { costUsd: cost }) };
    },
  };
  return { solver, state };
}

const attempt = (solver: Solver, more: Partial<RunRequest> = {}) =>
  run({ suite, solver, scorers: [answeredAtAll], runsFolder: null, selfTest: false, ...more });

test('a run stops before its cap, with calls in flight, and the gate is not met', async () => {
  const { solver, state } = paidSolver(() => 0.1);
  const { summary, counts, exitCode, gate } = await attempt(solver, { maxCostUsd: 1.05 });
  expect(summary.spentUsd).toBeCloseTo(1);
  expect(state.calls).toHaveLength(10);
  expect(state.most).toBeGreaterThan(1);
  expect(counts).toMatchObject({ passed: 10, notRun: 30, total: 40 });
  expect(summary.end).toMatchObject({ kind: 'stopped', why: expect.stringMatching(/cost cap of \$1\.05/) });
  expect(summary.info.maxCostUsd).toBe(1.05);
  expect(exitCode).toBe(3);
  expect(gate.line).toContain('cost cap');
});

test('the first case run goes alone, and what differs in cost never passes the cap', async () => {
  const { solver, state } = paidSolver((call) => (call % 3 === 0 ? 0.3 : 0.02));
  const seen: number[] = [];
  const watch = { onCaseStart: () => void seen.push(state.calls.length) };
  const { summary } = await attempt(solver, { maxCostUsd: 2, reporters: [watch] });
  // No case run starts before the first one has come back.
  expect(seen.filter((calls) => calls === 0)).toHaveLength(1);
  expect(summary.spentUsd!).toBeLessThanOrEqual(2);
  expect(summary.spentUsd!).toBeGreaterThan(1.2);
});

test('a run that stays below its cap is finished', async () => {
  const { solver } = paidSolver(() => 0.001);
  const { summary, exitCode } = await attempt(solver, { maxCostUsd: 1 });
  expect(summary.end).toEqual({ kind: 'finished' });
  expect(exitCode).toBe(0);
});

test('what a judge costs counts', async () => {
  const judge: Scorer = {
    name: 'judge',
    models: ['some/judge'],
    score: () => ({
      scorer: 'judge',
      verdict: 'pass',
      passed: true,
      value: 1,
      basis: 'judged',
      reason: null,
      flags: [],
      detail: {},
      diff: null,
      outcomes: null,
      usage: { inputTokens: 1, outputTokens: 1 },
      costUsd: 0.4,
    }),
  };
  const models: Models = { get: (model) => ({ model, price, generate: async () => ({ text: '' }) }) };
  const { solver } = paidSolver(() => 0.1);
  const { summary, counts } = await attempt(solver, { maxCostUsd: 2, scorers: [judge], models });
  expect(summary.spentUsd).toBeCloseTo(2);
  expect(counts.passed).toBe(4);
  const recorded = await attempt({ ...solver, recorded: true }, { maxCostUsd: 2, scorers: [judge], models });
  expect(recorded.counts.passed).toBe(5);
});

test('a solver that tells no cost stops the run after its first case', async () => {
  const { solver, state } = paidSolver(() => undefined);
  const { models: _, ...unpriced } = solver;
  const { summary } = await attempt(unpriced, { maxCostUsd: 1 });
  expect(state.calls).toHaveLength(1);
  expect(summary.end).toMatchObject({
    kind: 'stopped',
    why: 'the solver reports no cost, so that the cost cap of $1.00 cannot be kept',
  });
});

test('a model without a price is an error before the first call', async () => {
  const { solver, state } = paidSolver(() => 0.1);
  const unpriced: Solver = { ...solver, models: [{ model: 'some/model', price: null }] };
  await expect(attempt(unpriced, { maxCostUsd: 1 })).rejects.toMatchObject({
    code: 'E_COST_PRICE',
    message: expect.stringContaining('some/model'),
  });
  const judge: Scorer = { name: 'judge', models: ['some/judge'], score: () => ({ passed: true }) };
  const models: Models = { get: (model) => ({ model, price: null, generate: async () => ({ text: '' }) }) };
  await expect(attempt(solver, { maxCostUsd: 1, scorers: [judge], models })).rejects.toMatchObject({
    code: 'E_COST_PRICE',
    message: expect.stringContaining('some/judge'),
  });
  await expect(attempt(solver, { maxCostUsd: 0 })).rejects.toMatchObject({ code: 'E_COST_CAP' });
  expect(state.calls).toEqual([]);
});

test('a call that fails is counted at what it tells, and does not end the search for what one costs', async () => {
  const solver: Solver = {
    identity: 'flaky',
    solve: async ({ caseId }) =>
      caseId === 'c0'
        ? { status: 'unavailable', costUsd: 0.5, errors: [{ code: 'TIMEOUT', message: 'too slow' }] }
        : { status: 'success', sql: 'SELECT n FROM t', costUsd: 0.5 },
  };
  const { summary, counts, cases } = await attempt(solver, { maxCostUsd: 2.1 });
  expect(summary.spentUsd).toBeCloseTo(2);
  expect(counts).toMatchObject({ passed: 3, error: 1, notRun: 36 });
  const failed = (await cases()).find(({ caseId }) => caseId === 'c0');
  expect(failed).toMatchObject({
    costUsd: 0.5,
    infrastructure: { step: 'solver', message: 'TIMEOUT: too slow' },
  });
});

test('a continued run knows what was spent before, and asks nothing again', async () => {
  const runsFolder = join(folder, 'runs');
  const { solver, state } = paidSolver(() => 0.1);
  const first = await attempt(solver, { maxCostUsd: 1.05, runsFolder });
  expect(first.counts.passed).toBe(10);
  const again = await attempt(solver, { maxCostUsd: 1.05, runsFolder, resume: 'latest' });
  expect(state.calls).toHaveLength(10);
  expect(again.summary).toMatchObject({ end: { kind: 'stopped' }, counts: { passed: 10, notRun: 30 } });
  const more = await attempt(solver, { maxCostUsd: 1.55, runsFolder, resume: 'latest' });
  expect(more.summary.spentUsd).toBeCloseTo(1.5);
  expect(new Set(state.calls).size).toBe(15);
  expect(state.calls).toHaveLength(15);
  const journal = await readFile(more.summary.info.journalPath!, 'utf8');
  expect(journal.split('\n').filter((line) => line.includes('"kind":"reply"'))).toHaveLength(15);
});
