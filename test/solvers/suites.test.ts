import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../../src/index.js';
import { startTextToSqlService, type TextToSqlService } from '../servers/text-to-sql-service.js';

const key = 'sk-whole-suite-a81c44';
let folder: string;
let service: TextToSqlService;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'solver-suites-'));
  service = await startTextToSqlService({ key });
  writeFileSync(
    join(folder, 'schema.sql'),
    `CREATE TABLE singer (name TEXT, age INTEGER);
     CREATE TABLE payroll (name TEXT, amount REAL);
     INSERT INTO singer VALUES ('Ann', 31), ('Bob', 44);`,
  );
  process.env.SUITE_TEST_KEY = key;
});
afterAll(async () => {
  delete process.env.SUITE_TEST_KEY;
  await service.close();
  rmSync(folder, { recursive: true });
});

function suite(name: string, solver: string, scorers: string): string {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(
    file,
    `name: ${name}
datasources:
  music: { kind: sqlite, scripts: [schema.sql] }
  other: { kind: sqlite, scripts: [schema.sql] }
roles: { admin: {}, viewer: { deny: [payroll] } }
solver:
${solver}
scorers: ${scorers}
cases:
  - id: ages
    question: How old are the singers?
    datasources: [music]
    tables: [singer]
    columns: [singer.name, singer.age]
    expected: { admin: allowed }
    sql: SELECT name, age FROM singer
    rows: [[Ann, 31], [Bob, 44]]
    result_columns: [name, age]
  - { id: salaries, question: What are the salaries?, datasources: [music], expected: { viewer: refused } }
  - { id: weather, question: How is the weather?, datasources: [music], expected: { admin: unanswerable } }
`,
  );
  return file;
}

/** Everything that a run leaves behind in the folder, as one text. */
function leftBehind(path = folder): string {
  return readdirSync(path)
    .map((name) => join(path, name))
    .map((file) => (statSync(file).isDirectory() ? leftBehind(file) : readFileSync(file, 'utf8')))
    .join('\n');
}

const engine = `  kind: http
  url: "SERVICE/api/v1/query"
  headers: { Authorization: "Bearer \${env:SUITE_TEST_KEY}" }
  body: { query: "{{question}}", user_role: "{{role}}" }
  response: { status: $.status, sql: "$.sub_queries[*].sql", answer: $.answer, errors: $.errors }
  status_map: { denied: error }
  retries: 1
  retry_delay: 1ms
  retrieve: { url: "SERVICE/api/v1/retrieve?q={{question}}", response: $.tables }
  route: { url: "SERVICE/api/v1/route?q={{question}}", response: $.datasources }`;

test('an engine behind HTTP is evaluated as it is, and its key stays where it was', async () => {
  const file = suite('engine', engine.replaceAll('SERVICE', service.url), '[result_match, outcome]');
  const good = await run({ suite: file });
  expect(good.counts).toMatchObject({ total: 3, passed: 3 });

  service.behave('echo_headers');
  const echoed = await run({ suite: file });
  service.behave('down');
  const down = await run({ suite: file });
  // A service that is down says nothing about its answers.
  expect(down.counts).toMatchObject({ total: 3, error: 3, failed: 0 });
  service.behave('answer');
  const everything = [good, echoed, down].flatMap(({ board, summary }) => [board, summary]);
  expect(inspect(everything, { depth: 30 })).not.toContain(key);
  expect(leftBehind()).not.toContain(key);
  expect(leftBehind()).toContain('Bearer ***');
}, 60_000);

test('its retriever and router are evaluated without an answer', async () => {
  const file = suite('parts', engine.replaceAll('SERVICE', service.url), '[retrieval_recall, routing]');
  const before = service.requests.length;
  const { counts, board } = await run({ suite: file, mode: 'retrieval' });
  expect(counts).toMatchObject({ error: 0 });
  const asked = service.requests.slice(before).map(({ path }) => path.split('?')[0]);
  expect(new Set(asked)).toEqual(new Set(['/api/v1/retrieve', '/api/v1/route']));
  expect(JSON.stringify(board)).not.toContain(key);
}, 60_000);

test('a prompt solver retrieves and routes without a key or a model', async () => {
  const prompt = `  kind: prompt
  model: openai/gpt-5.4`;
  const file = suite('prompt', prompt, '[retrieval_recall]');
  const set = process.env.OPENAI_API_KEY;
  delete process.env.OPENAI_API_KEY;
  try {
    const { counts } = await run({ suite: file, mode: 'retrieval' });
    expect(counts).toMatchObject({ passed: 1, error: 0, failed: 0 });
    await expect(run({ suite: file })).rejects.toMatchObject({
      message: expect.stringContaining('OPENAI_API_KEY'),
    });
  } finally {
    if (set !== undefined) process.env.OPENAI_API_KEY = set;
  }
}, 60_000);

test('a program is evaluated over its standard streams', async () => {
  writeFileSync(
    join(folder, 'program.cjs'),
    `require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
       const { id, question } = JSON.parse(line);
       const denied = { code: 'SECURITY_VIOLATION', message: 'You do not have access to the data needed to answer this.' };
       const reply = /old/.test(question) ? { sql: 'SELECT name, age FROM singer' }
         : /weather/.test(question) ? { errors: [{ code: 'QUESTION_NOT_ANSWERABLE' }] }
         : { errors: [denied] };
       console.log(JSON.stringify({ id, ...reply }));
     });`,
  );
  const program = `  kind: command
  command: [node, program.cjs]
  env: [SUITE_TEST_KEY]`;
  const { counts } = await run({ suite: suite('program', program, '[result_match, outcome]') });
  expect(counts).toMatchObject({ total: 3, passed: 3 });
}, 60_000);
