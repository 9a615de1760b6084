import { describe, expect, it } from 'vitest';
import { outlineQuery, ownersOf } from './query-outline.js';
import { catalogOf } from './trial-scratch.test-support.js';

const catalog = catalogOf(
  'create table singer (id integer primary key, name text, age integer); create table song (id integer primary key, singer integer, title text);',
);
const outline = (sql: string) => outlineQuery(sql, 'sqlite', catalog);

describe('outlineQuery', () => {
  it('finds the tables a query reads and what it calls them', () => {
    const found = outline('select s.name from singer as s, song t where exists (select 1 from song where 1)');
    expect([...found.tables]).toEqual(['singer', 'song']);
    expect([...found.aliases.get('s')!]).toEqual(['singer']);
    expect([...found.aliases.get('t')!]).toEqual(['song']);
  });

  it('takes no column for a table', () => {
    expect([...outline('select singer from song').tables]).toEqual(['song']);
  });

  it('keeps the values of each condition with its columns', () => {
    const { segments } = outline(
      "select count(*) from singer where age between 20 and 30 and (name like '%a' or name in ('x', 'y'))",
    );
    const where = segments.filter(({ after }) => ['where', 'and', 'or'].includes(after));
    expect(
      where.map(({ columns, strings, numbers }) => [columns.map(({ name }) => name), strings, numbers]),
    ).toEqual([
      [['age'], [], [20, 30]],
      [['name'], ['%a'], []],
      [['name'], ['x', 'y'], []],
    ]);
  });

  it('reads a double-quoted name that is no column as a string', () => {
    const segment = outline('select id from singer where name = "France" and "age" > 3').segments;
    expect(segment.find(({ after }) => after === 'where')).toMatchObject({ strings: ['France'] });
    expect(segment.find(({ after }) => after === 'and')).toMatchObject({ strings: [], numbers: [3] });
  });

  it.each([
    ['select * from singer', true],
    ['select s.* from singer s', true],
    ['select id from singer natural join song', true],
    ['select count(*), age * 2 from singer', false],
  ])('%s takes all columns: %s', (sql, all) => {
    expect(outline(sql).takesAllColumns).toBe(all);
  });

  it('says which tables a column may belong to', () => {
    const found = outline('select t.id from song t join singer s on t.singer = s.id');
    const owners = (qualifier: string | null, name: string) =>
      ownersOf({ qualifier, name }, found, catalog.tables).map((table) => table.name);
    expect(owners('t', 'id')).toEqual(['song']);
    expect(owners(null, 'id')).toEqual(['singer', 'song']);
    expect(owners('s', 'title')).toEqual([]);
  });
});
