import { describe, expect, test } from 'vitest';
import type { Case, CaseRun } from '../types/index.js';
import { bareContext, caseRunOf } from './case-run.fixture.js';
import { Routing } from './routing.js';

const scorer = new Routing();

function judge(
  parts: Partial<CaseRun>,
  item: Partial<Case> = { datasources: ['sales'] },
  names = ['sales', 'hr'],
) {
  const run = caseRunOf({ case: { id: 'c', question: 'q', ...item }, ...parts });
  const settings = { ...bareContext.settings, datasourceNames: names };
  return scorer.score(run, { ...bareContext, settings });
}
const ranked = (routed: readonly string[], item?: Partial<Case>) =>
  judge({ mode: 'retrieval', routed }, item);
const used = (datasources: readonly string[] | undefined, item?: Partial<Case>) =>
  judge({ output: { status: 'success', ...(datasources === undefined ? {} : { datasources }) } }, item);

describe('routing in mode retrieval', () => {
  test('asks for the first rank and for all within the shortlist', () => {
    expect(ranked(['sales', 'hr'])).toMatchObject({
      verdict: 'pass',
      detail: { top1: true, shortlist: true },
    });
    const second = ranked(['hr', ' Sales ']);
    expect(second).toMatchObject({ verdict: 'fail', detail: { top1: false, shortlist: true, missed: [] } });
    expect(second.reason).toBe('hr is ranked first, not sales');
    const two = { datasources: ['sales', 'web'] };
    expect(ranked(['web', 'sales'], two).verdict).toBe('pass');
    expect(ranked(['sales', 'a', 'b', 'web'], two)).toMatchObject({
      verdict: 'fail',
      reason: 'web is not among the first 3',
      detail: { top1: true, shortlist: false, missed: ['web'], exact: false, precision: 0.5 },
    });
  });

  test('an empty ranking fails both', () => {
    for (const routed of [[], null])
      expect(judge({ mode: 'retrieval', routed })).toMatchObject({
        verdict: 'fail',
        detail: { top1: false, shortlist: false, missed: ['sales'], precision: null },
      });
  });

  test('names are compared whole', () => {
    expect(ranked(['sales_archive']).verdict).toBe('fail');
    expect(ranked(['sales', 'SALES'])).toMatchObject({ detail: { routed: ['sales'], exact: true } });
  });
});

describe('routing in mode full', () => {
  test('asks for exactly the case’s datasources', () => {
    expect(used([' SALES']).verdict).toBe('pass');
    expect(used(['sales', 'hr', 'ops', 'web'])).toMatchObject({
      verdict: 'fail',
      detail: { exact: false, precision: 0.25, missed: [] },
      reason: 'The run used sales, hr, ops, web, not exactly sales',
    });
    expect(used(['hr'])).toMatchObject({ verdict: 'fail', detail: { missed: ['sales'], precision: 0 } });
  });

  test('a run that does not say is a miss', () => {
    expect(used(undefined).verdict).toBe('fail');
    expect(used([]).reason).toBe('The solver says of no datasource that it used it');
  });

  test('a datasource of many databases is named with the database', () => {
    const item = { datasources: ['spider'], dbId: 'pets' };
    expect(used(['spider/pets'], item).verdict).toBe('pass');
    expect(used(['spider/cars'], item).verdict).toBe('fail');
  });
});

test('a case without datasources is the suite’s only one’s, else it says nothing', () => {
  const parts: Partial<CaseRun> = { mode: 'retrieval', routed: ['shop'] };
  expect(judge(parts, {}, ['shop']).verdict).toBe('pass');
  expect(judge(parts, {}, ['shop', 'hr']).verdict).toBe('not_applicable');
  expect(scorer.appliesTo(caseRunOf({ expected: 'refused' }))).toBe(false);
});
