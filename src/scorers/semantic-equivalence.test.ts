import { expect, test } from 'vitest';
import { catalogFromDdl } from '../catalog/index.js';
import type { CaseRun, EquivalenceCheck, ScoreContext, SemanticVerdict, Witness } from '../types/index.js';
import { bareContext, caseRunOf } from './case-run.fixture.js';
import { SemanticEquivalence, type SemanticEquivalenceOptions } from './semantic-equivalence.js';

const { catalog } = catalogFromDdl(
  'create table a (id integer primary key, x integer not null, y text)',
  'sqlite',
);
const gold = 'SELECT x FROM a WHERE id > 3 AND y IS NULL';
const context: ScoreContext = {
  ...bareContext,
  gold: { ...bareContext.gold, sql: gold },
  catalog: async () => catalog,
};

function judge(sql: string, parts: Partial<CaseRun> = {}, options: SemanticEquivalenceOptions = {}) {
  const run = caseRunOf({
    case: { id: 'c', question: 'q', sql: gold },
    statement: { sql, cleaned: [] },
    ...parts,
  });
  return new SemanticEquivalence(options).score(run, context);
}

const check = (verdict: Partial<Witness>): EquivalenceCheck => ({
  method: 'witness',
  judge: async () =>
    ({
      equivalence: 'different',
      method: 'witness',
      witness: {
        tables: [],
        goldColumns: [],
        candidateColumns: [],
        goldRows: [],
        candidateRows: [],
        needs: [],
        confirmedOnTarget: true,
        realism: 'synthetic',
        engine: 'sqlite',
        ...verdict,
      },
    }) as unknown as SemanticVerdict,
});

test('a proof is a pass on every database, with every verdict on the way', async () => {
  const score = await judge('select t.x from a as t where t.y is null and 3 < t.id');
  expect(score).toMatchObject({ verdict: 'pass', basis: 'proven', value: 1 });
  expect(score.detail.verdicts).toMatchObject([
    { method: 'text', equivalence: 'unknown' },
    { method: 'ast', equivalence: 'equivalent' },
  ]);
});

test('what is not proven is inconclusive, with the reason', async () => {
  expect(await judge('SELECT x FROM a WHERE id >= 3')).toMatchObject({
    verdict: 'inconclusive',
    basis: null,
    reason: expect.stringContaining('Neither proven nor refuted'),
  });
});

test('the gold’s own text proves nothing when it did not run', async () => {
  const execution = {
    kind: 'error',
    code: 'timeout',
    fault: 'query',
    message: 'took too long',
    latencySeconds: 1,
  } as const;
  expect(await judge(gold, { execution })).toMatchObject({ verdict: 'inconclusive' });
});

test('any of several golds will do', async () => {
  const item = { id: 'c', question: 'q', sql: gold, altSql: ['SELECT y FROM a'] };
  expect(await judge('select y from a', { case: item })).toMatchObject({
    verdict: 'pass',
    detail: { matched: 1 },
  });
});

test('a counterexample fails as far as the policy believes it', async () => {
  expect(await judge('SELECT 1', {}, { checks: [check({ realism: 'real-rows' })] })).toMatchObject({
    verdict: 'fail',
    basis: 'refuted',
    witness: { realism: 'real-rows' },
  });
  const open = { verdict: 'inconclusive', witness: { realism: 'synthetic' } };
  expect(await judge('SELECT 1', {}, { checks: [check({})] })).toMatchObject(open);
  expect(await judge('SELECT 1', {}, { checks: [check({})], failOn: ['synthetic'] })).toMatchObject({
    verdict: 'fail',
  });
});

test('without a query or a dialect it says so', async () => {
  expect(await judge('', { statement: null })).toMatchObject({
    verdict: 'inconclusive',
    reason: 'There is no query to compare',
  });
  const run = caseRunOf({ case: { id: 'c', question: 'q', sql: gold } });
  expect(await new SemanticEquivalence().score(run, { ...context, catalog: async () => null })).toMatchObject(
    {
      verdict: 'inconclusive',
      reason: expect.stringContaining('dialect'),
    },
  );
});
