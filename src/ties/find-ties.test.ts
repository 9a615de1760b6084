import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../platforms/index.js';
import { closeParser } from '../sql/index.js';
import type { DatasourceConfig, ExecutionResult, ExecutionSuccess, Platform } from '../types/index.js';
import { findTies, type TiesFound } from './find-ties.js';
import { undeterminedGold } from './undetermined-gold.js';

const script = `CREATE TABLE run(id INTEGER, driver TEXT, team TEXT, laps INTEGER);
INSERT INTO run VALUES (1,'A','x',9),(2,'B','x',5),(3,'C','y',5),(4,'D','y',5),(5,'E','z',1),(6,'F','z',NULL),(7,'G','w',NULL);`;

const settings = {
  limits: { rows: 1000, bytes: 2 ** 20, memoryBytes: 2 ** 28 },
  concurrency: { cases: 1, children: 1, sessions: 1, modelCalls: 1 },
};

let folder: string;
const platforms: Platform[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sqlassay-ties-'));
  writeFileSync(join(folder, 'schema.sql'), script);
});
afterAll(async () => {
  for (const platform of platforms) await platform.close();
  await closeParser();
  rmSync(folder, { recursive: true, force: true });
});

function open(kind: 'sqlite' | 'duckdb', more = ''): Platform {
  const file = join(folder, `schema-${platforms.length}.sql`);
  writeFileSync(file, `${script}\n${more}`);
  const config: DatasourceConfig = { kind, scripts: [file] };
  const platform = openPlatform(config, settings);
  platforms.push(platform);
  return platform;
}

async function run(platform: Platform, sql: string): Promise<ExecutionResult> {
  const session = await platform.open();
  try {
    const signal = new AbortController().signal;
    return await session.execute(sql, { timeoutMs: 10_000, maxRows: 1000, maxBytes: 2 ** 20, signal });
  } finally {
    await session.release();
  }
}

async function tiesOf(platform: Platform, sql: string): Promise<TiesFound> {
  const result = await run(platform, sql);
  expect(result).toMatchObject({ kind: 'success' });
  return findTies({
    statement: sql,
    dialect: platform.dialect,
    result: result as ExecutionSuccess,
    execute: (derived) => run(platform, derived),
  });
}

const collated: Readonly<Record<string, string>> = { sqlite: 'NOCASE', duckdb: 'NOCASE' };

describe.each(['sqlite', 'duckdb'] as const)('%s', (kind) => {
  let platform: Platform;
  beforeAll(() => {
    platform = open(
      kind,
      "CREATE TABLE word(w TEXT COLLATE NOCASE, n INTEGER); INSERT INTO word VALUES ('a',1),('A',2),('b',3);",
    );
  });

  it.each([
    ['SELECT driver FROM run ORDER BY laps DESC NULLS LAST LIMIT 2', 3, 1],
    ['SELECT driver FROM run ORDER BY run.laps DESC NULLS LAST LIMIT 3', 3, 2],
    ['SELECT driver AS d, laps AS l FROM run ORDER BY l DESC NULLS LAST LIMIT 2', 3, 1],
    ['SELECT driver, laps FROM run ORDER BY 2 DESC NULLS LAST LIMIT 2', 3, 1],
    ['SELECT *, laps * 2 FROM run ORDER BY 5 DESC NULLS LAST LIMIT 2', 3, 1],
    ['SELECT * FROM run ORDER BY laps IS NULL, laps DESC, team = team LIMIT 2', 3, 1],
    ['SELECT team FROM run GROUP BY team ORDER BY count(*) DESC LIMIT 1', 3, 1],
    [
      'SELECT team, count(*) AS n FROM run GROUP BY team HAVING count(*) > 0 ORDER BY n DESC, max(laps) IS NULL DESC, team = team LIMIT 2',
      3,
      2,
    ],
    [
      'WITH r AS (SELECT * FROM run ORDER BY id) SELECT driver -- the name\nFROM r ORDER BY laps DESC NULLS LAST -- most\nLIMIT 2',
      3,
      1,
    ],
    [
      'SELECT driver, rank() OVER (ORDER BY laps DESC NULLS LAST) AS place FROM run ORDER BY place LIMIT 2',
      3,
      1,
    ],
    [
      'SELECT driver, laps FROM run WHERE id < 3 UNION SELECT driver, laps FROM run ORDER BY laps DESC NULLS LAST LIMIT 2',
      3,
      1,
    ],
    [
      'SELECT driver, laps FROM run WHERE id < 3 UNION ALL SELECT driver, laps FROM run WHERE id = 4 ORDER BY 2 LIMIT 1',
      2,
      1,
    ],
    ['SELECT DISTINCT team, laps FROM run ORDER BY laps DESC NULLS LAST LIMIT 2', 2, 1],
    ['SELECT driver FROM run ORDER BY CASE WHEN laps > 3 THEN 1 ELSE 0 END DESC LIMIT 1', 4, 1],
    [
      'SELECT a.driver, b.driver FROM run a JOIN run b ON a.id = b.id ORDER BY b.laps DESC NULLS LAST LIMIT 2',
      3,
      1,
    ],
    [
      'SELECT driver IS NOT DISTINCT FROM team AS same, driver FROM run ORDER BY laps DESC NULLS LAST LIMIT 2',
      3,
      1,
    ],
    ['SELECT upper(w) AS w, n FROM word ORDER BY w LIMIT 1', 2, 1],
    ['SELECT w, n FROM word ORDER BY w LIMIT 1', 2, 1],
    ['SELECT n FROM word ORDER BY w LIMIT 1', 2, 1],
    ['SELECT n FROM word ORDER BY lower(w) LIMIT 1', 2, 1],
  ])('finds the cut in %s', async (sql, candidates, kept) => {
    expect(await tiesOf(platform, sql)).toMatchObject({
      kind: 'found',
      cutAtLimit: { candidates, kept, differs: true },
    });
  });

  it('follows the collation that a key names', async () => {
    const sql = `SELECT n FROM word ORDER BY w COLLATE ${collated[kind]} LIMIT 1`;
    expect(await tiesOf(platform, sql)).toMatchObject({ cutAtLimit: { candidates: 2, kept: 1 } });
    const binary = 'SELECT n FROM word ORDER BY w COLLATE "binary", n LIMIT 1';
    if (kind === 'sqlite') expect(await tiesOf(platform, binary)).toMatchObject({ cutAtLimit: null });
  });

  it.each([
    ['SELECT driver FROM run ORDER BY laps DESC NULLS LAST LIMIT 4', null, null],
    ['SELECT driver FROM run ORDER BY laps DESC NULLS LAST LIMIT 1 OFFSET 2', 2, 3],
    ['SELECT driver FROM run ORDER BY laps DESC NULLS LAST LIMIT 5 OFFSET 2', null, 3],
  ])('tells the ends apart: %s', async (sql, _, offsetCandidates) => {
    const ties = await tiesOf(platform, sql);
    expect(ties.kind).toBe('found');
    if (ties.kind === 'found') expect(ties.cutAtOffset?.candidates ?? null).toBe(offsetCandidates);
  });

  it('says nothing of a choice among rows that are alike', async () => {
    expect(
      await tiesOf(platform, 'SELECT laps FROM run ORDER BY laps DESC NULLS LAST LIMIT 2'),
    ).toMatchObject({
      cutAtLimit: { candidates: 3, kept: 1, differs: false },
    });
  });

  it.each([
    ['SELECT DISTINCT team FROM run ORDER BY id LIMIT 1', 'distinct'],
    ['SELECT laps AS id, driver FROM run ORDER BY id + 0 LIMIT 1', 'alias'],
    ['SELECT *, team AS driver FROM run ORDER BY driver LIMIT 1', 'several outputs'],
    ['(SELECT driver FROM run ORDER BY laps)', ''],
    ['SELECT driver FROM run LIMIT 2', 'ORDER BY'],
    ['SELECT driver FROM run ORDER BY laps LIMIT 1 OFFSET 1 + 1', 'OFFSET'],
  ])('declines %s', async (sql, why) => {
    const result = await run(platform, sql);
    if (result.kind === 'error') return expect(kind).toBe('sqlite');
    const ties = await tiesOf(platform, sql);
    expect(ties.kind).toBe('unknown');
    if (ties.kind === 'unknown') expect(ties.why).toContain(why);
  });
});

it('claims nothing when the derived query gives other rows than the gold', async () => {
  const platform = open('sqlite');
  const sql = 'SELECT driver FROM run ORDER BY laps DESC LIMIT 2';
  const result = (await run(platform, sql)) as ExecutionSuccess;
  const other = { ...result, rows: [['A'], ['E']] };
  const ties = await findTies({
    statement: sql,
    dialect: 'sqlite',
    result: other,
    execute: (derived) => run(platform, derived),
  });
  expect(ties).toEqual({ kind: 'unknown', why: 'the derived query gives other rows' });
});

it('names what leaves a gold open, and the clock only while it runs', async () => {
  const platform = open('sqlite');
  const reasons = async (sql: string, pinnedClock = false) =>
    undeterminedGold(
      {
        statement: sql,
        dialect: 'sqlite',
        pinnedClock,
        result: (await run(platform, sql)) as ExecutionSuccess,
        execute: (derived) => run(platform, derived),
      },
      'everywhere',
    );
  expect(await reasons('SELECT driver FROM run ORDER BY laps DESC LIMIT 2')).toEqual(['tie_at_limit']);
  expect(await reasons('SELECT driver FROM run ORDER BY laps DESC LIMIT 4')).toEqual(['tied_order']);
  expect(await reasons('SELECT driver FROM run ORDER BY laps DESC, id LIMIT 2')).toEqual([]);
  expect(await reasons('SELECT driver FROM run LIMIT 3')).toEqual(['limit_without_order']);
  expect(await reasons('SELECT driver FROM run LIMIT 30')).toEqual([]);
  const clock = "SELECT driver FROM run WHERE laps < julianday('now')";
  expect(await reasons(clock)).toEqual(['clock']);
  expect(await reasons(clock, true)).toEqual([]);
});
