import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSuite, run } from '../../src/index.js';
import type { Case, SolverInput } from '../../src/types/index.js';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-blind-'));
  await writeFile(
    join(folder, 'schema.sql'),
    'CREATE TABLE secret_table(a INTEGER); INSERT INTO secret_table VALUES (42424242);',
  );
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a solver that dumps all it was given sees no gold, no rows, no tables and no expected outcome', async () => {
  const seen: SolverInput[] = [];
  const item: Case = {
    id: 'blind',
    question: 'How many?',
    evidence: 'Count them.',
    kind: 'answer',
    datasources: ['main'],
    difficulty: 'marker-difficulty',
    tags: ['marker-tag'],
    paraphraseGroup: 'marker-group',
    tables: ['secret_table'],
    columns: ['secret_table.a'],
    expected: { default: 'allowed', other: 'refused' },
    orderMatters: true,
    sql: 'SELECT a FROM secret_table',
    rows: [[42424242]],
    resultColumns: ['marker_column'],
    altSql: ['SELECT max(a) FROM secret_table'],
    altRows: [[[42424242]]],
    comparison: { matchKey: ['marker_key'] },
    expectations: [{ kind: 'row_count', exact: 1 }],
    budget: { maxSeconds: 7 },
    source: { file: 'marker-file.yaml', line: 1, column: 1 },
  };
  const suite = createSuite({
    datasources: { main: { kind: 'sqlite', scripts: [join(folder, 'schema.sql')] } },
    roles: { default: { deny: [] }, other: { deny: ['secret_table'] } },
    cases: [item],
  });
  await run({
    suite,
    scorers: ['result_match', 'outcome', 'execution_accuracy'],
    solver: {
      async solve(input) {
        seen.push(input);
        return { status: 'success', sql: 'SELECT 1' };
      },
    },
  });
  expect(seen).toHaveLength(2);
  for (const input of seen) {
    expect(Object.keys(input).sort()).toEqual([
      'caseId',
      'datasources',
      'dialect',
      'evidence',
      'pass',
      'question',
      'role',
      'signal',
    ]);
    const dump = JSON.stringify({ ...input, signal: undefined });
    for (const hidden of [
      'secret_table',
      '42424242',
      'marker',
      'allowed',
      'refused',
      'SELECT',
      'row_count',
    ]) {
      expect(dump).not.toContain(hidden);
    }
    expect(Reflect.ownKeys(Object.getPrototypeOf(input))).toEqual(Reflect.ownKeys(Object.prototype));
  }
});
