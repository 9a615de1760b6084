import { afterEach, expect, it } from 'vitest';
import { type OpenAiReply, type OpenAiServer, startOpenAiServer } from '../servers/openai-server.js';
import { project, sqlassay } from './command-line.js';

const key = 'sk-secret-of-the-command-line-test';
const servers: OpenAiServer[] = [];

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

const labels = [
  { id: 'same', gold: 'SELECT a FROM t', candidate: 'SELECT t.a FROM t', label: 'equivalent' },
  { id: 'other', gold: 'SELECT a FROM t', candidate: 'SELECT DISTINCT a FROM t', label: 'inequivalent' },
  {
    id: 'fooled',
    gold: 'SELECT count(*) FROM t',
    candidate: 'SELECT count(a) FROM t',
    label: 'inequivalent',
  },
  { id: 'unread', question: 'How many?', gold: 'SELECT 1', candidate: 'SELECT 1.0', correct: true },
]
  .map((pair) => JSON.stringify(pair))
  .join('\n');

async function folderWith(script: (text: string) => OpenAiReply): Promise<string> {
  const server = await startOpenAiServer(({ text }) => script(text));
  servers.push(server);
  return project({
    'labels.jsonl': labels,
    'evals.yaml': `name: judges
datasources: { db: { kind: sqlite, scripts: [seed.sql] } }
scorers: [result_match]
cases: [cases.yaml]
settings:
  models:
    local/judge: { base_url: "${server.url}", api_key_env: JUDGE_KEY, price: { input: 1, output: 10 } }
`,
    'seed.sql': 'CREATE TABLE t (a INTEGER);\n',
    'cases.yaml': '- { id: one, question: q, sql: SELECT a FROM t, rows: [] }\n',
  });
}

function reply(text: string): OpenAiReply {
  if (text.includes('SELECT 1.0')) return 'I cannot say.';
  const isOther = /begin actual_output \w+>>>\nSELECT DISTINCT/.test(text);
  return { object: { reason: isOther ? 'duplicates are lost' : 'the same', score: isOther ? 0 : 1 } };
}

const words = [
  'judge',
  'calibrate',
  '--labels',
  'labels.jsonl',
  '--model',
  'local/judge',
  '--suite',
  'evals.yaml',
];

it('measures a judge against labels', async () => {
  const folder = await folderWith(reply);
  const ended = await sqlassay(folder, [...words, '--jobs', '1'], { JUDGE_KEY: key });
  expect(ended.stderr).toContain('judged 4 of 4 (1 inconclusive, $0.0012)');
  expect(ended.stdout).toMatchInlineSnapshot(`
    "local/judge on labels.jsonl
      pairs         4
      inconclusive  1, in none of the shares below
      accuracy      66.7% (2 of 3; 95% interval 20.8% to 93.9%)
      kappa         0.400
      false passes  50.0% (1 of 2; 95% interval 9.5% to 90.5%) of what is labelled wrong
      false fails   0.0% (0 of 1; 95% interval 0.0% to 79.3%) of what is labelled right
      cost          $0.0012 (400 tokens in, 80 out)

    disagreements
      fooled: passed, labelled wrong
        judge: the same
        gold: SELECT count(*) FROM t
        candidate: SELECT count(a) FROM t
    "
  `);
  expect(ended.code).toBe(0);
});

it('says the same as JSON, with every pair', async () => {
  const folder = await folderWith(reply);
  const ended = await sqlassay(folder, [...words, '--samples', '3', '--json'], { JUDGE_KEY: key });
  const report = JSON.parse(ended.stdout);
  expect(report).toMatchObject({
    schemaVersion: 1,
    model: 'local/judge',
    finished: true,
    pairs: 4,
    inconclusive: 1,
    accuracy: { count: 2, total: 3 },
    falsePasses: { count: 1, total: 2 },
    disagreements: ['fooled'],
  });
  expect(report.judged.map(({ id, verdict }: { id: string; verdict: string }) => [id, verdict])).toEqual([
    ['same', 'pass'],
    ['other', 'fail'],
    ['fooled', 'pass'],
    ['unread', 'inconclusive'],
  ]);
  expect(report.judged[0].samples.map(({ order }: { order: string }) => order)).toEqual([
    'as_listed',
    'swapped',
    'as_listed',
  ]);
  expect(servers[0]!.requests).toHaveLength(12);
});

it('ends with 3 when the model fails, shows what was judged, and no key', async () => {
  let calls = 0;
  const folder = await folderWith((text) => {
    calls += 1;
    return calls <= 2
      ? reply(text)
      : { status: 401, body: { error: { message: `bad key ${key}`, type: 'x' } } };
  });
  const ended = await sqlassay(folder, [...words, '--jobs', '1', '--json'], { JUDGE_KEY: key });
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain('error E_JUDGE_FAILING: local/judge:');
  expect(ended.stderr).toContain('HTTP 401: bad key ***');
  expect(JSON.parse(ended.stdout)).toMatchObject({
    finished: false,
    pairs: 2,
    accuracy: { count: 2, total: 2 },
  });
  expect(`${ended.stdout}${ended.stderr}`).not.toContain(key);
});

it('stops before it costs more than it may, and shows what was judged', async () => {
  const folder = await folderWith(reply);
  const ended = await sqlassay(folder, [...words, '--max-cost-usd', '0.0007', '--json'], { JUDGE_KEY: key });
  expect(ended.code).toBe(3);
  expect(ended.stderr).toContain('error E_JUDGE_CAPPED: --max-cost-usd:');
  expect(JSON.parse(ended.stdout)).toMatchObject({ finished: false, pairs: 2 });
  expect(servers[0]!.requests).toHaveLength(2);
  const enough = await sqlassay(folder, [...words, '--max-cost-usd', '1', '--json'], { JUDGE_KEY: key });
  expect(enough.code).toBe(0);
  expect(JSON.parse(enough.stdout)).toMatchObject({ finished: true, pairs: 4 });
});

it.each<[string, readonly string[], string]>([
  ['no labels', ['judge', 'calibrate', '--model', 'local/judge'], '--labels'],
  ['no model', ['judge', 'calibrate', '--labels', 'labels.jsonl'], '--model'],
  ['an unknown action', ['judge', 'convict'], 'convict'],
  ['two criteria', [...words, '--criteria', 'sql_equivalence', '--judge', 'judge.yaml'], '--judge'],
  ['a key that is not set', words, 'E_MODEL_KEY_MISSING'],
  ['an unknown provider', [...words, '--model', 'nobody/x'], 'E_MODEL_UNKNOWN'],
])('refuses %s', async (_, given, said) => {
  const folder = await folderWith(reply);
  const ended = await sqlassay(folder, given);
  expect(ended.stderr).toContain(said);
  expect(ended.code).toBe(2);
});

it('takes a judge from a file', async () => {
  const folder = await folderWith(() => ({ object: { reason: 'r', score: 0.6 } }));
  const { writeFileSync } = await import('node:fs');
  writeFileSync(`${folder}/judge.yaml`, 'criteria: It answers the question.\nthreshold: 0.7\n');
  const ended = await sqlassay(folder, [...words, '--judge', 'judge.yaml', '--json'], { JUDGE_KEY: key });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    falseFails: { count: 2, total: 2 },
    falsePasses: { count: 0 },
  });
  expect(servers[0]!.requests[0]!.text).toContain('It answers the question.');
});
