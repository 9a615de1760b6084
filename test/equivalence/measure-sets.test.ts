import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;

const pair = { dialect: 'sqlite', schema: 'schemas/t.sql', gold: 'SELECT a FROM t WHERE a = 1 AND b = 2' };
const pairs = [
  { ...pair, id: 'proven', candidate: 'SELECT a FROM t WHERE 2 = b AND a = 1', reference: 'same' },
  {
    ...pair,
    id: 'refuted',
    candidate: 'SELECT a FROM t WHERE a = 1',
    reference: 'refuted',
    label: 'equivalent',
  },
  { ...pair, id: 'identical', candidate: 'select a  FROM t WHERE a = 1 AND b = 2;', reference: 'identical' },
  { ...pair, id: 'invalid', candidate: 'SELECT missing FROM t' },
  {
    ...pair,
    id: 'up-to-values',
    candidate: "SELECT a FROM t WHERE a = 'x' AND b = 'x'",
    label: 'equivalent_on_test_suite',
  },
  { ...pair, id: 'no-schema', schema: 'schemas/none.sql', candidate: 'SELECT 1' },
];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pair-sets-'));
  mkdirSync(join(folder, 'schemas'));
  writeFileSync(join(folder, 'schemas/t.sql'), 'CREATE TABLE t (a INTEGER, b INTEGER);');
  writeFileSync(
    join(folder, 'mine.jsonl'),
    `${pairs.map((one) => JSON.stringify(one)).join('\n')}\n{"id": 1\n{"id": "x"}\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function measure(...options: readonly string[]) {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs');
  const main = join(root, 'bench/equivalence/main.ts');
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [jiti, main, ...options], (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
  });
}

test('prints one line a set, and says what is wrong without losing the rest', async () => {
  const { code, stdout, stderr } = await measure(
    ...['--data', folder, '--json', '--jobs', '1', '--milliseconds', '60000', '--check-counterexamples', '5'],
  );
  const [line, again] = stdout
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  const { ms_mean, ms_p95, ...counts } = line;
  expect(counts).toEqual({
    set: 'mine',
    pairs: 5,
    // One of them once its values are left out.
    identical: 2,
    proven: 3,
    refuted: 1,
    ties: 0,
    unknown: 0,
    invalid: 1,
    both: 0,
    reference_same: 1,
    proven_of_same: 1,
    reference_refuted: 1,
    refuted_of_refuted: 1,
    refuted_of_same: 0,
    proven_labelled_inequivalent: 0,
    refuted_labelled_equivalent: 1,
    unknown_codes: {},
  });
  expect([typeof ms_mean, typeof ms_p95]).toEqual(['number', 'number']);
  expect(again).toEqual({ counterexamples: 1, executed_again: 1, not_different: 0 });
  expect(stderr).toContain('mine.jsonl: no-schema: there is no schema file schemas/none.sql');
  expect(stderr).toContain('mine.jsonl:7: the line is not JSON');
  expect(stderr).toContain('mine.jsonl:8: "dialect" must be a string');
  expect(code).toBe(1);
}, 600_000);

test('names the sets there are when one is asked for that is not', async () => {
  const { code, stderr } = await measure('--data', folder, '--set', 'other');
  expect(stderr).toContain('has no set "other"; it has mine');
  expect(code).toBe(2);
}, 600_000);
