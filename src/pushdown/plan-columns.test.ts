import { expect, it } from 'vitest';
import { dialectOf } from '../dialects/index.js';
import type { CellKind, Column } from '../types/index.js';
import { planColumns, sideRow } from './plan-columns.js';

const column = (kind: CellKind, engineType: string, more: Partial<Column> = {}): Column => ({
  name: 'a',
  kind,
  engineType,
  ...more,
});

function plan(expected: Column, actual: Column, tolerance = { absolute: 1e-9, relative: 1e-9 }) {
  const paired = { pairs: [[0, 0]] as const, missing: [], unexpected: [], isReordered: false };
  const planned = planColumns([expected], [actual], paired, dialectOf('duckdb').comparison!, tolerance);
  if ('incomparable' in planned) throw new Error('the types are comparable');
  return planned;
}

it('compares one type by one key, exactly where no tolerance applies', () => {
  expect(plan(column('int', 'INTEGER'), column('int', 'INTEGER')).pairs[0]).toMatchObject({
    isExact: true,
    isTolerant: false,
  });
  expect(plan(column('f64', 'DOUBLE'), column('f64', 'DOUBLE')).pairs[0]).toMatchObject({
    isExact: false,
    isTolerant: true,
  });
  const wide = plan(column('int', 'INTEGER'), column('int', 'INTEGER'), { absolute: 1, relative: 0 });
  expect(wide.pairs[0]!.isTolerant).toBe(true);
});

it('gives each side a key of its own where types have none in common', () => {
  const { keys, pairs } = plan(column('text', 'VARCHAR'), column('int', 'INTEGER'));
  expect(keys.map((key) => [key.expected !== null, key.actual !== null])).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(pairs[0]).toMatchObject({ isForeign: true, slots: { expected: 0, actual: 1 } });
});

it('reads numbers of different types back from their common text, as each side has them', () => {
  const mixed = plan(column('f64', 'DOUBLE'), column('dec', 'DECIMAL(4,2)', { precision: 4, scale: 2 }));
  expect(sideRow(['1'], mixed, 'expected')).toEqual([{ k: 'f64', v: 1 }]);
  expect(sideRow(['f0.1'], mixed, 'expected')).toEqual([0.1]);
  expect(sideRow(['f-inf'], mixed, 'expected')).toEqual([{ k: 'f64', v: -Infinity }]);
  expect(sideRow(['d0.1'], mixed, 'actual')).toEqual([{ k: 'dec', u: 1n, s: 1 }]);
});
