import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { WitnessSearch } from '../../src/equivalence/index.js';
import { createScratch, openPlatform } from '../../src/platforms/index.js';
import type { Catalog, Platform, Scratch, SemanticVerdict } from '../../src/types/index.js';
import { dropDatabases, settings, subjects, temporaryFolder } from '../conformance/platform-subjects.js';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

const script = `
  create table singer (id integer primary key, name varchar(40) not null, city varchar(20), born date, fee decimal(8, 2));
  create table concert (id integer primary key, singer integer not null references singer (id), year integer, at timestamp);
  insert into singer values (1, 'Ann', 'Oslo', '1980-01-02', 10.50), (2, 'Bo', 'Rome', '1990-05-06', 20), (3, 'Cy', null, null, null);
  insert into concert values (1, 1, 2014, '2014-03-04 20:00:00'), (2, 2, 2015, null);`;

/** Pairs that differ on every engine. */
const different: readonly (readonly [string, string, string])[] = [
  [
    'the edge of a range',
    'select id from concert where year > 2014',
    'select id from concert where year >= 2014',
  ],
  [
    'a join that repeats rows',
    'select name from singer where id in (select singer from concert)',
    'select s.name from singer s join concert c on c.singer = s.id',
  ],
  ['NULLs', 'select count(city) from singer', 'select count(*) from singer'],
  [
    'dates and decimals',
    "select id from singer where born < '1990-05-06' or fee > 20",
    "select id from singer where born <= '1990-05-06' or fee > 20",
  ],
  [
    'a CTE of the query',
    'with c as (select * from concert) select singer from c',
    'with c as (select * from concert) select distinct singer from c',
  ],
];

describe.each(subjects.filter(({ isServer }) => isServer))('counterexamples on $name', (subject) => {
  if (subject.absent !== null) {
    test.skip(`not here: ${subject.absent}`, () => {});
    return;
  }
  const folder = temporaryFolder();
  let platform: Platform;
  let scratch: Scratch;
  let catalog: Catalog;
  beforeAll(async () => {
    const config = await subject.makeFile(folder.path, 'counterexamples', script);
    platform = openPlatform(config, subject.settings);
    catalog = await platform.catalog();
    scratch = createScratch(subject.kind === 'postgres' ? 'duckdb' : 'sqlite', settings);
  });
  afterAll(async () => {
    await scratch.close();
    await platform.close();
    await dropDatabases();
    folder.remove();
  });

  const judge = (gold: string, candidate: string): Promise<SemanticVerdict> =>
    new WitnessSearch({ databases: 60, mostDatabases: 120 }).judge(
      { gold, candidate, dialect: subject.kind },
      {
        catalog,
        scratch,
        platform,
        signal: new AbortController().signal,
        budget: { milliseconds: 120_000 },
      },
    );

  test.each(different)('%s is confirmed there, and nothing is written', async (_, gold, candidate) => {
    const verdict = await judge(gold, candidate);
    expect(verdict).toMatchObject({
      equivalence: 'different',
      witness: { confirmedOnTarget: true, engine: expect.stringMatching(new RegExp(subject.kind, 'i')) },
    });
  });

  test('finds real rows, where they tell the queries apart', async () => {
    expect(
      await judge('select max(year) from concert', 'select year from concert where id = 2'),
    ).toMatchObject({
      equivalence: 'different',
      witness: { realism: expect.stringMatching(/^real-/), confirmedOnTarget: true },
    });
  });

  test('text that the engine takes for equal is no difference', async () => {
    const verdict = await judge(
      "select id from singer where city = 'Oslo'",
      "select id from singer where city = 'oslo'",
    );
    // PostgreSQL tells them apart, MySQL’s default collation does not.
    const expected = subject.kind === 'postgres' ? 'different' : 'unknown';
    expect(verdict.equivalence).toBe(expected);
  });

  test('names that need quotes there are quoted', async () => {
    const quote = subject.kind === 'postgres' ? '"' : '`';
    const made = { ...catalog.tables[0]!, name: 'Mixed Case', foreignKeys: [], checks: [] };
    const verdict = await new WitnessSearch({ databases: 60 }).judge(
      {
        gold: `select id from ${quote}Mixed Case${quote} where id > 1`,
        candidate: `select id from ${quote}Mixed Case${quote} where id >= 1`,
        dialect: subject.kind,
      },
      {
        catalog: { ...catalog, tables: [made] },
        scratch,
        platform,
        signal: new AbortController().signal,
        budget: { milliseconds: 120_000 },
      },
    );
    // The table is not even there: the counterexample's rows stand in for it.
    expect(verdict).toMatchObject({ equivalence: 'different', witness: { confirmedOnTarget: true } });
  });
});
