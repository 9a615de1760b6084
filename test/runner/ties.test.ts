import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkGolds } from '../../src/gold/index.js';
import { createSuite, ExecutionAccuracy, executionAccuracy, run } from '../../src/index.js';
import { openEvaluator } from '../../src/runner/index.js';
import type { Case, CaseResult, ScoreResult, Scorer, Suite } from '../../src/types/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-ties-'));
  await writeFile(
    join(folder, 'schema.sql'),
    `CREATE TABLE run(driver TEXT, laps INTEGER, born DATE);
     INSERT INTO run VALUES ('A',9,'1990-01-01'),('B',5,'1991-01-01'),('C',5,'1992-01-01'),('D',1,'1993-01-01');`,
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kinds = ['sqlite', 'duckdb'] as const;

function suiteOf(kind: (typeof kinds)[number], parts: Partial<Suite> & { cases: readonly Case[] }): Suite {
  return createSuite({ datasources: { main: { kind, scripts: [join(folder, 'schema.sql')] } }, ...parts });
}

/** One evaluator serves every trial of an engine. */
async function openTrials(kind: (typeof kinds)[number]) {
  const asked = { sql: '', scorer: new ExecutionAccuracy() as Scorer };
  const evaluator = await openEvaluator({
    suite: suiteOf(kind, { cases: [{ id: 'only', question: '', sql: 'SELECT 1' }] }),
    scorers: [{ comparesWithGold: true, score: (one, context) => asked.scorer.score(one, context) }],
    solver: { name: 'one', solve: async () => ({ status: 'success', sql: asked.sql }) },
  });
  const [only] = evaluator.runs;
  return {
    close: () => evaluator.close(),
    async judge(
      gold: string,
      candidate: string,
      scorer: Scorer = new ExecutionAccuracy(),
    ): Promise<ScoreResult> {
      Object.assign(asked, { sql: candidate, scorer });
      const result = await evaluator.evaluate({ ...only!, case: { ...only!.case, sql: gold } });
      return result!.scores[0]!.score;
    },
  };
}

const topTwo = 'SELECT driver FROM run ORDER BY laps DESC LIMIT 2';
const ranking = 'SELECT driver FROM run ORDER BY laps DESC';

describe.each(kinds)('%s', (kind) => {
  let trials: Awaited<ReturnType<typeof openTrials>>;
  beforeAll(async () => {
    trials = await openTrials(kind);
  });
  afterAll(() => trials.close());

  test('any choice of the rows that a LIMIT cuts a tie among passes, and no other row', async () => {
    const other = 'SELECT driver FROM run ORDER BY laps DESC, driver DESC LIMIT 2';
    expect(await trials.judge(topTwo, other)).toMatchObject({
      verdict: 'pass',
      flags: expect.arrayContaining(['tie_broken_differently', 'gold_limit_cuts_tie', 'gold_undetermined']),
      detail: {
        strict_order: 'fail',
        ties: { analysed: true, groups: 1, largest: 2, cut_at_limit: { candidates: 2, kept: 1 } },
        gold_undetermined: ['tie_at_limit'],
      },
    });
    const wrong = "SELECT driver FROM run WHERE driver IN ('A', 'D') ORDER BY laps DESC";
    expect(await trials.judge(topTwo, wrong)).toMatchObject({
      verdict: 'fail',
      detail: { strict_order: 'fail' },
    });
    const twice = "SELECT 'A' UNION ALL SELECT 'A'";
    expect(await trials.judge(topTwo, twice)).toMatchObject({ verdict: 'fail' });
    const turned = "SELECT driver FROM run WHERE driver IN ('A', 'C') ORDER BY laps";
    expect(await trials.judge(topTwo, turned)).toMatchObject({ verdict: 'fail' });
    const unordered = new ExecutionAccuracy({ row_order: 'ignore' });
    expect(await trials.judge(topTwo, turned, unordered)).toMatchObject({ verdict: 'pass' });
  });

  test('tied rows may come in any order, others may not', async () => {
    const other = 'SELECT driver FROM run ORDER BY laps DESC, driver DESC';
    expect(await trials.judge(ranking, other)).toMatchObject({
      verdict: 'pass',
      flags: ['tie_broken_differently'],
      detail: { strict_order: 'fail', ties: { groups: 1, largest: 2 } },
    });
    expect(await trials.judge(ranking, 'SELECT driver FROM run ORDER BY driver DESC')).toMatchObject({
      verdict: 'fail',
      flags: ['order_only'],
    });
    expect(await trials.judge(ranking, ranking)).toMatchObject({
      verdict: 'pass',
      flags: [],
      detail: { strict_order: 'pass' },
    });
  });

  test('the plain verdict is kept where ties are not wanted', async () => {
    const other = 'SELECT driver FROM run ORDER BY laps DESC, driver DESC LIMIT 2';
    for (const scorer of [
      new ExecutionAccuracy({ tie_aware: false }),
      executionAccuracy.spider(),
      executionAccuracy.bird(),
    ]) {
      const score = await trials.judge(topTwo, other, scorer);
      expect(score).toMatchObject({ verdict: 'fail' });
      expect(score.detail).not.toHaveProperty('ties');
    }
  });

  test('a tie that cannot be told says why, and the plain verdict holds', async () => {
    const score = await trials.judge(
      'SELECT driver FROM run ORDER BY laps * 0 LIMIT 2 OFFSET 1 + 0',
      "SELECT 'B' UNION ALL SELECT 'D'",
    );
    expect(score).toMatchObject({ verdict: 'fail', detail: { ties: { analysed: false } } });
  });

  test('columns in another order keep one order through all ties', async () => {
    const gold = 'SELECT driver, laps FROM run ORDER BY laps DESC LIMIT 2';
    const byValue = new ExecutionAccuracy({ column_alignment: 'by_value' });
    const other = 'SELECT laps, driver FROM run ORDER BY laps DESC, driver DESC LIMIT 2';
    expect(await trials.judge(gold, other, byValue)).toMatchObject({
      verdict: 'pass',
      flags: expect.arrayContaining(['columns_permuted', 'tie_broken_differently']),
    });
  });
});

describe('golds that the data do not determine', () => {
  const cases: readonly Case[] = [
    { id: 'tie', question: '', sql: topTwo },
    { id: 'fine', question: '', sql: 'SELECT driver FROM run ORDER BY laps DESC LIMIT 1' },
    { id: 'limit', question: '', sql: 'SELECT driver FROM run LIMIT 2' },
    { id: 'clock', question: '', sql: 'SELECT driver FROM run WHERE born < CURRENT_DATE' },
    { id: 'order', question: '', sql: ranking },
  ];

  const answered = async (kind: (typeof kinds)[number], selfTest: boolean, day: string | null) => {
    const suite = suiteOf(kind, { cases });
    const done = await run({
      suite: { ...suite, settings: { ...suite.settings, referenceDate: day } },
      scorers: ['execution_accuracy'],
      solver: {
        name: 'gold',
        solve: async ({ caseId }) => ({
          status: 'success',
          sql: String(cases.find(({ id }) => id === caseId)!.sql),
        }),
      },
      selfTest,
    });
    const reasons = new Map(
      (await done.cases()).map(({ caseId, scores }: CaseResult) => [
        caseId,
        scores[0]!.score.flags.includes('gold_undetermined')
          ? scores[0]!.score.detail.gold_undetermined
          : null,
      ]),
    );
    return { done, reasons: Object.fromEntries(reasons) };
  };

  test.each(kinds)('are flagged in a %s run, and named by its self-test', async (kind) => {
    const { done, reasons } = await answered(kind, true, null);
    const expected = {
      tie: ['tie_at_limit'],
      fine: null,
      limit: ['limit_without_order'],
      clock: ['clock'],
      order: null,
    };
    expect(reasons).toEqual(expected);
    expect(done.exitCode).toBe(0);
    expect(done.summary.selfTest?.undetermined).toEqual([
      { caseId: 'tie', reasons: ['tie_at_limit'] },
      { caseId: 'limit', reasons: ['limit_without_order'] },
      { caseId: 'clock', reasons: ['clock'] },
    ]);
  });

  test.each(kinds)('of a %s clock are determined once it stands still', async (kind) => {
    expect((await answered(kind, true, '2026-01-01')).reasons.clock).toBeNull();
    expect((await answered(kind, false, '2026-01-01')).reasons).toMatchObject({
      clock: null,
      limit: ['limit_without_order'],
    });
  });

  test.each(kinds)('are told by gold --check on %s, and fail nothing', async (kind) => {
    const rows: Record<string, Case['rows']> = {
      fine: [['A']],
      order: [['A'], ['B'], ['C'], ['D']],
      limit: [['A'], ['B']],
    };
    const recorded = cases
      .filter(({ id }) => id in rows)
      .map((item): Case => ({ ...item, rows: rows[item.id]!, resultColumns: ['driver'] }));
    const { outcomes } = await checkGolds(suiteOf(kind, { cases: recorded }));
    expect(outcomes.map(({ caseId, kind: what, undetermined }) => [caseId, what, undetermined])).toEqual([
      ['fine', 'same', []],
      ['limit', 'same', ['limit_without_order']],
      ['order', 'same', ['tied_order']],
    ]);
  });
});
