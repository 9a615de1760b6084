import { expect, it } from 'vitest';
import { reconcileColumns } from './reconcile-columns.js';

const columns = (...names: readonly string[]) => names.map((name) => ({ name }));

it('pairs columns by name, whatever their order', () => {
  expect(reconcileColumns(columns('a', 'b'), columns('B', 'a'), 'duckdb')).toEqual({
    pairs: [
      [0, 1],
      [1, 0],
    ],
    missing: [],
    unexpected: [],
    isReordered: true,
  });
});

it('keeps the case of names apart where the database does', () => {
  expect(reconcileColumns(columns('a'), columns('A'), 'postgres')).toMatchObject({
    missing: ['a'],
    unexpected: ['A'],
  });
});

it('pairs equal names in the order they stand in, and tells how many are too few or too many', () => {
  expect(reconcileColumns(columns('a', 'a', ''), columns('a', '', 'a', 'a'), 'sqlite')).toEqual({
    pairs: [
      [0, 0],
      [1, 2],
      [2, 1],
    ],
    missing: [],
    unexpected: ['a'],
    isReordered: true,
  });
  expect(reconcileColumns(columns('a', 'a'), columns('a'), 'sqlite').missing).toEqual(['a']);
});
