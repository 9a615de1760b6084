import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareRowSets } from '../../rowsets/index.js';
import type { Cell, Row } from '../../types/index.js';
import { mutants } from './mutants.js';

const column = { name: 'a', engineType: '', kind: 'mixed' as const };

const cells = fc.oneof(
  fc.constantFrom<Cell>(
    null,
    true,
    '',
    'a',
    '1',
    { k: 'f64', v: Number.NaN },
    { k: 'f64', v: Number.NEGATIVE_INFINITY },
  ),
  fc.integer({ min: -3, max: 3 }),
  fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((v): Cell => ({ k: 'int', v })),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((v): Cell => ({ k: 'f64', v })),
  fc
    .record({ u: fc.bigInt({ min: -999n, max: 999n }), s: fc.integer({ min: 0, max: 4 }) })
    .map((v): Cell => ({ k: 'dec', ...v })),
);

test('every mutant is wrong under every contract of comparison', () => {
  const tables = fc
    .integer({ min: 1, max: 3 })
    .chain((width) => fc.array(fc.array(cells, { minLength: width, maxLength: width }), { maxLength: 4 }))
    .filter((rows) => rows.length > 0);
  fc.assert(
    fc.property(tables, (rows: readonly Row[]) => {
      const result = { columns: rows[0]!.map(() => column), rows };
      for (const mutant of mutants(result))
        for (const multiplicity of ['multiset', 'set'] as const)
          for (const alignment of ['by_position', 'by_value'] as const)
            expect(
              compareRowSets(
                result,
                { ...result, rows: mutant.rows },
                { order: 'ignore', multiplicity, alignment },
              ).outcome,
            ).toBe('different');
    }),
  );
});

test('an empty result becomes one with a row, and has no other mutants', () => {
  expect(mutants({ columns: [column], rows: [] }).map(({ rows }) => rows.length)).toEqual([1]);
});

test('a number goes out of the range of all numbers, decimals and wide integers included', () => {
  const rows: readonly Row[] = [
    ['x', null],
    ['y', { k: 'dec', u: -25n, s: 1 }],
    ['z', { k: 'int', v: 2n ** 60n }],
  ];
  const changed = mutants({ columns: [column, column], rows })[1]!.rows;
  expect(changed[1]).toEqual(['y', { k: 'int', v: 2n ** 61n + 2n }]);
});
