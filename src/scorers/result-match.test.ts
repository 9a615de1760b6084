import { describe, expect, test } from 'vitest';
import type { Case, CaseRun, ResultSet } from '../types/index.js';
import { caseRunOf, resultOf } from './case-run.fixture.js';
import { ResultMatch } from './result-match.js';

const item: Case = {
  id: 'c',
  question: 'q',
  sql: 'SELECT 1',
  rows: [
    ['Ida', 7],
    ['Jo', 5],
  ],
};

function judge(
  answer: ResultSet | readonly ResultSet[],
  parts: Partial<Case> = {},
  run: Partial<CaseRun> = {},
) {
  const resultSets = Array.isArray(answer) ? (answer as readonly ResultSet[]) : [answer as ResultSet];
  return new ResultMatch().score(caseRunOf({ case: { ...item, ...parts }, resultSets, ...run }));
}

test('the recorded rows pass in any order', () => {
  expect(judge(resultOf(['n', 'x'], ['Jo', 5], ['Ida', 7]))).toMatchObject({
    verdict: 'pass',
    basis: 'observed',
    detail: { lenient: true, matched: 0 },
  });
});

test('order counts when the case says so', () => {
  const answer = resultOf(['n', 'x'], ['Jo', 5], ['Ida', 7]);
  expect(judge(answer, { orderMatters: true })).toMatchObject({ verdict: 'fail' });
});

test('an extra column fails, and the lenient reading accepts it', () => {
  const answer = resultOf(['n', 'id', 'x'], ['Ida', 1, 7], ['Jo', 2, 5]);
  expect(judge(answer)).toMatchObject({ verdict: 'fail', detail: { lenient: true } });
});

test('a wrong row fails both readings, with a diff', () => {
  const score = judge(resultOf(['n', 'x'], ['Ida', 7], ['Jo', 6]));
  expect(score).toMatchObject({
    verdict: 'fail',
    detail: { lenient: false },
    diff: { missing: 1, extra: 1 },
  });
});

test('any alternative passes, and says which', () => {
  const score = judge(resultOf(['x'], [12]), { altRows: [[[11]], [[12]]] });
  expect(score).toMatchObject({ verdict: 'pass', detail: { matched: 2 } });
});

test('the names of the gold’s columns say nothing of an alternative’s', () => {
  const parts = { resultColumns: ['n', 'x'], altRows: [[[12]]] };
  expect(judge(resultOf(['x'], [12]), parts)).toMatchObject({ verdict: 'pass', detail: { matched: 1 } });
});

test('without recorded rows nothing can be said', () => {
  const { rows: _, ...bare } = item;
  const score = new ResultMatch().score(caseRunOf({ case: bare, resultSets: [resultOf(['x'], [1])] }));
  expect(score).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('sqlassay gold') });
});

describe('an answer without exactly one result set fails with the reason', () => {
  test.each<[string, Partial<CaseRun>, string]>([
    ['several', { resultSets: [resultOf(['x']), resultOf(['x'])] }, '2 result sets'],
    ['none', { output: { status: 'success', answer: 'Two.' } }, 'no SQL and no result set'],
    [
      'a failed query',
      {
        execution: { kind: 'error', code: 'timeout', fault: 'query', message: 'too slow', latencySeconds: 1 },
      },
      'timeout',
    ],
    ['a refusal', { output: { status: 'error', errors: [{ code: 'NO', message: 'no' }] } }, 'NO: no'],
  ])('%s', (_, parts, reason) => {
    const score = new ResultMatch().score(caseRunOf({ case: item, ...parts }));
    expect(score).toMatchObject({ verdict: 'fail', reason: expect.stringContaining(reason) });
  });
});

describe('the wrong pairing', () => {
  test.each<[string, Partial<CaseRun>]>([
    ['a refused role', { expected: 'refused' }],
    ['a routing case', { case: { ...item, kind: 'routing' } }],
    ['a case without a gold query', { case: { id: 'c', question: 'q' } }],
  ])('%s does not apply, and throws a coded TypeError when scored directly', (_, parts) => {
    const scorer = new ResultMatch();
    const run = caseRunOf({ case: item, ...parts });
    expect(scorer.appliesTo(run)).toBe(false);
    expect(() => scorer.score(run)).toThrow(TypeError);
    expect(() => scorer.score(run)).toThrow(expect.objectContaining({ code: 'E_SCORER_NOT_APPLICABLE' }));
  });
});
