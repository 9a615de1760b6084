import { expect, test } from 'vitest';
import { createSuite, run } from '../../src/index.js';
import type { Solver } from '../../src/types/index.js';

const suite = createSuite({
  datasources: { hive: { kind: 'sqlite', path: 'absent.sqlite' } },
  cases: [{ id: 'count', question: 'How many?', sql: 'SELECT 1' }],
});
const solver: Solver = { solve: async () => ({ status: 'success', sql: 'SELECT 1' }) };

test('a suite without a solver cannot run in mode full', async () => {
  await expect(run({ suite })).rejects.toMatchObject({ code: 'E_SOLVER_MISSING' });
});

test('a run without a scorer that scores its mode does not start', async () => {
  await expect(run({ suite, solver, scorers: [] })).rejects.toMatchObject({ code: 'E_NO_SCORER' });
  const fullOnly = { name: 'full_only', modes: new Set(['full'] as const), score: () => ({ passed: true }) };
  const plans = new Map([['count', { sql: 'SELECT 1' }]]);
  await expect(run({ suite: { ...suite, plans }, mode: 'plans', scorers: [fullOnly] })).rejects.toMatchObject(
    { code: 'E_NO_SCORER', message: expect.stringContaining('plans') },
  );
});

test('mode retrieval needs a solver that offers what some scorer scores', async () => {
  const scorers = ['retrieval_recall', 'routing'];
  await expect(run({ suite, solver, mode: 'retrieval', scorers })).rejects.toMatchObject({
    code: 'E_NO_SCORER',
  });
});
