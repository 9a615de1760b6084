import { afterAll, expect, it } from 'vitest';
import { closeParser, guardStatement, hasTopLevelOrderBy, readTables } from '../index.js';

afterAll(closeParser);

it('answers from the sources', async () => {
  expect(await guardStatement('```sql\nSELECT 1 FROM t ORDER BY 1;\n```', 'sqlite')).toEqual({
    kind: 'query',
    statement: { sql: 'SELECT 1 FROM t ORDER BY 1', cleaned: ['fence', 'semicolon'] },
    parsed: true,
  });
  expect(await hasTopLevelOrderBy('SELECT 1 FROM t ORDER BY 1', 'sqlite')).toBe(true);
  expect(
    await readTables('with a as (select x from B) select a.x, c.y from a join C on a.x=c.y', 'sqlite'),
  ).toEqual({
    kind: 'read',
    tables: [{ name: 'b' }, { name: 'c' }],
    columns: [
      { table: 'b', name: 'x' },
      { table: 'c', name: 'y' },
    ],
  });
});
