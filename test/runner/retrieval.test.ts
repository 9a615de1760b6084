import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite, type RunRequest, run } from '../../src/index.js';
import type { Solver, SolverInput, Suite } from '../../src/types/index.js';

let folder: string;
let suite: Suite;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-retrieval-'));
  await writeFile(join(folder, 'schema.sql'), 'CREATE TABLE bee(id INTEGER, name TEXT);');
  const scripts = [join(folder, 'schema.sql')];
  suite = createSuite({
    datasources: { hive: { kind: 'sqlite', scripts }, meadow: { kind: 'duckdb', scripts } },
    roles: { default: { deny: [] }, viewer: { deny: ['bee'] } },
    cases: [
      {
        id: 'bees',
        question: 'Who are the bees?',
        datasources: ['hive'],
        tables: ['bee'],
        columns: ['bee.id', 'bee.name'],
        expected: { default: 'allowed', viewer: 'refused' },
        sql: 'SELECT name FROM bee',
      },
      { id: 'flowers', kind: 'routing', question: 'Which flowers are there?', datasources: ['meadow'] },
    ],
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const never = async (): Promise<never> => {
  throw new Error('solve must not be called');
};
const attempt = (solver: Omit<Solver, 'solve'>, more: Partial<RunRequest> = {}) =>
  run({
    suite,
    mode: 'retrieval',
    scorers: ['retrieval_recall', 'routing'],
    solver: { solve: never, ...solver },
    ...more,
  });

test('the runner asks the retriever and the router itself, with the question alone', async () => {
  const asked: unknown[][] = [];
  const { counts, summary, cases } = await attempt({
    async retrieve(...words) {
      asked.push(['retrieve', ...words.map((word) => (word instanceof AbortSignal ? 'signal' : word))]);
      return { bee: ['id', 'name', 'age'] };
    },
    async route(...words) {
      asked.push(['route', ...words.map((word) => (word instanceof AbortSignal ? 'signal' : word))]);
      return ['meadow', 'hive'];
    },
  });
  expect(asked).toHaveLength(4);
  for (const question of ['Who are the bees?', 'Which flowers are there?']) {
    expect(asked).toContainEqual(['retrieve', question, 'signal', {}]);
    expect(asked).toContainEqual(['route', question, 'signal']);
  }
  // The role that is refused asks for nothing that could be retrieved.
  expect(counts).toMatchObject({ total: 2, passed: 1, failed: 1 });
  expect(summary.selfTest).toBeNull();
  expect(summary.datasources).toEqual([]);
  const results = await cases();
  const bees = results.find(({ caseId }) => caseId === 'bees');
  const flowers = results.find(({ caseId }) => caseId === 'flowers');
  expect(bees).toMatchObject({
    retrieval: { bee: ['id', 'name', 'age'] },
    routed: ['meadow', 'hive'],
    costUsd: null,
    scores: [
      { label: 'retrieval_recall', score: { verdict: 'pass', value: 1 } },
      { label: 'routing', score: { verdict: 'fail', detail: { top1: false, shortlist: true } } },
    ],
  });
  expect(flowers).toMatchObject({ kind: 'routing', status: 'pass' });
});

test('a retriever is told the datasources only where routing is not scored', async () => {
  const scopes: unknown[] = [];
  const solver: Omit<Solver, 'solve'> = {
    async retrieve(_question, _signal, scope) {
      scopes.push(scope);
      return { bee: ['id', 'name'] };
    },
    route: async () => ['hive'],
  };
  await attempt(solver, { filter: { grep: 'bees' }, scorers: ['retrieval_recall'] });
  await attempt(solver, { filter: { grep: 'bees' } });
  expect(scopes).toEqual([{ datasources: ['hive'] }, {}]);
});

test('neither the datasources nor their dialect reach a solver whose routing is scored', async () => {
  const seen: SolverInput[] = [];
  const solver: Solver = {
    async solve(input) {
      seen.push(input);
      return { status: 'success', sql: 'SELECT 1', datasources: ['hive'] };
    },
  };
  const options = { suite, solver, filter: { grep: 'bees', roles: ['default'] } };
  await run({ ...options, scorers: ['routing'] });
  await run({ ...options, scorers: ['outcome'] });
  expect(Object.keys(seen[0]!)).not.toContain('datasources');
  expect(seen[0]!.dialect).toBe('generic');
  expect(seen[1]).toMatchObject({ datasources: ['hive'], dialect: 'sqlite' });
});

test('what the solver does not offer leaves its scorer out', async () => {
  const { summary, counts } = await attempt({ route: async () => ['meadow'] });
  expect(summary.info.scorers).toEqual(['routing']);
  expect(summary.info.leftOut).toEqual([{ label: 'retrieval_recall', why: 'the solver has no `retrieve`' }]);
  expect(counts).toMatchObject({ passed: 1, failed: 1 });
});

test('a retriever that breaks is no wrong answer, one that replies with nonsense is', async () => {
  const broken = await attempt(
    {
      async retrieve() {
        throw new Error('index not found');
      },
    },
    { filter: { grep: 'bees' } },
  );
  expect((await broken.cases())[0]).toMatchObject({
    status: 'error',
    infrastructure: { step: 'solver', message: 'index not found' },
    scores: [],
  });
  const nonsense = await attempt(
    { retrieve: (async () => 'all of them') as never },
    { filter: { grep: 'bees' } },
  );
  expect((await nonsense.cases())[0]).toMatchObject({
    status: 'fail',
    output: { errors: [{ code: 'MALFORMED_REPLY' }] },
    retrieval: {},
  });
  expect(nonsense.exitCode).toBe(1);
});

test('no model is called, whatever a solver made of the suite does', async () => {
  await writeFile(
    join(folder, 'solver.mjs'),
    'export default { solve() {}, retrieve: async () => ({ bee: [] }) };',
  );
  const asked: string[] = [];
  const models = {
    get(id: string): never {
      asked.push(id);
      throw new Error('no key');
    },
  };
  const file = join(folder, 'evals.yaml');
  await run({
    suite: { ...suite, file, solver: { kind: 'module', path: 'solver.mjs' } },
    runsFolder: null,
    mode: 'retrieval',
    scorers: ['retrieval_recall'],
    models,
  });
  expect(asked).toEqual([]);
});
