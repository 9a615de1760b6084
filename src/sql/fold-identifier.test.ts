import { expect, it } from 'vitest';
import { dialectOf, foldIdentifier } from './index.js';

it.each([
  ['sqlite', 'Name', true, 'name'],
  ['duckdb', 'ÄName', false, 'Äname'],
  ['postgres', 'Name', false, 'name'],
  ['postgres', 'Name', true, 'Name'],
  ['snowflake', 'Name', false, 'NAME'],
  ['snowflake', 'Name', true, 'Name'],
  ['clickhouse', 'Name', false, 'Name'],
])('%s folds %s (quoted: %s) to %s', (dialect, name, quoted, folded) => {
  expect(foldIdentifier(name, dialect, quoted)).toBe(folded);
});

it('knows dialects by any of their names, and reads an unknown one as standard SQL', () => {
  expect(dialectOf('PostgreSQL').name).toBe('postgres');
  expect(dialectOf('mssql').name).toBe('tsql');
  expect(dialectOf('nobody').name).toBe('generic');
});
