import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { run } from '../../src/run.js';
import { closeParser } from '../../src/sql/index.js';
import { type OpenAiScript, type OpenAiServer, startOpenAiServer } from '../servers/openai-server.js';

const key = 'sk-secret-of-the-judge-in-a-run';
const folders: string[] = [];
const servers: OpenAiServer[] = [];

process.env.SQLASSAY_TEST_JUDGE_KEY = key;

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});
afterAll(closeParser);

async function runWith(script: OpenAiScript) {
  const server = await startOpenAiServer(script);
  servers.push(server);
  const folder = mkdtempSync(join(tmpdir(), 'sqlassay-judge-'));
  folders.push(folder);
  const files = {
    'seed.sql': 'CREATE TABLE t (a INTEGER PRIMARY KEY, b INTEGER); INSERT INTO t VALUES (1, 2);\n',
    'answers.jsonl': '{"id":"one","status":"success","sql":"SELECT a FROM t WHERE b > 1"}\n',
    'cases.yaml': '- { id: one, question: Which a?, sql: SELECT a FROM t WHERE b = 2, rows: [[1]] }\n',
    'evals.yaml': `name: judged
datasources: { db: { kind: sqlite, scripts: [seed.sql] } }
solver: { kind: replay, path: answers.jsonl }
scorers:
  - { use: judged_equivalence, as: equivalence, with: { model: local/judge, timeout: 5 } }
  - { use: llm_judge, with: { model: local/judge, criteria: It answers the question., samples: 2, timeout: 5 } }
cases: [cases.yaml]
settings:
  models:
    local/judge: { base_url: "${server.url}", api_key_env: SQLASSAY_TEST_JUDGE_KEY, price: { input: 1, output: 10 } }
`,
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const result = await run({ suite: join(folder, 'evals.yaml') });
  return { server, folder, result, only: (await result.cases())[0]! };
}

/** Everything that a run has written below its folder. */
function writtenIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

it('judges in a run, and its cost is the run’s', async () => {
  const { server, only } = await runWith({ object: { reason: 'b may be 3', score: 0 } });
  expect(only.scores.map(({ label, score }) => [label, score.verdict, score.basis])).toEqual([
    ['equivalence', 'fail', 'judged'],
    ['llm_judge', 'fail', 'judged'],
  ]);
  expect(only.costUsd).toBeCloseTo(3 * 0.0003, 12);
  expect(server.requests).toHaveLength(3);
});

it.each<[string, OpenAiScript]>([
  ['repeats it', { object: { reason: `you sent ${key}`, score: 0 } }],
  ['refuses it', { status: 401, body: { error: { message: `bad key ${key}`, type: key } } }],
  ['answers nonsense with it', `no score here, ${key}`],
])('keeps the key of a service that %s out of all that is written', async (_, script) => {
  const { folder, result, server } = await runWith(script);
  expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
  const written = `${writtenIn(folder)}${JSON.stringify(result, (_name, value) => (typeof value === 'bigint' ? `${value}` : value))}`;
  expect(written).toContain('local/judge');
  expect(written).not.toContain(key);
});

it('leaves open what a service that is down does not say', async () => {
  const { only } = await runWith({ status: 400, body: 'no' });
  expect(only.scores.map(({ score }) => score.verdict)).toEqual(['inconclusive', 'inconclusive']);
  expect(only.status).toBe('inconclusive');
});
