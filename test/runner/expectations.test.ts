import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderFailure, run } from '../../src/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-expectations-'));
  await writeFile(
    join(folder, 'schema.sql'),
    "CREATE TABLE bee(id INTEGER, name TEXT); INSERT INTO bee VALUES (9007199254740993, 'Ida'), (2, NULL);",
  );
  await writeFile(
    join(folder, 'evals.yaml'),
    `name: hive
datasources: { hive: { kind: sqlite, scripts: [schema.sql] } }
solver: { kind: replay, path: answers.jsonl }
scorers:
  - expectation_suite
  - { use: expectation_suite, as: some_rows, with: { expectations: [{ kind: row_count, min: 1 }] } }
cases:
  - id: met
    question: Which bees?
    paraphrase_group: bees
    expectations:
      - { kind: accepted_values, column: id, values: [2, 9007199254740993] }
      - { kind: row_count, exact: 2 }
  - id: unmet
    question: Which bees are there?
    paraphrase_group: bees
    expectations:
      - { kind: between, column: id, max: 9007199254740992 }
      - { kind: not_null, column: name }
  - { id: none, question: What else? }
`,
  );
  await writeFile(
    join(folder, 'answers.jsonl'),
    ['met', 'unmet', 'none'].map((id) => JSON.stringify({ id, sql: 'SELECT id, name FROM bee' })).join('\n'),
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a run keeps every outcome, exact to the last digit, and reads no rows for them', async () => {
  const done = await run({ suite: join(folder, 'evals.yaml'), passes: 2 });
  const results = await done.cases();
  expect(done.counts).toMatchObject({ passed: 4, failed: 2, error: 0 });
  const unmet = results.find(({ caseId }) => caseId === 'unmet')!;
  expect(unmet.scores.map(({ label, score }) => [label, score.verdict])).toEqual([
    ['expectation_suite', 'fail'],
    ['some_rows', 'pass'],
  ]);
  const big = { k: 'int', v: 9007199254740993n };
  expect(unmet.scores[0]!.score.outcomes).toEqual([
    {
      kind: 'between',
      column: 'id',
      passed: false,
      expected: { max: { k: 'int', v: 9007199254740992n } },
      actual: [big],
      count: 1,
      detail: '1 row with a value outside the bounds: 9007199254740993',
      sampleRows: [[big, 'Ida']],
    },
    {
      kind: 'not_null',
      column: 'name',
      passed: false,
      count: 1,
      detail: '1 row with NULL',
      sampleRows: [[2, null]],
    },
  ]);
  expect(unmet.reason).toMatch(/^2 of 2 expectations are not met: between id .*; not_null name /);
  expect(results.every(({ resultHash }) => resultHash === null)).toBe(true);
  const shown = renderFailure(unmet, { columns: 120, colors: false });
  expect(shown).toContain('unmet: not_null · name · 1 row with NULL');
  expect(shown).not.toContain('the result was cut');
});
