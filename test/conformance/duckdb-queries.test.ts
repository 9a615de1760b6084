import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import type { ExecutionResult, Platform, PlatformSession } from '../../src/types/index.js';
import { fileSubjects, limits, settings, temporaryFolder } from './platform-subjects.js';

const script = `create table sales (city text, year integer, amount integer); create sequence s;
  insert into sales values ('Oslo', 2020, 1), ('Oslo', 2021, 2), ('Bern', 2020, 4);`;

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** What DuckDB understands beyond SELECT, on a file and on a database made by a script. */
describe.each(['a file', 'a script'])('on %s', (source) => {
  let platform: Platform;
  let session: PlatformSession;

  beforeAll(async () => {
    const duckdb = fileSubjects.find((subject) => subject.kind === 'duckdb')!;
    const scripts = [join(folder.path, 'sales.sql')];
    writeFileSync(scripts[0]!, script);
    platform =
      source === 'a file'
        ? openPlatform(await duckdb.makeFile(folder.path, 'sales', script), settings)
        : openPlatform({ kind: 'duckdb', scripts }, settings);
    session = await platform.open();
  });
  afterAll(() => platform.close());

  const run = (sql: string): Promise<ExecutionResult> => session.execute(sql, limits());

  test.each([
    [
      'pivot sales on year using sum(amount) order by city',
      [
        ['Bern', 4, null],
        ['Oslo', 1, 2],
      ],
    ],
    [
      'pivot sales on year in (2020) using sum(amount) group by city order by city',
      [
        ['Bern', 4],
        ['Oslo', 1],
      ],
    ],
    ['from (pivot sales on year using sum(amount) group by city) select count(*)', [[2]]],
    [
      `select count(*) from (pivot sales on year using sum(amount) group by city)
       join (pivot sales on city using sum(amount) group by year) on true`,
      [[4]],
    ],
    ['from sales select count(*)', [[3]]],
    ['values (1), (2)', [[1], [2]]],
    ['(select 1) union all (select 2)', [[1], [2]]],
    [
      'table sales',
      [
        ['Oslo', 2020, 1],
        ['Oslo', 2021, 2],
        ['Bern', 2020, 4],
      ],
    ],
    ['show tables', [['sales']]],
  ])('%s', async (sql, rows) => {
    expect(await run(sql)).toMatchObject({ kind: 'success', rows });
  });

  test.each(['describe sales', 'summarize sales'])('%s', async (sql) => {
    expect(await run(sql)).toMatchObject({ kind: 'success', truncated: null });
  });

  test.each([
    'pivot sales on year using sum(amount); select 1',
    'pivot sales on year using sum(amount); pivot sales on city using sum(amount)',
    "select nextval('s')",
    'explain select 1',
  ])('refuses %s', async (sql) => {
    expect(await run(sql)).toMatchObject({ code: 'refused', fault: 'query' });
  });
});
