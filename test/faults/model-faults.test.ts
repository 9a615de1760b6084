import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { renderFailure, run } from '../../src/index.js';
import { readRecords } from '../../src/runner/journal/journal-reader.js';
import { closeParser } from '../../src/sql/index.js';
import { runSuiteCommand } from '../runner/run-suite-command.js';
import {
  type OpenAiReply,
  type OpenAiRequest,
  type OpenAiServer,
  startOpenAiServer,
} from '../servers/openai-server.js';

const key = 'sk-never-to-be-seen-0123456789';
process.env.SQLASSAY_TEST_FAULT_KEY = key;

const folders: string[] = [];
const servers: OpenAiServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});
afterAll(closeParser);

async function suiteWith(
  ids: readonly string[],
  script: (request: OpenAiRequest) => OpenAiReply | Promise<OpenAiReply>,
) {
  const server = await startOpenAiServer(script);
  servers.push(server);
  const folder = await mkdtemp(join(tmpdir(), 'sqlassay-faults-'));
  folders.push(folder);
  const cases = ids.map((id) => ({ id, question: `Which n of ${id}?`, sql: 'SELECT n FROM t' }));
  await writeFile(join(folder, 'seed.sql'), 'CREATE TABLE t (n INTEGER); INSERT INTO t VALUES (7);');
  const file = join(folder, 'evals.yaml');
  await writeFile(
    file,
    `name: faulty
datasources: { db: { kind: sqlite, scripts: [seed.sql] } }
solver: { kind: prompt, model: local/model, timeout: 3s, structured: false }
scorers: [execution_accuracy]
settings:
  models:
    local/model: { base_url: "${server.url}", api_key_env: SQLASSAY_TEST_FAULT_KEY, price: { input: 1000, output: 1000 } }
cases: ${JSON.stringify(cases)}
`,
  );
  return { server, folder, file };
}

const right = '```sql\nSELECT n FROM t\n```';
/** 100 tokens in and 20 out at a tenth of a cent each. */
const usdPerCall = 0.12;

async function writtenIn(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((one) => one.isFile())
    .map((one) => readFile(join(one.parentPath, one.name), 'utf8'));
  return (await Promise.all(texts)).join('\n');
}

test('a provider that is down, stalls, limits or breaks off is never scored as wrong; one that talks nonsense is', async () => {
  const replies: Readonly<Record<string, OpenAiReply>> = {
    down: { fault: 'hang_up' },
    stalled: { fault: 'stall' },
    limited: {
      status: 429,
      headers: { 'retry-after': '0' },
      body: { error: { message: `slow down, ${key}` } },
    },
    broken: { status: 500, body: { error: { message: `no luck with ${key}` } } },
    nonsense: 'I would rather talk about the weather.',
    refused: { refusal: 'I cannot help with that.' },
    fine: right,
  };
  const ids = Object.keys(replies);
  const { folder, file, server } = await suiteWith(
    ids,
    ({ text }) => replies[ids.find((id) => text.includes(`Which n of ${id}?`))!]!,
  );
  const { cases, counts, exitCode, gate } = await run({ suite: file, cache: true });
  const results = new Map((await cases()).map((one) => [one.caseId, one]));
  for (const id of ['down', 'stalled', 'limited', 'broken']) {
    expect(results.get(id), id).toMatchObject({
      status: 'error',
      scores: [],
      infrastructure: { step: 'solver', message: expect.stringMatching(/\w/) },
    });
  }
  for (const id of ['nonsense', 'refused']) expect(results.get(id)?.status, id).toBe('fail');
  expect(results.get('fine')).toMatchObject({ status: 'pass', costUsd: usdPerCall });
  expect(counts).toMatchObject({ total: 7, passed: 1, failed: 2, error: 4, notRun: 0 });
  expect(exitCode).toBe(1);
  expect(gate.line).toContain('4 errored');

  expect(server.requests[0]!.headers.authorization).toBe(`Bearer ${key}`);
  const shown = [...results.values()].map((one) => renderFailure(one, { columns: 100, colors: false }));
  expect(shown.join('\n')).toMatch(/infrastructure failed at solver/);
  expect(await writtenIn(folder)).not.toContain(key);
  expect(shown.join('\n') + JSON.stringify([...results.values()])).not.toContain(key);

  // The provider is back: only what failed for its sake is asked again.
  const asked = server.requests.length;
  server.follow(right);
  const again = await run({ suite: file, cache: true, resume: 'latest', retryErrors: true });
  expect(again.counts).toMatchObject({ passed: 5, failed: 2, error: 0 });
  expect(server.requests.slice(asked)).toHaveLength(4);
});

test('a key that is not set is told by its name', async () => {
  const { file } = await suiteWith(['fine'], () => right);
  const text = (await readFile(file, 'utf8')).replace('SQLASSAY_TEST_FAULT_KEY', 'SQLASSAY_TEST_NO_KEY');
  await writeFile(file, text);
  await expect(run({ suite: file })).rejects.toMatchObject({
    code: 'E_MODEL_KEY_MISSING',
    message: expect.stringContaining('SQLASSAY_TEST_NO_KEY'),
  });
});

test('a cap holds with calls of a real model in flight', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
  const { file, server } = await suiteWith(ids, () => ({ text: right, delayMs: 30 }));
  const { counts, summary, exitCode } = await run({ suite: file, maxCostUsd: 1, cache: false });
  expect(server.requests).toHaveLength(8);
  expect(summary.spentUsd).toBeCloseTo(8 * usdPerCall);
  expect(counts).toMatchObject({ passed: 8, notRun: 12, error: 0 });
  expect(summary.end.kind).toBe('stopped');
  expect(exitCode).toBe(3);
});

test('a run that is killed while a model is asked loses no case and asks for no reply twice', async () => {
  const ids = Array.from({ length: 40 }, (_, index) => `c${index}x`);
  const { file, folder, server } = await suiteWith(ids, () => ({ text: right, delayMs: 50 }));
  const first = start(file);
  while (server.requests.length < 20) {
    if (first.child.exitCode !== null) throw new Error(`The run ended by itself: ${first.output()}`);
    await sleep(5);
  }
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start(file, 'latest');
  await second.ended;
  const { counts, repeatedCalls } = JSON.parse(second.output());
  expect(counts).toMatchObject({ total: 40, passed: 40, notRun: 0 });

  const [journal] = await readdir(join(folder, '.sqlassay', 'runs'));
  const replied = new Set<string>();
  for await (const { record } of readRecords(join(folder, '.sqlassay', 'runs', journal!))) {
    if (record.kind === 'call') expect(replied.has(record.key.caseId), record.key.caseId).toBe(false);
    if (record.kind === 'reply') replied.add(record.key.caseId);
  }
  expect(replied.size).toBe(40);
  expect(server.requests.length).toBeLessThanOrEqual(40 + repeatedCalls);
  expect(await writtenIn(folder)).not.toContain(key);
}, 240_000);

/** A run in a process of its own. */
function start(file: string, resume?: string) {
  const words = [...runSuiteCommand, file, ...(resume === undefined ? [] : [resume])];
  const child = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return { child, output: () => output, ended: once(child, 'exit') };
}
