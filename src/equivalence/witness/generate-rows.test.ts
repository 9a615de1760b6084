import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { generateRows } from './generate-rows.js';
import { areLegal, legalRows } from './legality.js';
import { profiles } from './profiles.js';
import { outlineQuery } from './query-outline.js';
import { seededRandom } from './random.js';
import { searchHints } from './search-hints.js';
import { searchSchema } from './search-schema.js';
import { catalogOf } from './trial-scratch.test-support.js';

const ddl = `
  create table country (code text primary key, name text not null, continent text);
  create table person (id integer primary key, country text references country(code), boss integer references person(id), email text unique);
  create table visit (person integer not null references person(id), country text not null references country(code), day date, primary key (person, country));
  create table loop_a (id integer primary key, b integer references loop_b(id));
  create table loop_b (id integer primary key, a integer not null references loop_a(id));
`;
const options = { hasBooleans: false, strictTypes: false };

function made(sql: string) {
  const catalog = catalogOf(ddl);
  const outline = outlineQuery(sql, 'sqlite', catalog);
  const schema = searchSchema(
    catalog,
    (table) => outline.tables.has(table.name),
    (_, column) => outline.takesAllColumns || outline.words.has(column),
  );
  return { schema, hints: searchHints(schema, [outline], false, 'sqlite') };
}

const everything = made('select * from visit, person, country, loop_a, loop_b where day > 3');

describe('generateRows', () => {
  it('makes legal databases only', () => {
    fc.assert(
      fc.property(fc.string(), fc.nat(profiles.length - 1), (seed, profile) => {
        const rows = generateRows(
          everything.schema,
          everything.hints,
          profiles[profile]!,
          seededRandom(seed),
          options,
        );
        expect(areLegal(everything.schema, rows)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  it('makes the same rows for the same seed, and others for another', () => {
    const rows = (seed: string) =>
      generateRows(everything.schema, everything.hints, profiles[0]!, seededRandom(seed), options);
    expect(rows('a')).toEqual(rows('a'));
    expect(rows('a')).not.toEqual(rows('b'));
  });

  it('fills every kind of table, those of foreign key cycles too', () => {
    const most = everything.schema.map(() => 0);
    const random = seededRandom('fill');
    for (let at = 0; at < 200; at++) {
      const rows = generateRows(
        everything.schema,
        everything.hints,
        profiles[at % profiles.length]!,
        random,
        options,
      );
      rows.forEach((table, index) => {
        most[index] = Math.max(most[index]!, table.length);
      });
    }
    const byName = Object.fromEntries(everything.schema.map((table, at) => [table.name, most[at]]));
    expect(byName).toMatchObject({ country: expect.any(Number), loop_a: expect.any(Number) });
    for (const name of ['country', 'person', 'visit', 'loop_a']) expect(byName[name]).toBeGreaterThan(1);
  });

  it('gives a parent the key that is asked of its child', () => {
    const { schema, hints } = made("select 1 from visit where country = 'CVO'");
    const random = seededRandom('keys');
    const found = Array.from({ length: 30 }, () =>
      generateRows(schema, hints, profiles[0]!, random, options),
    );
    const country = schema.findIndex((table) => table.name === 'country');
    expect(found.some((rows) => rows[country]!.some((row) => row[0] === 'CVO'))).toBe(true);
  });
});

describe('searchSchema', () => {
  it('has the tables queries read and what their foreign keys need, with no column that may stay NULL', () => {
    const { schema } = made('select email from person');
    expect(schema.map((table) => [table.name, table.used, table.columns.map(({ name }) => name)])).toEqual([
      ['person', true, ['id', 'email']],
    ]);
    const visits = made('select day from visit').schema;
    expect(visits.map((table) => table.name)).toEqual(['person', 'country', 'visit']);
  });

  it('takes what a foreign key points at as a key', () => {
    const catalog = catalogOf(
      'create table p (a integer, b integer); create table c (x integer references p(a));',
    );
    const schema = searchSchema(
      catalog,
      () => true,
      () => true,
    );
    expect(schema.find((table) => table.name === 'p')!.keys).toEqual([[0]]);
  });
});

describe('legalRows', () => {
  it('drops what breaks a key, a NOT NULL or a foreign key, and what hangs on it', () => {
    const { schema } = made('select * from visit');
    const at = (name: string) => schema.findIndex((table) => table.name === name);
    const rows = schema.map(() => [] as (string | number | null)[][]);
    rows[at('country')] = [
      ['c', 'n'],
      ['c', 'other'],
      ['d', null],
    ];
    rows[at('person')] = [[1]];
    rows[at('visit')] = [
      [1, 'c', null],
      [2, 'c', null],
      [1, 'd', null],
    ];
    const legal = legalRows(schema, rows);
    expect(legal[at('country')]).toEqual([['c', 'n']]);
    expect(legal[at('visit')]).toEqual([[1, 'c', null]]);
  });
});
