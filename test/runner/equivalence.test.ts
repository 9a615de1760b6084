import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../../src/run.js';
import { readJournal } from '../../src/runner/index.js';
import type { CaseResult } from '../../src/types/index.js';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const schema = `CREATE TABLE customer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER NOT NULL REFERENCES customer (id), amount INTEGER NOT NULL);
INSERT INTO customer VALUES (1, 'Ann', 'Oslo'), (2, 'Bo', 'Rome'), (3, 'Cleo', 'Oslo'), (4, 'Dan', NULL);
INSERT INTO orders VALUES (1, 1, 10), (2, 1, 20), (3, 2, 30), (4, 3, 5);
`;
const cases = {
  proven: [
    'SELECT c.name FROM customer c JOIN orders o ON o.customer = c.id',
    'select customer.name from orders, customer where orders.customer = customer.id',
  ],
  // Right on these rows: no two customers of Oslo have the amounts that would tell.
  fragile: [
    "SELECT name FROM customer WHERE city = 'Oslo' ORDER BY name",
    "SELECT name FROM customer WHERE city LIKE 'oslo' ORDER BY name",
  ],
  // Right on these rows, and wrong on some of them alone.
  refuted: ['SELECT max(amount) AS most FROM orders', 'SELECT amount AS most FROM orders WHERE id = 3'],
  wrong: ['SELECT count(*) AS n FROM orders', 'SELECT count(*) + 1 AS n FROM orders'],
  broken: ['SELECT name FROM customer', 'SELECT nmae FROM customer'],
} as const;

let folder: string;
let results: ReadonlyMap<string, CaseResult>;
let board: Awaited<ReturnType<typeof run>>['board'];
let journal: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sqlassay-equivalence-'));
  writeFileSync(join(folder, 'schema.sql'), schema);
  writeFileSync(
    join(folder, 'evals.yaml'),
    `name: shop
datasources: { shop: { kind: sqlite, scripts: [schema.sql] } }
solver: { kind: replay, path: answers.jsonl }
scorers: [witnessed_equivalence, { use: semantic_equivalence, as: proof }]
cases:
${Object.entries(cases)
  .map(([id, [sql]]) => `  - { id: ${id}, question: Which?, sql: ${JSON.stringify(sql)} }\n`)
  .join('')}`,
  );
  writeFileSync(
    join(folder, 'answers.jsonl'),
    Object.entries(cases)
      .map(([id, [, sql]]) => JSON.stringify({ id, sql }))
      .join('\n'),
  );
  const ran = await run({ suite: join(folder, 'evals.yaml') });
  results = new Map((await ran.cases()).map((one) => [one.caseId, one]));
  board = ran.board;
  journal = ran.summary.info.journalPath!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const score = (id: string, label = 'witnessed_equivalence') =>
  results.get(id)!.scores.find((one) => one.label === label)!.score;

test('a proof decides, and names the constraints it uses', () => {
  expect(score('proven')).toMatchObject({ verdict: 'pass', basis: 'proven' });
  expect(score('proven', 'proof')).toMatchObject({ verdict: 'pass', basis: 'proven' });
});

test('a pass on the real rows that some of them alone tell from its gold is refuted', () => {
  expect(score('refuted')).toMatchObject({
    verdict: 'fail',
    basis: 'refuted',
    reason: expect.stringMatching(/^Right here, wrong on a \d+-row database of (rows|values) of your own/),
    witness: { confirmedOnTarget: true, stable: true },
  });
});

test('one that only made-up rows tell from its gold is fragile, and the board counts it', () => {
  expect(score('fragile')).toMatchObject({
    verdict: 'pass',
    basis: 'observed',
    witness: { realism: 'synthetic' },
  });
  expect(score('fragile').flags).toContain('fragile');
  expect(board.fragile).toEqual({ count: 1, caseRuns: [{ caseId: 'fragile', role: 'default', pass: 1 }] });
});

test('what is wrong here is observed, and a query that does not run proves nothing', () => {
  expect(score('wrong')).toMatchObject({ verdict: 'fail', basis: 'observed' });
  expect(score('broken')).toMatchObject({ verdict: 'fail', basis: 'observed' });
  expect(score('broken', 'proof')).toMatchObject({ verdict: 'inconclusive' });
});

test('the journal keeps the counterexample, value by value, and the folder keeps its database', async () => {
  const kept = new Map<string, CaseResult>();
  for await (const result of (await readJournal(journal)).results()) kept.set(result.caseId, result);
  expect(kept.get('refuted')!.scores[0]!.score.witness).toEqual(score('refuted').witness);
  expect(readdirSync(join(folder, 'witnesses'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^customer-orders-[0-9a-f]{12}\.json$/)]),
  );
});

test('the suite’s own test passes: golds are their own equals, and changed ones are told from them', async () => {
  const { summary } = await run({
    suite: join(folder, 'evals.yaml'),
    scorers: ['witnessed_equivalence'],
    runsFolder: null,
  });
  expect(summary.selfTest).toMatchObject({ checked: 5, cannotTell: [] });
});
