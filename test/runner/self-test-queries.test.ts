import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite, run } from '../../src/index.js';
import type { Scorer, Solver } from '../../src/types/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-self-test-'));
  await writeFile(
    join(folder, 'schema.sql'),
    "CREATE TABLE bee(id, name); INSERT INTO bee VALUES (1, 'Ida'), (2, 'Jo');",
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const sql = 'SELECT id, name FROM bee';
const solver: Solver = { name: 'gold', solve: async () => ({ status: 'success', sql }) };

function suite() {
  return createSuite({
    datasources: { hive: { kind: 'sqlite', scripts: [join(folder, 'schema.sql')] } },
    cases: [{ id: 'bees', question: 'Which bees?', sql }],
  });
}

test('a comparison inside the database is tried with queries that give wrong rows, and can tell', async () => {
  const done = await run({ suite: suite(), solver, scorers: ['result_set_equivalence'] });
  expect(done.counts).toMatchObject({ total: 1, passed: 1 });
  const [bees] = await done.cases();
  expect(bees!.scores[0]!.score).toMatchObject({ verdict: 'pass', flags: [] });
  expect(done.summary.selfTest).toMatchObject({ checked: 1, cannotTell: [] });
});

test('a scorer that only counts rows is found out, and one that passes anything', async () => {
  const counts = async (query: string | null, context: Parameters<Scorer['score']>[1]) =>
    (await context.queries!.scalar(`select count(*) from (${query})`)).value;
  const scorers: Scorer[] = [
    { name: 'blind', needs: 'columns', comparesWithGold: true, score: () => ({ passed: true }) },
    {
      name: 'not_empty',
      needs: 'columns',
      comparesWithGold: true,
      score: async (_, context) => ({ passed: (await counts(context.queries!.modelSql, context)) !== 0 }),
    },
  ];
  const done = await run({ suite: suite(), solver, scorers });
  expect(done.summary.selfTest?.cannotTell).toMatchObject([
    { label: 'blind', problem: 'mutant_passes' },
    { label: 'not_empty', problem: 'mutant_passes', detail: 'An added row was not noticed' },
  ]);
});
