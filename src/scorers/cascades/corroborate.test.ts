import { expect, test } from 'vitest';
import type {
  EquivalenceCheck,
  EquivalenceTools,
  QueryPair,
  ScoreContext,
  ScoreResult,
  Scorer,
  SemanticVerdict,
  Witness,
} from '../../types/index.js';
import { bareContext, caseRunOf } from '../case-run.fixture.js';
import { failed, inconclusive, passed } from '../score.js';
import { Corroborate } from './corroborate.js';

const column = (name: string) => ({ name, engineType: '', kind: 'mixed' as const });
const witness: Witness = {
  ddl: ['CREATE TABLE t (a INTEGER)'],
  inserts: ['INSERT INTO t (a) VALUES (1)'],
  tables: [{ name: 't', columns: ['a'], rows: [[1]] }],
  goldColumns: [column('a')],
  goldRows: [[1]],
  candidateColumns: [column('a')],
  candidateRows: [],
  engine: 'sqlite 3',
  confirmedOnTarget: true,
  realism: 'synthetic',
  needs: [],
  stable: true,
};
const different = (parts: Partial<Witness> = {}): SemanticVerdict => ({
  equivalence: 'different',
  method: 'witness',
  witness: { ...witness, ...parts },
});
const notRefuted: SemanticVerdict = {
  equivalence: 'unknown',
  method: 'witness',
  code: 'not-refuted',
  detail: 'No difference.',
};

const scorer = (score: ScoreResult): Scorer => ({ name: 'decides', score: () => score });
const tools: EquivalenceTools = {
  scratch: async () => null,
  platform: null,
  failOn: ['real-rows'],
  kept: null,
};
const context: ScoreContext = {
  ...bareContext,
  catalog: async () => ({ dialect: 'sqlite', tables: [] }),
  gold: { ...bareContext.gold, sql: 'SELECT 1' },
  equivalence: tools,
};

function refuter(...verdicts: SemanticVerdict[]) {
  const asked: QueryPair[] = [];
  const check: EquivalenceCheck = {
    method: 'witness',
    async judge(pair) {
      asked.push(pair);
      return verdicts[asked.length - 1] ?? verdicts.at(-1)!;
    },
  };
  return { check, asked };
}

async function judge(score: ScoreResult, verdicts: SemanticVerdict[], parts = {}, over = context) {
  const { check, asked } = refuter(...verdicts);
  const found = await new Corroborate(scorer(score), check).score(caseRunOf(parts), over);
  return { score: found, asked };
}

test.each([
  ['a fail', failed('decides', 'no')],
  ['a proven pass', passed('decides', null, { basis: 'proven' })],
  ['what is undecided', inconclusive('decides', 'who knows')],
])('%s is final', async (_, score) => {
  const { score: found, asked } = await judge(score, [different({ realism: 'real-rows' })]);
  expect(found).toEqual(score);
  expect(asked).toEqual([]);
});

test('a counterexample of the policy’s kind turns an observed pass into a fail', async () => {
  const { score } = await judge(passed('decides'), [different({ realism: 'real-rows' })]);
  expect(score).toMatchObject({
    verdict: 'fail',
    passed: false,
    basis: 'refuted',
    reason: 'Right here, wrong on a 1-row database of rows of your own',
    witness: { realism: 'real-rows' },
  });
});

test('any other counterexample makes the pass fragile, and is attached', async () => {
  const { score } = await judge(passed('decides', null, { flags: ['empty_both'] }), [different()]);
  expect(score).toMatchObject({
    verdict: 'pass',
    basis: 'observed',
    flags: ['empty_both', 'fragile'],
    witness,
  });
});

test('a counterexample that the target engine did not confirm fails nothing', async () => {
  const { score } = await judge(passed('decides'), [
    different({ realism: 'real-rows', confirmedOnTarget: false }),
  ]);
  expect(score).toMatchObject({ verdict: 'pass', flags: ['fragile'] });
});

test('a pass stays as it is where nothing was found, with what was said', async () => {
  const { score } = await judge(passed('decides'), [notRefuted]);
  expect(score).toMatchObject({ verdict: 'pass', flags: [], detail: { refuter: { code: 'not-refuted' } } });
  expect(score.witness).toBeUndefined();
});

test('a refuter that breaks takes no pass away', async () => {
  const broken: EquivalenceCheck = {
    method: 'witness',
    judge: () => {
      throw new Error('out of order');
    },
  };
  const score = await new Corroborate(scorer(passed('decides')), broken).score(caseRunOf(), context);
  expect(score).toMatchObject({ verdict: 'pass', detail: { refuter: { code: 'unsupported.failure' } } });
});

test('with several golds it takes a counterexample to each, or to the one that matched', async () => {
  const parts = { case: { id: 'c', question: 'q', sql: 'SELECT 1', altSql: ['SELECT 2'] } };
  const real = different({ realism: 'real-rows' });
  expect((await judge(passed('decides'), [real, notRefuted], parts)).score.verdict).toBe('pass');
  expect((await judge(passed('decides'), [real, real], parts)).score.verdict).toBe('fail');
  const matched = await judge(passed('decides', null, { detail: { matched: 1 } }), [real], parts);
  expect(matched.score.verdict).toBe('fail');
  expect(matched.asked.map(({ gold }) => gold)).toEqual(['SELECT 2']);
});

test('the order of rows counts where the case says so, and columns belong together by name', async () => {
  const ordered = { case: { id: 'c', question: 'q', sql: 'SELECT 1', orderMatters: true } };
  expect((await judge(passed('decides'), [notRefuted])).asked).toMatchObject([
    { order: 'ignored', columns: 'names' },
  ]);
  expect((await judge(passed('decides'), [notRefuted], ordered)).asked).toMatchObject([{ order: 'asked' }]);
});

test('columns that the scorer paired up by their values are not held against the answer', async () => {
  const renamed = different({ realism: 'real-rows', candidateColumns: [column('b')] });
  const { score } = await judge(passed('decides', null, { flags: ['columns_permuted'] }), [renamed]);
  expect(score).toMatchObject({ verdict: 'pass', flags: ['columns_permuted'] });
});

test('nothing is asked where a run lends no tools, and costs of the scorer are kept', async () => {
  const paid = { ...passed('decides', null, { basis: 'judged' }), costUsd: 0.5 } as ScoreResult;
  const without = await judge(paid, [different()], {}, { ...context, equivalence: null });
  expect(without.asked).toEqual([]);
  expect((await judge(paid, [different({ realism: 'real-rows' })])).score).toMatchObject({
    verdict: 'fail',
    costUsd: 0.5,
  });
});
