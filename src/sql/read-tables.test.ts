import { afterAll, describe, expect, it } from 'vitest';
import { readFixtures } from './fixtures/read-fixtures.js';
import type { ColumnName, TableName } from './index.js';
import { closeParser, hasOrderByText, hasTopLevelOrderBy, readTables } from './index.js';

afterAll(closeParser);

const words = (text: string | undefined): string[] => (text ?? '').split(' ').filter(Boolean).sort();
const tableText = (one: TableName): string => [one.catalog, one.schema, one.name].filter(Boolean).join('.');
const columnText = (one: ColumnName): string => [one.table, one.name].filter(Boolean).join('.');

describe('fixtures', () => {
  for (const { title, headers, text } of readFixtures('tables.sql')) {
    for (const dialect of headers.dialect!.split(' ')) {
      it(`${dialect}: ${title}`, async () => {
        const read = await readTables(text, dialect);
        if (headers.tables === 'unknown') expect(read.kind).toBe('unknown');
        else {
          expect(read.kind === 'read' ? read.tables.map(tableText).sort() : read).toEqual(
            words(headers.tables),
          );
          expect(read.kind === 'read' && read.columns.map(columnText).sort()).toEqual(words(headers.columns));
        }
        expect(await hasTopLevelOrderBy(text, dialect)).toBe(headers.ordered === 'yes');
      });
    }
  }
});

it('finds "order by" in a text as the official script does', () => {
  expect(hasOrderByText('SELECT row_number() OVER (Order By x) FROM a')).toBe(true);
  expect(hasOrderByText('SELECT x FROM a ORDER  BY x')).toBe(false);
});

describe('an ORDER BY in a query that only the engine can read', () => {
  it.each([
    ['sqlite', 'SELECT a, count(*) percent FROM t GROUP BY a ORDER /* so */ BY a', true],
    ['sqlite', 'VALUES (2), (1) ORDER BY 1', true],
    ['duckdb', 'PIVOT t ON a USING sum(b) ORDER BY 1', true],
    ['sqlite', 'SELECT a, rank() OVER (ORDER BY b) percent FROM t', false],
    [
      'sqlite',
      "SELECT a percent FROM (SELECT a FROM t ORDER BY a) WHERE a <> 'x order by y' -- order by",
      false,
    ],
    ['sqlite', 'SELECT "order" percent, by FROM t', false],
  ])('%s: %s', async (dialect, text, ordered) => {
    expect(await hasTopLevelOrderBy(text, dialect)).toBe(ordered);
  });
});
