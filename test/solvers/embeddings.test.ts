import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { run } from '../../src/index.js';
import { type OpenAiReply, type OpenAiServer, startOpenAiServer } from '../servers/openai-server.js';

const key = 'sk-embeddings-4b1d77';
let folder: string;
let server: OpenAiServer;

/** Words that mean the same have the same vector; the schema says nothing of wages, and the question nothing of pay. */
const meanings = [/wage|pay/, /person|singer|artist/, /song|tune/];
const embedding = ({
  body,
}: {
  readonly body: { readonly input?: readonly string[] | string };
}): OpenAiReply => ({
  vectors: [body.input ?? []].flat().map((text) => [...meanings.map((one) => Number(one.test(text))), 0.1]),
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'embeddings-'));
  server = await startOpenAiServer(embedding);
  writeFileSync(
    join(folder, 'schema.sql'),
    `CREATE TABLE artist (id INTEGER PRIMARY KEY, label TEXT);
     CREATE TABLE payroll (id INTEGER PRIMARY KEY, amount REAL);
     CREATE TABLE tune (id INTEGER PRIMARY KEY, title TEXT);`,
  );
  writeFileSync(join(folder, 'answers.jsonl'), '{"id":"wages","sql":"SELECT amount FROM payroll"}\n');
});
afterEach(() => {
  server.follow(embedding);
  vi.unstubAllEnvs();
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

function suite(name: string, price = 'price: { input: 2, output: 0 }, '): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    `name: ${name}
datasources: { music: { kind: sqlite, scripts: [schema.sql] } }
solver:
  kind: replay
  path: answers.jsonl
  retrieval: { max_tables: 1, embeddings: local/near }
settings:
  models:
    local/near: { ${price}base_url: "${server.url}", api_key_env: EMBEDDINGS_TEST_KEY }
scorers: [execution_accuracy, retrieval_recall]
cases:
  - { id: wages, question: Which wages are highest?, tables: [payroll], sql: SELECT amount FROM payroll }
`,
  );
  return file;
}

function leftBehind(path = folder): string {
  return readdirSync(path)
    .map((name) => join(path, name))
    .map((each) => (statSync(each).isDirectory() ? leftBehind(each) : readFileSync(each, 'utf8')))
    .join('\n');
}

test('a retriever finds by meaning what no word finds, and its calls are paid for', async () => {
  vi.stubEnv('EMBEDDINGS_TEST_KEY', key);
  const { counts, board, cases } = await run({ suite: suite('near'), mode: 'retrieval' });
  expect(counts).toMatchObject({ total: 1, passed: 1 });
  // The question, the three tables and the six columns.
  expect(server.requests.map(({ path }) => path)).toEqual(Array(3).fill('/v1/embeddings'));
  expect(board.usage).toMatchObject({ caseRuns: 1, inputTokens: 10, outputTokens: 0 });
  expect(board.cost?.totalUsd).toBeCloseTo(20e-6, 12);
  const [result] = await cases();
  expect(result).toMatchObject({ retrieval: { payroll: ['id', 'amount'] }, cached: false });
  expect(leftBehind()).not.toContain(key);
}, 60_000);

test('a service that is down is no wrong retrieval', async () => {
  vi.stubEnv('EMBEDDINGS_TEST_KEY', key);
  server.follow({ status: 401, body: { error: { message: `bad key ${key}` } } });
  const { counts, cases } = await run({ suite: suite('down'), mode: 'retrieval' });
  expect(counts).toMatchObject({ failed: 0, error: 1 });
  const [result] = await cases();
  expect(result?.infrastructure).toMatchObject({
    step: 'solver',
    message: expect.stringContaining('could not be embedded (rejected): HTTP 401'),
  });
  expect(leftBehind()).not.toContain(key);
}, 60_000);

test('a cap on the cost needs the price of what embeds, in mode retrieval only', async () => {
  vi.stubEnv('EMBEDDINGS_TEST_KEY', key);
  const unpriced = suite('unpriced', '');
  const before = server.requests.length;
  await expect(run({ suite: unpriced, mode: 'retrieval', maxCostUsd: 1 })).rejects.toMatchObject({
    code: 'E_COST_PRICE',
    message: expect.stringContaining('local/near'),
  });
  expect(server.requests).toHaveLength(before);
  expect((await run({ suite: unpriced, maxCostUsd: 1 })).counts).toMatchObject({ total: 1, error: 0 });
  const capped = await run({ suite: suite('priced'), mode: 'retrieval', maxCostUsd: 1 });
  expect(capped.counts).toMatchObject({ passed: 1 });
}, 60_000);

test('recorded answers are scored without the key of what embeds', async () => {
  const file = suite('keyless');
  expect((await run({ suite: file })).counts).toMatchObject({ total: 1, error: 0 });
  await expect(run({ suite: file, mode: 'retrieval' })).rejects.toMatchObject({
    code: 'E_MODEL_KEY_MISSING',
    message: expect.stringContaining('EMBEDDINGS_TEST_KEY'),
  });
}, 60_000);
