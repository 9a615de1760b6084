import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { madeResult, madeScore, madeSummary } from '../../../test/fixtures/made-run.js';
import type { CaseResult } from '../../types/index.js';
import type { Board } from './board.js';
import { createBoard } from './create-board.js';
import { renderBoard } from './render-board.js';

const both = (
  match: Parameters<typeof madeScore>[0],
  outcome: Parameters<typeof madeScore>[0],
  lenient = false,
) => [
  madeScore(match, 'result_match', match === 'not_applicable' ? {} : { detail: { lenient } }),
  madeScore(outcome, 'outcome'),
];
const output = {
  ...madeResult('pass', 'x').output,
  usage: { inputTokens: 1200, outputTokens: 80 },
  costUsd: 0.004,
  timings: { plan: 1.5 },
};
const declined = {
  ...output,
  status: 'error' as const,
  errors: [{ code: 'QUESTION_NOT_ANSWERABLE', message: '' }],
};

const results: readonly CaseResult[] = [
  madeResult('pass', 'top_customers', {
    role: 'admin',
    tags: ['join', 'ties'],
    difficulty: 'easy',
    paraphraseGroup: 'top',
    scores: both('pass', 'pass', true),
    output,
  }),
  madeResult('fail', 'top_customers_again', {
    role: 'admin',
    tags: ['join'],
    difficulty: 'hard',
    paraphraseGroup: 'top',
    resultHash: 'bbbb',
    scores: both('fail', 'pass', true),
    output,
    flags: ['dqs'],
  }),
  madeResult('pass', 'colour', {
    role: 'viewer',
    expected: 'unanswerable',
    scores: both('not_applicable', 'pass'),
    output: declined,
    datasources: ['spider/日本'],
  }),
  madeResult('error', 'broken', {
    role: 'viewer',
    scores: [],
    infrastructure: { step: 'database', message: 'connection lost' },
  }),
];

function boardOf(list: readonly CaseResult[], parts: Parameters<typeof madeSummary>[1] = {}): Board {
  const known = { id: 'top_customers_again', until: '2027-01-31', why: 'waits for the new prompt' };
  const knownFailure = ({ caseId, status }: CaseResult) =>
    caseId === known.id && status === 'fail' ? known : null;
  const builder = createBoard({ scorers: ['result_match', 'outcome'], gate: { knownFailure } });
  for (const result of list) builder.add(result);
  return builder.finish(madeSummary(list, parts));
}

const selfTest = {
  checked: 3,
  cannotTell: [
    {
      caseId: 'top_customers',
      label: 'result_match',
      problem: 'mutant_passes' as const,
      detail: 'a row dropped',
    },
  ],
};

describe('renderBoard', () => {
  it('names the golds that the data do not determine, with why', () => {
    const undetermined = [
      { caseId: 'top_two', reasons: ['tie_at_limit' as const, 'clock' as const] },
      ...Array.from({ length: 9 }, (_, at) => ({ caseId: `any_${at}`, reasons: ['random' as const] })),
    ];
    const board = boardOf(results, { selfTest: { checked: 12, cannotTell: [], undetermined } });
    const text = renderBoard(board, { columns: 400, colors: false });
    expect(text).toContain('12 golds pass as answers');
    expect(text).toContain(
      '10 golds that the data do not determine: top_two (a tie at the LIMIT, the clock) · any_0',
    );
    expect(text).toMatch(/any_6 \(chance\) · 2 more$/m);
  });

  it('prints everything this run has', () => {
    const board = boardOf(results, {
      notRun: 2,
      end: { kind: 'stopped', why: '2 case runs did not pass (--bail 2)' },
      selfTest,
      info: {
        resumed: 1,
        repeatedCalls: 1,
        leftOut: [{ label: 'routing', why: 'it cannot score mode full' }],
      },
    });
    expect(renderBoard(board, { columns: 100, colors: false })).toMatchInlineSnapshot(`
      "shop · mode full · solver replay · 6 case runs in 1.5 s · 1 of them from the journal

                                passed  share  95% interval  not passed
        case runs                  2/4    50%    15.0-85.0%  1 failed, 1 errored
        result_match               1/3  33.3%     6.1-79.2%  1 failed, 1 not reached
        result_match (lenient)     2/3  66.7%    20.8-93.9%
        outcome                    3/4    75%    30.1-95.4%  1 not reached

        by role  case runs     result_match  lenient          outcome
        admin    1/2 50% 9-91  1/2 50% 9-91  2/2 100% 34-100  2/2 100% 34-100
        viewer   1/2 50% 9-91   0/1 0% 0-79                -     1/2 50% 9-91

        by difficulty  case runs        result_match     lenient          outcome
        easy           1/1 100% 21-100  1/1 100% 21-100  1/1 100% 21-100  1/1 100% 21-100
        hard               0/1 0% 0-79      0/1 0% 0-79  1/1 100% 21-100  1/1 100% 21-100

        by tag  case runs        result_match     lenient          outcome
        join       1/2 50% 9-91     1/2 50% 9-91  2/2 100% 34-100  2/2 100% 34-100
        ties    1/1 100% 21-100  1/1 100% 21-100  1/1 100% 21-100  1/1 100% 21-100

        by datasource  case runs        result_match    lenient          outcome
        shop            1/3 33.3% 6-79  1/3 33.3% 6-79  2/3 66.7% 21-94  2/3 66.7% 21-94
        spider/日本    1/1 100% 21-100               -                -  1/1 100% 21-100

        not run         2: 2 case runs did not pass (--bail 2)
        asked again     1 call that had no answer when the run died
        infrastructure  1 case run: database: connection lost
        known failure   top_customers_again (admin) until 2027-01-31: waits for the new prompt
        unanswerable    precision 1/1 100% (21-100%) · recall 1/1 100% (21-100%)
        paraphrases     0/1 0% (0-79%) of the groups agree; not: top (admin)
        tokens          3600 in · 240 out, of 3 case runs
        cost            $0.01 · $0.004 per case run · $0.006 per correct answer
        p50 / p95       total 9.9 ms / 9.9 ms · solver 1.00 ms / 1.00 ms · database 2.0 ms / 2.0 ms ·
                        solver: plan 1.5 s / 1.5 s
        flags           dqs 1
        left out        routing: it cannot score mode full
        self-test       1 of 3 cases cannot tell right from wrong
        cannot tell     top_customers · result_match: a wrong answer passes (a row dropped)"
    `);
  });

  it('prints nothing this run has not', () => {
    const text = renderBoard(boardOf([madeResult('pass', 'a')]), { columns: 100, colors: false });
    expect(text).toMatchInlineSnapshot(`
      "shop · mode full · solver replay · 1 case run in 1.5 s

                                passed  share  95% interval  not passed
        case runs                  1/1   100%   20.7-100.0%
        result_match               1/1   100%   20.7-100.0%
        result_match (lenient)     1/1   100%   20.7-100.0%
        outcome                    0/0      -             -

        p50 / p95       total 9.9 ms / 9.9 ms · solver 1.00 ms / 1.00 ms · database 2.0 ms / 2.0 ms"
    `);
  });

  it('says which answers an earlier run has paid for', () => {
    const text = (list: readonly CaseResult[]): string =>
      renderBoard(boardOf(list), { columns: 100, colors: false });
    expect(
      text([madeResult('pass', 'a', { cached: true, output }), madeResult('pass', 'b', { output })]),
    ).toMatch(/cost +\$0\.008 .*\n +cache +1 answer of an earlier run, paid for then/);
    expect(text([madeResult('pass', 'b', { output })])).not.toContain('cache ');
  });

  it('shows several passes', () => {
    const list = [1, 2].flatMap((pass) => [
      madeResult('pass', 'steady', { pass }),
      madeResult(pass === 1 ? 'pass' : 'fail', 'flaky', { pass, resultHash: `${pass}` }),
    ]);
    const text = renderBoard(boardOf(list, { info: { passes: 2 } }), { columns: 120, colors: false });
    expect(text).toContain(
      '2 cases: 1/2 50% (9-91%) with the same result each time · 1/2 50% (9-91%) always pass',
    );
    expect(text).toMatch(/flaky +flaky 1\/2/);
  });

  it.each([30, 50, 80, 200])('keeps within %i columns', (columns) => {
    const many = results.map((result, index) => ({
      ...result,
      tags: ['t'.repeat(60), `日本語の札${index}`],
    }));
    const text = renderBoard(boardOf(many, { notRun: 2, selfTest }), { columns, colors: false });
    for (const line of text.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(Math.max(columns, 45));
  });

  it('colours nothing but what it is asked to', () => {
    const board = boardOf(results);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours start with one
    const colour = /\u001b\[/;
    expect(renderBoard(board, { columns: 100, colors: false })).not.toMatch(colour);
    expect(renderBoard(board, { columns: 100, colors: true })).toMatch(colour);
  });

  it('never rounds a share up to all or down to none', () => {
    const list = Array.from({ length: 3000 }, (_, index) =>
      madeResult(index === 0 ? 'fail' : 'pass', `c${index}`),
    );
    expect(renderBoard(boardOf(list), { columns: 100, colors: false })).toMatch(
      /case runs +2999\/3000 +99\.9%/,
    );
  });
});
