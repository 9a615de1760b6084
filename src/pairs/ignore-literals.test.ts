import { expect, test } from 'vitest';
import { catalogFromDdl } from '../catalog/index.js';
import { ignoreLiterals } from './ignore-literals.js';

const { catalog } = catalogFromDdl('create table t (id integer, "my name" text)', 'sqlite');

test.each([
  ["SELECT id FROM t WHERE a = 'x' AND b > 1.5", "SELECT id FROM t WHERE a = 'value' AND b > 'value'"],
  ['SELECT "my name" FROM t WHERE a = "x"', 'SELECT "my name" FROM t WHERE a = \'value\''],
  [
    'SELECT id, 1 FROM t ORDER BY 1, 2 LIMIT 3 OFFSET 4',
    "SELECT id, 'value' FROM t ORDER BY 1, 2 LIMIT 3 OFFSET 4",
  ],
  ["SELECT 1 -- '2'", "SELECT 'value' -- '2'"],
])('%s', (sql, expected) => {
  expect(ignoreLiterals(sql, 'sqlite', catalog)).toBe(expected);
});

test('elsewhere, and without a schema, a quoted name stays a name', () => {
  const sql = 'SELECT "x" FROM t';
  expect(ignoreLiterals(sql, 'postgres', catalog)).toBe(sql);
  expect(ignoreLiterals(sql, 'sqlite', undefined)).toBe(sql);
});
