import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SqlassayError } from '../../types/index.js';
import { type BenchmarkLocation, loadBird, loadJsonl, loadSpider } from './load-benchmark.js';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function folderWith(files: Readonly<Record<string, unknown>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'benchmark-'));
  folders.push(folder);
  for (const [name, content] of Object.entries(files))
    writeFileSync(
      join(folder, name),
      typeof content === 'string' ? content : JSON.stringify(content, null, 2),
    );
  return folder;
}

async function failure(promise: Promise<unknown>): Promise<string> {
  return promise.then(
    () => 'nothing was thrown',
    (error: unknown) => {
      if (!SqlassayError.is(error)) return String(error);
      return folders.reduce(
        (text, folder) => text.replaceAll(`${folder}/`, ''),
        `${error.code} ${error.message}`,
      );
    },
  );
}

const tables = ['x', 'y'].map((db_id) => ({
  db_id,
  table_names_original: ['t'],
  column_names_original: [
    [-1, '*'],
    [0, 'id'],
  ],
  column_types: ['text', 'number'],
  primary_keys: [1],
  foreign_keys: [],
}));

const spiderDev = [
  { db_id: 'x', question: 'How "many"?', query: 'SELECT count(*) FROM t', sql: { select: [[0, ','], '[{'] } },
  { db_id: 'y', question: 'Which?', query: 'SELECT id FROM t', sql: {} },
];
const spiderGold = 'SELECT count(*) FROM t\tx\nSELECT id\t FROM t\ty\n\n';

describe('loadSpider', () => {
  const spider = (files: Record<string, unknown> = {}, location: BenchmarkLocation = {}) =>
    loadSpider({
      folder: folderWith({
        'dev.json': spiderDev,
        'tables.json': tables,
        'dev_gold.sql': spiderGold,
        ...files,
      }),
      ...location,
    });

  it('gives one case a question and one database a db_id', async () => {
    const suite = await spider();
    const folder = folders[0]!;
    expect(suite).toMatchObject({
      name: 'spider',
      file: null,
      datasources: { spider: { kind: 'sqlite', path: join(folder, 'database/{db_id}/{db_id}.sqlite') } },
      scorers: [{ use: 'execution_accuracy.spider' }],
      roles: { default: { deny: [] } },
    });
    expect(suite.cases).toEqual([
      {
        id: 'spider_0000',
        question: 'How "many"?',
        dbId: 'x',
        datasources: ['spider'],
        expected: { default: 'allowed' },
        sql: 'SELECT count(*) FROM t',
        source: { file: join(folder, 'dev.json'), line: 2, column: 3 },
      },
      {
        id: 'spider_0001',
        question: 'Which?',
        dbId: 'y',
        datasources: ['spider'],
        expected: { default: 'allowed' },
        sql: 'SELECT id\t FROM t',
        source: { file: join(folder, 'dev.json'), line: 16, column: 3 },
      },
    ]);
    expect([...(suite.catalogs?.keys() ?? [])]).toEqual(['x', 'y']);
  });

  it('takes the gold queries of the questions when there is no gold file', async () => {
    const folder = folderWith({ 'dev.json': spiderDev });
    const suite = await loadSpider({ questions: join(folder, 'dev.json'), databases: join(folder, 'db') });
    expect(suite.cases[1]?.sql).toBe('SELECT id FROM t');
    expect(suite.datasources.spider).toMatchObject({ path: join(folder, 'db/{db_id}/{db_id}.sqlite') });
  });

  it.each<[string, Record<string, unknown>, RegExp]>([
    [
      'another number of gold queries',
      { 'dev_gold.sql': 'SELECT 1\tx\n' },
      /dev_gold\.sql: .*1 gold queries for 2 questions/,
    ],
    [
      'gold queries of another order',
      { 'dev_gold.sql': 'SELECT 1\ty\nSELECT 2\tx\n' },
      /dev_gold\.sql:1: .*database "y", but case spider_0000 is on "x"/,
    ],
    [
      'gold lines without a database',
      { 'dev_gold.sql': 'SELECT 1\nSELECT 2\n' },
      /dev_gold\.sql:1: The line is not/,
    ],
    ['an unknown database', { 'tables.json': tables.slice(0, 1) }, /tables\.json: It has no database "y"/],
    [
      'a question without text',
      { 'dev.json': [spiderDev[0], { db_id: 'y' }] },
      /dev\.json:\d+: question: It is missing/,
    ],
    [
      'a database outside its folder',
      { 'dev.json': [{ ...spiderDev[0], db_id: '../x' }, spiderDev[1]] },
      /without slashes/,
    ],
    ['questions that are no list', { 'dev.json': { a: 1 } }, /not a JSON list/],
    ['questions that are no JSON', { 'dev.json': '[' }, /not JSON/],
  ])('refuses %s', async (_, files, message) => {
    const found = await failure(spider(files));
    expect(found).toMatch(/^E_BENCHMARK_INVALID /);
    expect(found).toMatch(message);
  });

  it('refuses files that were named and are not there', async () => {
    expect(await failure(spider({}, { gold: '/no/such/gold.sql' }))).toMatch(
      /^E_BENCHMARK_INVALID .*cannot be read/,
    );
    expect(await failure(loadSpider({ folder: folderWith({}) }))).toMatch(
      /^E_BENCHMARK_INVALID .*cannot be read/,
    );
  });
});

describe('loadBird', () => {
  const birdDev = [
    { question_id: 7, db_id: 'x', question: 'Q', evidence: 'E', SQL: 'SELECT 1', difficulty: 'simple' },
    { question_id: 9, db_id: 'y', question: 'R', evidence: '', SQL: 'SELECT 2', difficulty: 'moderate' },
  ];

  it('takes the question id, evidence and difficulty', async () => {
    const folder = folderWith({
      'dev.json': birdDev,
      'dev_tables.json': tables,
      'dev.sql': 'SELECT 1\tx\nSELECT 22\ty\n',
    });
    const suite = await loadBird({ folder });
    expect(
      suite.cases.map(({ id, evidence, difficulty, sql }) => ({ id, evidence, difficulty, sql })),
    ).toEqual([
      { id: '7', evidence: 'E', difficulty: 'simple', sql: 'SELECT 1' },
      { id: '9', evidence: undefined, difficulty: 'moderate', sql: 'SELECT 22' },
    ]);
    expect(suite.datasources.bird).toMatchObject({
      path: join(folder, 'dev_databases/{db_id}/{db_id}.sqlite'),
    });
    expect(suite.scorers).toMatchObject([{ use: 'execution_accuracy.bird' }]);
  });

  it('refuses an id that is there twice', async () => {
    const folder = folderWith({ 'dev.json': [birdDev[0], { ...birdDev[1], question_id: 7 }] });
    expect(await failure(loadBird({ folder }))).toMatch(
      /^E_BENCHMARK_INVALID dev\.json: The id "7" is there twice/,
    );
  });
});

describe('loadJsonl', () => {
  const datasource = { kind: 'sqlite', path: 'shop.sqlite' } as const;

  it('gives one case a line', async () => {
    const text =
      '\uFEFF{"id":"a","question":"Q","sql":"SELECT 1","alt_sql":["SELECT 2"],"more":1}\n\n{"id":2,"question":"R","alt_sql":null}\n';
    const folder = folderWith({ 'shop.jsonl': text });
    const suite = await loadJsonl(join(folder, 'shop.jsonl'), { datasource });
    expect(suite).toMatchObject({
      name: 'shop',
      datasources: { main: { path: join(process.cwd(), 'shop.sqlite') } },
    });
    const common = { datasources: ['main'], expected: { default: 'allowed' } };
    const file = join(folder, 'shop.jsonl');
    expect(suite.cases).toEqual([
      {
        id: 'a',
        question: 'Q',
        sql: 'SELECT 1',
        altSql: ['SELECT 2'],
        ...common,
        source: { file, line: 1, column: 1 },
      },
      { id: '2', question: 'R', ...common, source: { file, line: 3, column: 1 } },
    ]);
  });

  it.each([
    ['{"question":"Q"}', /shop\.jsonl:1: The line has no "id"/],
    ['{"id":"a"', /shop\.jsonl:1: The line is not JSON/],
    ['{"id":"a","question":"Q"}\n{"id":"a","question":"R"}', /"a" is there twice/],
  ])('refuses %j', async (text, message) => {
    const folder = folderWith({ 'shop.jsonl': text });
    const found = await failure(loadJsonl(join(folder, 'shop.jsonl'), { datasource }));
    expect(found).toMatch(/^E_BENCHMARK_INVALID /);
    expect(found).toMatch(message);
  });
});
