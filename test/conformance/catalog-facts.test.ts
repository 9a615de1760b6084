import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import type { Catalog, CatalogTable } from '../../src/types/index.js';
import { dropDatabases, type Subject, subjects, temporaryFolder } from './platform-subjects.js';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

/** What each engine is asked to declare; a proof would be wrong if the catalogue did not say it. */
const scripts: Readonly<Record<Subject['kind'], string>> = {
  sqlite: `
    create table words (id integer primary key, plain text, loose text collate nocase, same text collate binary);
    create table made (a integer, twice integer generated always as (a * 2), kept as (a + (1)) stored);
    create table typed (id text primary key, n integer) strict;
    create table descending (id integer primary key desc, n integer);
    create table upward (id integer, n integer, primary key (id desc));
    create table textual (id text primary key);
    create table addressed (id text primary key) without rowid;
    create view seen as select loose from words;`,
  duckdb: `
    create table words (id integer primary key, plain varchar, loose varchar collate nocase);
    create table made (a integer, twice integer generated always as (a * 2));
    create schema other;
    create table other.words (id integer primary key);
    create table other.child (id integer references other.words (id));
    create view seen as select loose from words;`,
  postgres: `
    create collation folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
    create table words (id integer primary key, plain text, loose text collate folded);
    create table made (a integer, twice integer generated always as (a * 2) stored);
    create schema other;
    create table other.words (id integer primary key);
    create table child (id integer references other.words (id), n integer, w integer references words (id));
    alter table child add constraint late check (n > 0) not valid;
    create table parent (id integer primary key, n integer not null);
    create table heir () inherits (parent);
    create table hidden (id integer primary key);
    alter table hidden enable row level security;
    create policy own on hidden using (id > 1);
    create table seeker (id integer references hidden (id));
    create view seen as select loose from words;`,
  mysql: `
    create table words (id integer primary key, plain varchar(20), loose varchar(20) collate utf8mb4_bin);
    create table made (a integer, twice integer generated always as (a * 2));
    create table stamped (id integer primary key, at timestamp default current_timestamp on update current_timestamp);
    create table child (id integer, words integer, unique key same (words),
      constraint same foreign key (words) references words (id));
    create view seen as select loose from words;`,
};

describe.each(subjects)('the catalogue of $name', (subject) => {
  if (subject.absent !== null) {
    test.skip(`not here: ${subject.absent}`, () => {});
    return;
  }
  const folder = temporaryFolder();
  let catalog: Catalog;
  beforeAll(async () => {
    const config = await subject.makeFile(
      folder.path,
      `facts-${subjects.indexOf(subject)}`,
      scripts[subject.kind],
    );
    const platform = openPlatform(config, subject.settings);
    catalog = await platform.catalog();
    await platform.close();
  });
  afterAll(async () => {
    await dropDatabases();
    folder.remove();
  });

  const table = (name: string, schema?: string): CatalogTable =>
    catalog.tables.find((one) => one.name === name && one.schema === schema)!;
  const column = (name: string, of: string) => table(of).columns.find((one) => one.name === name)!;

  test('names collations that are not the engine’s own', () => {
    expect(column('loose', 'words').collation).toMatch(/^(nocase|folded|utf8mb4_bin)$/i);
    expect(column('plain', 'words').collation).toBeUndefined();
  });

  test('does not take a view’s text as exact whose column has a collation', () => {
    expect(column('loose', 'seen').collation).toBeDefined();
  });

  test('says what a generated column is made of', () => {
    expect(column('twice', 'made').generated).toMatch(/a.*\*.*2/);
    expect(column('a', 'made').generated).toBeUndefined();
  });

  if (subject.kind === 'sqlite') {
    test('knows which keys rule out NULL', () => {
      const nullable = (of: string) => column('id', of).nullable;
      expect(['words', 'upward', 'typed', 'addressed'].map(nullable)).toEqual([false, false, false, false]);
      expect(['descending', 'textual'].map(nullable)).toEqual([true, true]);
    });

    test('knows strict tables, and takes BINARY for what it is', () => {
      expect(table('typed').strict).toBe(true);
      expect(table('words').strict).toBeUndefined();
      expect(column('same', 'words').collation).toBeUndefined();
      expect(column('kept', 'made').generated).toBe('a + (1)');
    });
  }

  if (subject.kind === 'duckdb') {
    test('takes no foreign key whose parent it cannot tell from a namesake', () => {
      expect(table('child', 'other').foreignKeys).toEqual([]);
    });
  }

  if (subject.kind === 'postgres') {
    test('takes only what holds for all rows that can be seen', () => {
      expect(table('child').checks).toEqual([]);
      expect(table('child').foreignKeys).toEqual([
        { columns: ['id'], references: { schema: 'other', table: 'words', columns: ['id'] } },
        { columns: ['w'], references: { table: 'words', columns: ['id'] } },
      ]);
      expect(table('parent').primaryKey).toEqual([]);
      expect(table('parent').columns.map(({ nullable }) => nullable)).toEqual([true, true]);
      expect(table('seeker').foreignKeys).toEqual([]);
    });
  }

  if (subject.kind === 'mysql') {
    test('takes no default for a generated column, and tells keys of one name apart', () => {
      expect(column('at', 'stamped').generated).toBeUndefined();
      expect(table('child')).toMatchObject({
        unique: [['words']],
        foreignKeys: [{ columns: ['words'], references: { table: 'words', columns: ['id'] } }],
      });
    });
  }
});
