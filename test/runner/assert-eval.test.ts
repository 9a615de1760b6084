import { AssertionError } from 'node:assert';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { assertEval, CaseRunError, InconclusiveError } from '../../src/index.js';
import { listTestsNow, suiteTests } from '../../src/testing/index.js';
import type { Case, DatasourceConfig } from '../../src/types/index.js';
import { outsideCi } from './outside-ci.js';

let folder: string;
let datasource: DatasourceConfig;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-assert-'));
  const script = join(folder, 'schema.sql');
  await writeFile(script, "CREATE TABLE bee(name TEXT); INSERT INTO bee VALUES ('Ida'), ('Jo');");
  datasource = { kind: 'sqlite', scripts: [script] };
  await writeFile(
    join(folder, 'evals.yaml'),
    `name: hive
datasources: { hive: { kind: sqlite, scripts: [schema.sql] } }
solver: { kind: replay, path: answers.jsonl }
scorers: [execution_accuracy]
known_failures: [{ id: known, until: 2999-01-01, why: being mended }]
cases:
  - { id: right, question: How many bees?, sql: SELECT count(*) FROM bee }
  - { id: wrong, question: Which bees?, sql: SELECT name FROM bee }
  - { id: known, question: Which bees?, sql: SELECT name FROM bee }
  - { id: chat, question: How are you? }
`,
  );
  await writeFile(
    join(folder, 'answers.jsonl'),
    ['right', 'wrong', 'known', 'chat']
      .map((id) => JSON.stringify({ id, sql: id === 'chat' ? 'SELECT 1' : 'SELECT count(*) FROM bee' }))
      .join('\n'),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const names: Case = { id: 'names', question: 'Which bees?', sql: 'SELECT name FROM bee' };
const scorers = ['execution_accuracy'];

test('it passes quietly when every scorer that applies passes', async () => {
  const result = await assertEval(names, () => 'SELECT name FROM bee', { scorers, datasource });
  expect(result.status).toBe('pass');
});

test('a fail is an AssertionError with the report’s failure block', async () => {
  const failing = assertEval(names, async () => "SELECT name FROM bee WHERE name = 'Ida'", {
    scorers,
    datasource,
  });
  await expect(failing).rejects.toBeInstanceOf(AssertionError);
  await expect(failing).rejects.toThrow(/Which bees\?[\s\S]*Jo/);
});

test('what cannot be decided throws, or skips with a note outside CI', async () => {
  const undecided: Case = { ...names, sql: 'SELECT wing FROM bee' };
  const solver = () => 'SELECT name FROM bee';
  await expect(assertEval(undecided, solver, { scorers, datasource })).rejects.toBeInstanceOf(
    InconclusiveError,
  );

  const notes: string[] = [];
  const skipping = {
    scorers,
    datasource,
    onInconclusive: 'skip' as const,
    skip: (why: string) => notes.push(why),
  };
  outsideCi();
  await assertEval(undecided, solver, skipping);
  expect(notes).toEqual([expect.stringContaining('Inconclusive')]);
  vi.stubEnv('CI', 'true');
  await expect(assertEval(undecided, solver, skipping)).rejects.toBeInstanceOf(InconclusiveError);
  vi.unstubAllEnvs();
});

test('a scorer’s own error and a dead solver are no verdict', async () => {
  const broken = {
    name: 'broken',
    score() {
      throw new Error('out of ideas');
    },
  };
  const solver = () => 'SELECT name FROM bee';
  const withBroken = assertEval(names, solver, { scorers: [broken], datasource });
  await expect(withBroken).rejects.toBeInstanceOf(CaseRunError);
  await expect(withBroken).rejects.toThrow('out of ideas');
  const dead = assertEval(names, () => Promise.reject(new Error('the line is dead')), {
    scorers,
    datasource,
  });
  await expect(dead).rejects.toThrow('the line is dead');
});

test('when no scorer applies, it is misuse: a coded TypeError', async () => {
  const { sql: _, ...bare } = names;
  const misused = assertEval(bare, () => 'SELECT 1', { scorers, datasource });
  await expect(misused).rejects.toBeInstanceOf(TypeError);
  await expect(misused).rejects.toMatchObject({ code: 'E_SCORER_NOT_APPLICABLE' });
});

test('a case of several roles is run for the one that is named', async () => {
  const item: Case = { ...names, expected: { boss: 'allowed', guest: 'refused' } };
  const solver = () => 'SELECT name FROM bee';
  await assertEval(item, solver, { scorers, datasource, role: 'boss' });
  await expect(assertEval(item, solver, { scorers, datasource })).rejects.toMatchObject({
    code: 'E_ROLE_AMBIGUOUS',
  });
  await expect(assertEval(item, solver, { scorers, datasource, role: 'king' })).rejects.toMatchObject({
    code: 'E_ROLE_AMBIGUOUS',
  });
});

test('a suite becomes one test per case run; a known failure and an unscored one are skipped with why', async () => {
  const { name, tests, close } = await suiteTests(join(folder, 'evals.yaml'));
  expect(name).toBe('hive');
  const skipped: string[] = [];
  const outcomes: string[] = [];
  for (const one of tests) {
    await one
      .run((why) => skipped.push(why))
      .then(
        () => outcomes.push('ok'),
        () => outcomes.push('not ok'),
      );
  }
  await close();
  expect(outcomes).toEqual(['ok', 'not ok', 'ok', 'ok']);
  expect(skipped).toEqual([expect.stringContaining('being mended'), 'no scorer applies']);
});

test('the tests can be listed without waiting, in the same order', async () => {
  const { name, tests } = listTestsNow(join(folder, 'evals.yaml'), { filter: { grep: 'bees' } });
  expect(name).toBe('hive');
  expect(tests).toEqual([
    'right [default] How many bees?',
    'wrong [default] Which bees?',
    'known [default] Which bees?',
  ]);
  expect(() => listTestsNow(join(folder, 'absent.yaml'), {})).toThrow(
    expect.objectContaining({ code: 'E_SUITE_NOT_LISTED', message: expect.stringContaining('absent.yaml') }),
  );
});

test('an option that there is not is an error, not ignored', async () => {
  const misspelt = { scorers: ['execution_accuracy'], datasource, onInconclusve: 'skip' } as const;
  await expect(assertEval(names, async () => 'SELECT name FROM bee', misspelt)).rejects.toMatchObject({
    code: 'E_OPTION_UNKNOWN',
    message: expect.stringContaining('Did you mean "onInconclusive"?'),
  });
});
