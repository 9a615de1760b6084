import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeResult, madeScore, madeSummary } from '../../../test/fixtures/made-run.js';
import type { CaseResult, RunSummary } from '../../types/index.js';
import type { Board } from './board.js';
import { type BoardOptions, createBoard } from './create-board.js';

function boardOf(
  results: readonly CaseResult[],
  options: BoardOptions = {},
  summary: Partial<RunSummary['info']> = {},
): Board {
  const board = createBoard(options);
  for (const result of results) board.add(result);
  return board.finish(madeSummary(results, { info: summary }));
}

const result = (parts: Partial<CaseResult>, id = 'c') => madeResult(parts.status ?? 'pass', id, parts);

describe('shares', () => {
  it('count fail, inconclusive and error against a scorer, and not_applicable not at all', () => {
    const verdicts = ['pass', 'fail', 'inconclusive', 'error', 'not_applicable'] as const;
    const board = boardOf(verdicts.map((verdict) => result({ scores: [madeScore(verdict)] })));
    const [scorer] = board.scorers;
    expect(scorer).toMatchObject({ label: 'result_match', share: { passed: 1, of: 4, share: 0.25 } });
    expect(scorer?.verdicts).toEqual({ pass: 1, fail: 1, inconclusive: 1, error: 1, notApplicable: 1 });
  });

  it('show strict and lenient result_match over one denominator', () => {
    const board = boardOf([
      result({ scores: [madeScore('pass', 'result_match', { detail: { lenient: true } })] }),
      result({ scores: [madeScore('fail', 'result_match', { detail: { lenient: true } })] }),
      result({ scores: [madeScore('fail', 'result_match', { detail: { lenient: false } })] }),
      result({ scores: [madeScore('fail', 'result_match')] }),
      result({ scores: [madeScore('not_applicable', 'result_match')] }),
    ]);
    expect(board.scorers[0]?.share).toMatchObject({ passed: 1, of: 4 });
    expect(board.scorers[0]?.lenient).toMatchObject({ passed: 2, of: 4 });
  });

  it('do not rise when infrastructure fails', () => {
    const broken = {
      status: 'error',
      scores: [],
      infrastructure: { step: 'database', message: 'gone' },
    } as const;
    const board = boardOf([result({}), result(broken), result({ ...broken, expected: 'refused' })], {
      scorers: ['result_match', 'outcome'],
    });
    expect(board.caseRuns).toMatchObject({ passed: 1, of: 3 });
    expect(board.scorers[0]).toMatchObject({ share: { passed: 1, of: 2 }, notCalled: 1 });
    expect(board.scorers[1]).toMatchObject({ share: { passed: 0, of: 2 }, notCalled: 2 });
    expect(board.infrastructure).toEqual([{ step: 'database', message: 'gone', caseRuns: 2 }]);
  });

  it('leave unscored case runs out', () => {
    expect(boardOf([result({}), result({ status: 'unscored' })]).caseRuns).toMatchObject({
      passed: 1,
      of: 1,
    });
  });

  it('split by tag, difficulty, role and datasource', () => {
    const board = boardOf([
      result({ tags: ['a', 'b', 'a'], difficulty: 'easy', role: 'admin', datasources: ['x'] }),
      result({ status: 'fail', tags: ['b'], role: 'viewer', datasources: ['x', 'y'] }),
    ]);
    const shares = (groups: Board['by']['tag']) =>
      groups.map(({ name, caseRuns }) => `${name} ${caseRuns.passed}/${caseRuns.of}`);
    expect(shares(board.by.tag)).toEqual(['a 1/1', 'b 1/2']);
    expect(shares(board.by.difficulty)).toEqual(['easy 1/1']);
    expect(shares(board.by.role)).toEqual(['admin 1/1', 'viewer 0/1']);
    expect(shares(board.by.datasource)).toEqual(['x 1/2', 'y 0/1']);
    expect(board.by.tag[1]?.scorers[0]?.share).toMatchObject({ passed: 1, of: 2 });
  });

  it('fold tags past a bound into one group', () => {
    const board = boardOf(Array.from({ length: 600 }, (_, index) => result({ tags: [`t${index}`] })));
    expect(board.by.tag).toHaveLength(501);
    expect(board.by.tag.at(-1)).toMatchObject({ name: '(others)', caseRuns: { of: 100 } });
  });

  it('add up: every count and share is made of the same case runs', () => {
    const statuses = ['pass', 'fail', 'inconclusive', 'error', 'unscored'] as const;
    fc.assert(
      fc.property(
        fc.array(fc.record({ status: fc.constantFrom(...statuses), role: fc.constantFrom('a', 'b', 'c') })),
        fc.nat(3),
        (list, notRun) => {
          const results = list.map((parts, index) => result(parts, `c${index}`));
          const builder = createBoard();
          for (const one of results) builder.add(one);
          const board = builder.finish(madeSummary(results, { notRun }));
          const { total, ...parts } = board.counts;
          expect(Object.values(parts).reduce((sum, count) => sum + count, 0)).toBe(total);
          expect(board.caseRuns.of).toBe(total - parts.unscored - parts.notRun);
          expect(board.caseRuns.passed).toBe(parts.passed);
          const byRole = board.by.role.map(({ caseRuns }) => caseRuns);
          expect(byRole.reduce((sum, { of }) => sum + of, 0)).toBe(board.caseRuns.of);
          expect(byRole.reduce((sum, { passed }) => sum + passed, 0)).toBe(board.caseRuns.passed);
          for (const { verdicts, share, notCalled } of board.scorers) {
            const { notApplicable, ...applied } = verdicts;
            const sum = Object.values(applied).reduce((left, right) => left + right, 0) + notCalled;
            expect(share.of).toBe(sum);
            expect(sum + notApplicable).toBe(results.length);
          }
        },
      ),
    );
  });
});

describe('sections', () => {
  const answering = (code: string) => ({
    output: { ...madeResult('pass', 'x').output, status: 'error' as const, errors: [{ code, message: '' }] },
  });

  it('precision and recall of answering unanswerable', () => {
    const board = boardOf([
      result({ expected: 'unanswerable', ...answering('QUESTION_NOT_ANSWERABLE') }),
      result({ expected: 'unanswerable' }),
      result({ expected: 'allowed', ...answering('QUESTION_NOT_ANSWERABLE') }),
      result({ expected: 'allowed', ...answering('OTHER') }),
      result({
        expected: 'unanswerable',
        infrastructure: { step: 'solver', message: 'gone' },
        status: 'error',
        scores: [],
      }),
    ]);
    expect(board.answerability?.precision).toMatchObject({ passed: 1, of: 2 });
    expect(board.answerability?.recall).toMatchObject({ passed: 1, of: 2 });
    expect(boardOf([result({})]).answerability).toBeNull();
    const mapped = boardOf([result({ expected: 'unanswerable', ...answering('NO') })], {
      unanswerableCode: 'NO',
    });
    expect(mapped.answerability?.recall).toMatchObject({ passed: 1, of: 1 });
  });

  it('paraphrase groups agree when all their results are the same', () => {
    const one = (group: string, resultHash: string | null, parts: Partial<CaseResult> = {}) =>
      result({ paraphraseGroup: group, resultHash, ...parts });
    const board = boardOf([
      ...[one('same', 'h'), one('same', 'h')],
      ...[one('different', 'h'), one('different', 'i')],
      ...[one('nothing', null), one('nothing', null)],
      one('alone', 'h'),
      ...[one('same', 'j', { role: 'viewer' }), one('same', 'j', { role: 'viewer' })],
      ...[one('refused', null, { expected: 'refused' }), one('refused', null, { expected: 'refused' })],
    ]);
    expect(board.paraphrases).toMatchObject({
      groups: 4,
      agreeing: 2,
      agreement: { passed: 2, of: 4, share: 0.5 },
      disagreeing: ['different', 'nothing'],
    });
  });

  it('determinism over several passes', () => {
    const one = (caseId: string, status: CaseResult['status'], resultHash: string) =>
      madeResult(status, caseId, { resultHash });
    const results = [
      ...[one('steady', 'pass', 'h'), one('steady', 'pass', 'h')],
      ...[one('flaky', 'pass', 'h'), one('flaky', 'fail', 'i')],
      ...[one('wrong', 'fail', 'h'), one('wrong', 'fail', 'i')],
    ];
    expect(boardOf(results, {}, { passes: 2 }).determinism).toMatchObject({
      cases: 3,
      sameResult: 1,
      passedAlways: 1,
      passedOnce: 2,
      flaky: 1,
      flakyCases: [{ caseId: 'flaky', role: 'default', passed: 1, of: 2 }],
      shares: { same: { passed: 1, of: 3 }, always: { passed: 1, of: 3 }, once: { passed: 2, of: 3 } },
      passAtK: [
        { k: 1, estimate: 0.5 },
        { k: 2, estimate: 2 / 3 },
      ],
      passRates: [
        { caseId: 'wrong', passed: 0, of: 2 },
        { caseId: 'flaky', passed: 1, of: 2 },
        { caseId: 'steady', passed: 2, of: 2 },
      ],
    });
    expect(boardOf(results, {}, { passes: 1 }).determinism).toBeNull();
  });

  it('determinism by the query where no rows were read', () => {
    const asked = (caseId: string, sql: string) =>
      madeResult('pass', caseId, { resultHash: null, statement: { sql, cleaned: [] } });
    const results = [
      ...[asked('steady', 'select 1'), asked('steady', 'select 1')],
      ...[asked('changing', 'select 1'), asked('changing', 'select 2')],
    ];
    expect(boardOf(results, {}, { passes: 2 }).determinism).toMatchObject({ cases: 2, sameResult: 1 });
  });

  it('tokens and cost, per case run and per correct answer', () => {
    const output = {
      ...madeResult('pass', 'x').output,
      usage: { inputTokens: 10, outputTokens: 2 },
      costUsd: 0.5,
    };
    const board = boardOf([
      result({ output }),
      result({ status: 'fail', output }),
      result({ status: 'fail' }),
    ]);
    expect(board.usage).toEqual({ caseRuns: 2, inputTokens: 20, outputTokens: 4, scoring: null });
    expect(board.cost).toEqual({
      caseRuns: 2,
      totalUsd: 1,
      scoringUsd: 0,
      perCaseRunUsd: 0.5,
      perCorrectUsd: 1,
    });
    expect(boardOf([result({})])).toMatchObject({ usage: null, cost: null, fromCache: 0 });
    expect(boardOf([result({ cached: true }), result({})]).fromCache).toBe(1);
  });

  it('tokens and cost of the models that score', () => {
    const judged = madeScore('pass', 'judge', {
      usage: { inputTokens: 100, outputTokens: 10 },
      costUsd: 0.25,
    });
    const board = boardOf([result({ scores: [judged], costUsd: 0.75 }), result({})]);
    expect(board.usage).toEqual({
      caseRuns: 0,
      inputTokens: 0,
      outputTokens: 0,
      scoring: { caseRuns: 1, inputTokens: 100, outputTokens: 10 },
    });
    expect(board.cost).toMatchObject({ caseRuns: 1, totalUsd: 0.75, scoringUsd: 0.25, perCorrectUsd: 0.375 });
  });

  it('routing, where a case run that never ran is a miss', () => {
    const routed = (top1: boolean, shortlist: boolean) =>
      result({
        kind: 'routing',
        scores: [
          madeScore(top1 && shortlist ? 'pass' : 'fail', 'routing', {
            detail: { top1, shortlist, exact: top1 },
          }),
        ],
      });
    const down = { infrastructure: { step: 'solver', message: 'gone' }, scores: [] };
    const { routing } = boardOf([routed(true, true), routed(false, true), madeResult('error', 'x', down)]);
    expect(routing?.top1).toMatchObject({ passed: 1, of: 3 });
    expect(routing?.shortlist).toMatchObject({ passed: 2, of: 3 });
    expect(routing?.exact).toMatchObject({ passed: 1, of: 3 });
    expect(boardOf([result({})]).routing).toBeNull();
  });

  it('nothing of datasources used and of results that agree where there are none', () => {
    const routed = result({
      paraphraseGroup: 'g',
      scores: [madeScore('pass', 'routing', { detail: { top1: true, shortlist: true, exact: false } })],
    });
    const { routing, paraphrases } = boardOf([routed, routed], {}, { mode: 'retrieval' });
    expect(routing).toMatchObject({ top1: { passed: 2 }, exact: null });
    expect(paraphrases).toBeNull();
    expect(boardOf([routed, routed], {}, { mode: 'full' }).paraphrases).not.toBeNull();
  });

  it('mean recalls with the amounts sent', () => {
    const sent = (table: number, column: number | null, tables: number) =>
      result({
        scores: [
          madeScore(table === 1 ? 'pass' : 'fail', 'retrieval_recall', {
            detail: {
              table_recall: table,
              column_recall: column,
              table_precision: tables === 0 ? null : 0.5,
              tables_sent: tables,
              columns_sent: tables * 4,
            },
          }),
        ],
      });
    const notApplicable = result({ scores: [madeScore('not_applicable', 'retrieval_recall')] });
    expect(boardOf([sent(1, 0.5, 4), sent(0, null, 0), notApplicable]).retrieval).toEqual({
      caseRuns: 2,
      tableRecall: 0.5,
      columnRecall: 0.5,
      tablePrecision: 0.5,
      tablesSent: 2,
      columnsSent: 8,
    });
  });

  it('faithfulness, with what is not supported', () => {
    const detail = { checked: 3, unsupported_numbers: ['7'], unsupported_entities: [], misattributed: ['7'] };
    const board = boardOf([
      result({ scores: [madeScore('fail', 'faithfulness', { detail })] }),
      result({ scores: [madeScore('pass', 'faithfulness', { detail: { checked: 2 } })] }),
    ]);
    expect(board.faithfulness).toMatchObject({
      answers: { passed: 1, of: 2 },
      checked: 5,
      unsupportedNumbers: 1,
      unsupportedEntities: 0,
      misattributed: 1,
    });
  });

  it('latency without the answers that came from the cache', () => {
    const slow = { total: 9, solver: 9, database: 1 };
    const steps = boardOf([result({}), result({ cached: true, seconds: slow })]).latency;
    expect(steps.map(({ step, caseRuns }) => `${step} ${caseRuns}`)).toEqual([
      'total 1',
      'solver 1',
      'database 2',
    ]);
  });

  it("latency per step, the solver's own among them", () => {
    const output = { ...madeResult('pass', 'x').output, timings: { plan: 2 } };
    const steps = boardOf([result({ output })]).latency;
    expect(steps.map(({ step, caseRuns }) => `${step} ${caseRuns}`)).toEqual([
      'total 1',
      'solver 1',
      'database 1',
      'solver: plan 1',
    ]);
    expect(steps[3]?.p95).toBeCloseTo(2, 1);
  });

  it('known failures apart, and flags once per case run', () => {
    const known = { id: 'k', until: '2027-01-31', why: 'later' };
    const gate = { knownFailure: ({ caseId }: CaseResult) => (caseId === 'k' ? known : null) };
    const flagged = [
      madeScore('pass', 'a', { flags: ['fragile'] }),
      madeScore('pass', 'b', { flags: ['fragile'] }),
    ];
    const board = boardOf([madeResult('fail', 'k'), result({ scores: flagged, flags: ['dqs'] })], { gate });
    expect(board.knownFailures).toEqual({
      count: 1,
      caseRuns: [
        {
          caseId: 'k',
          role: 'default',
          pass: 1,
          until: '2027-01-31',
          why: 'later',
          reason: 'the rows differ',
        },
      ],
    });
    expect(board.flags).toEqual([
      { flag: 'dqs', caseRuns: 1 },
      { flag: 'fragile', caseRuns: 1 },
    ]);
  });

  it('passes that are fragile, by name', () => {
    const scores = [madeScore('pass', 'a', { flags: ['fragile'] }), madeScore('pass', 'b')];
    const board = boardOf([
      madeResult('pass', 'f', { scores }),
      result({}),
      madeResult('fail', 'k', { scores: [madeScore('fail', 'a', { flags: ['fragile'] })] }),
    ]);
    expect(board.fragile).toEqual({ count: 1, caseRuns: [{ caseId: 'f', role: 'default', pass: 1 }] });
    expect(boardOf([result({})]).fragile).toBeNull();
  });

  it('is plain JSON', () => {
    const board = boardOf([result({}), result({ status: 'fail' })]);
    expect(JSON.parse(JSON.stringify(board))).toEqual(board);
  });
});

it('holds nothing of a case run but counts and short names', () => {
  const long = 'x'.repeat(10_000);
  const board = boardOf(
    Array.from({ length: 300 }, (_, index) =>
      madeResult('fail', `c${index}`, { question: long, goldSql: long, resultHash: 'h', reason: long }),
    ),
  );
  expect(JSON.stringify(board).length).toBeLessThan(5_000);
});
