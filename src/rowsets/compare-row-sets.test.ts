import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Row } from '../types/index.js';
import { decimalCell, doubleCell, intCell, prepareTolerance } from '../values/index.js';
import { bruteForceCover, bruteForcePairing, permutations, rowAnswers } from './brute-force.test-support.js';
import { compareRowSets } from './compare-row-sets.js';
import type { CompareOptions } from './row-comparison.js';

const unordered: CompareOptions = { order: 'ignore' };
const asSet: CompareOptions = { order: 'ignore', multiplicity: 'set' };
const byValue: CompareOptions = { order: 'ignore', alignment: 'by_value' };
const inOrder: CompareOptions = { order: 'ordered' };
const within = (absolute: number, relative = 0): CompareOptions => ({
  order: 'ignore',
  tolerance: { absolute, relative },
});
const compare = (expected: readonly Row[], actual: readonly Row[], options: CompareOptions) =>
  compareRowSets({ rows: expected }, { rows: actual }, options);

describe('compareRowSets: values, duplicates, order', () => {
  it.each<[string, readonly Row[], readonly Row[], CompareOptions, string]>([
    [
      'NULL equals NULL in the same cell',
      [
        [7, null],
        [8, null],
      ],
      [
        [8, null],
        [7, null],
      ],
      unordered,
      'equal',
    ],
    ['NULL is not zero', [[7, null]], [[7, 0]], unordered, 'different'],
    ['NULL is not NaN', [[doubleCell(Number.NaN)]], [[null]], within(1e-9), 'different'],
    ['minus zero is zero', [[0]], [[doubleCell(-0)]], unordered, 'equal'],
    ['a repeated row counts in a bag', [['Pier'], ['Pier']], [['Pier']], unordered, 'different'],
    ['and not in a set', [['Pier'], ['Pier']], [['Pier']], asSet, 'equal'],
    ['counts matter, not only presence', [[1], [1], [2]], [[1], [2], [2]], unordered, 'different'],
    ['a set still misses a row', [['Pier'], ['Mole']], [['Pier'], ['Pier']], asSet, 'different'],
    ['a set still has a row too many', [['Pier']], [['Pier'], ['Mole']], asSet, 'different'],
    ['order counts when it should', [[1], [2]], [[2], [1]], inOrder, 'different'],
    ['order counts in sets too', [[1], [2]], [[2], [1]], { ...asSet, order: 'ordered' }, 'different'],
    ['repeats count in ordered sets', [[1], [1]], [[1]], { ...asSet, order: 'ordered' }, 'different'],
    [
      'wide integers are exact',
      [[intCell(2n ** 60n)]],
      [[intCell(2n ** 60n + 1n)]],
      within(0.5),
      'different',
    ],
    [
      'decimals are exact',
      [[decimalCell('8888888888888888.01')]],
      [[decimalCell('8888888888888888.02')]],
      unordered,
      'different',
    ],
    [
      'the scale of a decimal does not count',
      [[decimalCell('2.50')]],
      [[decimalCell('2.5')]],
      unordered,
      'equal',
    ],
    ['booleans are 0 and 1', [[true], [false]], [[0], [1]], unordered, 'equal'],
    ['text is not a number', [['5']], [[5]], unordered, 'different'],
    [
      'a blob is not text',
      [['ok']],
      [[{ k: 'blob', v: new Uint8Array([111, 107]) }]],
      unordered,
      'different',
    ],
    ['lists are ordered', [[{ k: 'list', v: [1, 2] }]], [[{ k: 'list', v: [2, 1] }]], unordered, 'different'],
    [
      'a date is not its midnight',
      [[{ k: 'date', d: 1 }]],
      [[{ k: 'ts', ns: 86_400_000_000_000n, p: 0, tz: false }]],
      unordered,
      'different',
    ],
  ])('%s', (_, expected, actual, options, outcome) => {
    expect(compare(expected, actual, options).outcome).toBe(outcome);
  });
});

describe('compareRowSets: tolerance', () => {
  it.each<[string, readonly Cell[], readonly Cell[], CompareOptions, string]>([
    [
      'a chain of near values is not a match',
      [2, 2].map(doubleCell),
      [2.009, 2.017],
      within(0.01),
      'different',
    ],
    [
      'the greedy pairing is wrong, another one is right',
      [doubleCell(3), 3.007],
      [3.007, 2.994],
      within(0.01),
      'equal',
    ],
    ['rounding would join values that are far apart', [4.051], [4.149], within(0.05), 'different'],
    ['rounding would part values that are near', [4.0499], [4.0501], within(0.01), 'equal'],
    ['nothing is allowed at 0', [0.3], [0.1 + 0.2], within(0), 'different'],
    ['but doubles within the relative tolerance', [0.3], [0.1 + 0.2], within(0, 1e-9), 'equal'],
    ['integers in a column of doubles stay exact', [1, 0.5], [2, 0.5], within(0, 1e-9), 'different'],
  ])('%s', (_, expected, actual, options, outcome) => {
    const rows = (cells: readonly Cell[]): readonly Row[] => cells.map((cell) => ['k', cell]);
    expect(compare(rows(expected), rows(actual), options).outcome).toBe(outcome);
  });

  it('pairs every row of a set with some row, without one-to-one', () => {
    const options: CompareOptions = { ...within(0.01), multiplicity: 'set' };
    expect(compare([[1.5]], [[1.495], [1.505]], options).outcome).toBe('equal');
    expect(compare([[1.5]], [[1.495], [1.515]], options).outcome).toBe('different');
  });
});

describe('compareRowSets: columns', () => {
  it('compares the numbers of columns when neither side has rows', () => {
    const side = (...names: string[]) => ({ columns: names.map((name) => ({ name })), rows: [] });
    expect(compareRowSets(side('a'), side('b'), unordered)).toMatchObject({
      outcome: 'equal',
      flags: ['empty_both'],
    });
    expect(compareRowSets(side('a'), side('a', 'b'), unordered)).toMatchObject({
      outcome: 'different',
      reason: 'expected 1 column, got 2',
    });
  });

  it('takes repeated names as ordinary data', () => {
    const columns = [{ name: 'n' }, { name: 'n' }];
    const rows = [[1, 2]];
    expect(compareRowSets({ columns, rows }, { columns, rows }, unordered).outcome).toBe('equal');
    expect(compareRowSets({ columns, rows }, { columns, rows: [[1, 1]] }, unordered).outcome).toBe(
      'different',
    );
  });

  it('calls a row of another length different', () => {
    expect(
      compare(
        [
          [1, 2],
          [3, 4],
        ],
        [[1, 2], [3]],
        unordered,
      ),
    ).toMatchObject({
      outcome: 'different',
      reason: 'row 2 has 1 cell for 2 columns',
    });
  });

  it('accepts permuted columns by value only, and says so', () => {
    const expected = [
      [5, 1],
      [0, 4],
    ];
    const actual = [
      [1, 5],
      [4, 0],
    ];
    expect(compare(expected, actual, unordered).outcome).toBe('different');
    expect(compare(expected, actual, byValue)).toMatchObject({
      outcome: 'equal',
      flags: ['columns_permuted'],
      columnMap: [1, 0],
    });
    expect(compare(expected, expected, byValue).flags).toEqual([]);
    expect(compare(expected, actual, { ...byValue, order: 'ordered' }).columnMap).toEqual([1, 0]);
    expect(compare(expected, actual.toReversed(), { ...byValue, order: 'ordered' }).outcome).toBe(
      'different',
    );
  });

  it('uses each column once', () => {
    expect(
      compare(
        [
          [3, 3],
          [4, 4],
        ],
        [
          [3, 9],
          [4, 8],
        ],
        byValue,
      ).outcome,
    ).toBe('different');
  });

  it('is not fooled by equal histograms and equal sorted rows', () => {
    const mixed = [
      [0, 0, 1, 1],
      [1, 1, 0, 0],
      [0, 1, 0, 1],
      [1, 0, 1, 0],
    ];
    const doubled = [
      [0, 0, 1, 1],
      [1, 1, 0, 0],
      [0, 0, 1, 1],
      [1, 1, 0, 0],
    ];
    expect(compare(mixed, doubled, byValue).outcome).toBe('different');
  });

  it('tells apart tables that no colouring tells apart', () => {
    // A cycle of six and two cycles of three, as rows of edges: every row and every column looks like every other.
    const cycle = edges(6, [
      [0, 1],
      [1, 2],
      [2, 3],
      [3, 4],
      [4, 5],
      [5, 0],
    ]);
    const triangles = edges(6, [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 4],
      [4, 5],
      [5, 3],
    ]);
    expect(compare(cycle, triangles, byValue).outcome).toBe('different');
    expect(
      compare(
        cycle,
        cycle.map((row) => row.toReversed()),
        byValue,
      ).outcome,
    ).toBe('equal');
  });

  it('answers inconclusive, not a guess, when a search takes too long', () => {
    const nodes = 24;
    const ring = (length: number, start: number): [number, number][] =>
      Array.from({ length }, (_, index) => [start + index, start + ((index + 1) % length)]);
    const one = edges(nodes, ring(24, 0));
    const other = edges(nodes, [...ring(12, 0), ...ring(12, 12)]);
    const comparison = compare(one, other, { ...byValue, budget: 2_000 });
    expect(comparison.outcome).toBe('inconclusive');
    expect(comparison.reason).toMatch(/^search budget/);
    expect(compare(one, other, byValue).outcome).toBe('different');
  });
});

function edges(nodes: number, pairs: readonly (readonly [number, number])[]): readonly Row[] {
  return pairs.map(([a, b]) =>
    Array.from({ length: nodes }, (_, node) => (node === a || node === b ? 1 : 0)),
  );
}

describe('compareRowSets: truncation', () => {
  const cut = (...cells: Cell[]) => ({ rows: cells.map((cell) => [cell]), truncated: 'rows' as const });
  const whole = (...cells: Cell[]) => ({ rows: cells.map((cell) => [cell]) });

  it('fails only a cut side that already holds more rows', () => {
    expect(compareRowSets(whole(1, 2), cut(1, 2, 3), unordered)).toMatchObject({
      outcome: 'different',
      reason: 'expected 2 rows, got at least 3 (the result was cut at the rows cap)',
      flags: ['truncated'],
    });
    expect(compareRowSets(cut(1, 2, 3), whole(1, 2), unordered).outcome).toBe('different');
    expect(compareRowSets(whole(1, 2), cut(1, 2), unordered).outcome).toBe('inconclusive');
    expect(compareRowSets(whole(1, 2), cut(8, 9), unordered).outcome).toBe('inconclusive');
    expect(compareRowSets(whole(1, 2, 3), cut(7), inOrder).outcome).toBe('inconclusive');
    expect(compareRowSets(cut(1), cut(1, 2, 3), unordered).outcome).toBe('inconclusive');
  });

  it('counts distinct rows for sets', () => {
    expect(compareRowSets(whole(1, 2), cut(1, 1, 2), asSet).outcome).toBe('inconclusive');
    expect(compareRowSets(whole(1, 1, 2), cut(1, 2, 3), asSet).outcome).toBe('different');
    expect(
      compareRowSets(whole(1.5), cut(1.49, 1.51), { ...asSet, ...within(0.1), multiplicity: 'set' }).outcome,
    ).toBe('inconclusive');
  });

  it('still compares the numbers of columns', () => {
    expect(compareRowSets({ rows: [[1, 2]] }, cut(1), unordered).outcome).toBe('different');
  });
});

describe('compareRowSets: diffs', () => {
  const columns = [{ name: 'id' }, { name: 'city' }];

  it('counts what is missing and extra, with samples and the cells of near rows', () => {
    const expected = {
      columns,
      rows: [
        [1, 'Kiel'],
        [2, 'Bonn'],
        [3, 'Ulm'],
      ],
    };
    const actual = {
      columns,
      rows: [
        [3, 'Ulm'],
        [2, 'Bonn '],
        [1, 'Kiel'],
        [4, 'Trier'],
      ],
    };
    const comparison = compareRowSets(expected, actual, unordered);
    expect(comparison.diff).toEqual({
      expectedRows: 3,
      actualRows: 4,
      expectedColumns: ['id', 'city'],
      actualColumns: ['id', 'city'],
      missing: 1,
      extra: 2,
      missingSample: [[2, 'Bonn']],
      extraSample: [
        [2, 'Bonn '],
        [4, 'Trier'],
      ],
      cellDifferences: [{ row: 1, column: 1, expected: 'Bonn', actual: 'Bonn ' }],
    });
    expect(comparison.reason).toBe(
      `expected 3 rows, got 4; 1 row missing and 2 rows unexpected; row 2, column "city": expected 'Bonn', got 'Bonn\\x20'`,
    );
  });

  it('names the first difference of sequences', () => {
    const comparison = compare(
      [
        [1, 'a'],
        [2, 'b'],
      ],
      [
        [1, 'a'],
        [2, 'c'],
      ],
      inOrder,
    );
    expect(comparison.diff?.firstDifference).toEqual({ row: 1, expected: [2, 'b'], actual: [2, 'c'] });
    expect(comparison.reason).toContain("row 2, column 2: expected 'b', got 'c'");
    expect(compare([[1], [2]], [[1]], inOrder).diff?.firstDifference).toEqual({
      row: 1,
      expected: [2],
      actual: null,
    });
  });

  it('says when only the order differs', () => {
    const comparison = compare([[1], [2], [3]], [[1], [3], [2]], inOrder);
    expect(comparison).toMatchObject({
      flags: ['order_only'],
      reason: 'the same rows in another order, from row 2 on',
    });
    expect(comparison.diff).toMatchObject({ missing: 0, extra: 0 });
  });

  it('keeps samples to 20 and counts exact', () => {
    const rows = (count: number, start: number) =>
      Array.from({ length: count }, (_, index) => [start + index]);
    const { diff } = compare(rows(500, 0), rows(300, 400), unordered);
    expect(diff).toMatchObject({ missing: 400, extra: 200 });
    expect(diff?.missingSample).toHaveLength(20);
    expect(diff?.extraSample).toHaveLength(20);
  });

  it('counts the fewest rows left over under a tolerance', () => {
    const doubles = (...values: number[]) => values.map((value) => [doubleCell(value)]);
    const { diff } = compare(doubles(0, 1, 2, 9), doubles(1, 2, 3, 5), within(1));
    expect(diff).toMatchObject({
      missing: 1,
      extra: 1,
      missingSample: [[doubleCell(9)]],
      extraSample: [[doubleCell(5)]],
    });
  });
});

const smallCells = fc.constantFrom<Cell>(
  0,
  1,
  true,
  1.005,
  1.01,
  decimalCell('1.01'),
  doubleCell(1),
  'a',
  null,
);
const smallTables = fc.integer({ min: 1, max: 3 }).chain((width) => {
  const rows = fc.array(fc.array(smallCells, { minLength: width, maxLength: width }), { maxLength: 5 });
  return fc.record({ width: fc.constant(width), expected: rows, actual: rows });
});
const optionSets = fc.record({
  order: fc.constantFrom('ordered' as const, 'ignore' as const),
  multiplicity: fc.constantFrom('multiset' as const, 'set' as const),
  alignment: fc.constantFrom('by_position' as const, 'by_value' as const),
  tolerance: fc.constantFrom(
    { absolute: 0, relative: 0 },
    { absolute: 0.005, relative: 0 },
    { absolute: 0, relative: 0.006 },
  ),
});

function reference(
  expected: readonly Row[],
  actual: readonly Row[],
  width: number,
  options: CompareOptions,
): boolean {
  const rule = { tolerance: prepareTolerance(options.tolerance!), match: 'values' as const };
  const orders =
    options.alignment === 'by_value' ? permutations(width) : [Array.from({ length: width }, (_, i) => i)];
  return orders.some((order) => {
    const rows = actual.map((row) => order.map((column) => row[column]!));
    if (options.order === 'ordered')
      return (
        expected.length === rows.length && expected.every((row, index) => rowAnswers(row, rows[index]!, rule))
      );
    return options.multiplicity === 'set'
      ? bruteForceCover(expected, rows, rule)
      : bruteForcePairing(expected, rows, rule);
  });
}

describe('compareRowSets: properties', () => {
  it('agrees with trying every pairing and every order of columns', () => {
    fc.assert(
      fc.property(smallTables, optionSets, ({ width, expected, actual }, options) => {
        const isEqual = reference(expected, actual, width, options);
        expect(compare(expected, actual, options).outcome).toBe(isEqual ? 'equal' : 'different');
      }),
      { numRuns: 3000 },
    );
  });

  it('is symmetric', () => {
    fc.assert(
      fc.property(smallTables, optionSets, ({ expected, actual }, options) => {
        expect(compare(actual, expected, options).outcome).toBe(compare(expected, actual, options).outcome);
      }),
      { numRuns: 500 },
    );
  });

  it('does not see the order of rows where it is ignored, nor of columns by value', () => {
    fc.assert(
      fc.property(
        smallTables,
        optionSets,
        fc.infiniteStream(fc.nat()),
        ({ width, expected, actual }, options, keys) => {
          const shuffled = <T>(items: readonly T[]): T[] =>
            items
              .map((item) => ({ item, key: keys.next().value as number }))
              .sort((a, b) => a.key - b.key)
              .map(({ item }) => item);
          const order = shuffled(Array.from({ length: width }, (_, column) => column));
          const { outcome } = compare(expected, actual, options);
          if (options.order === 'ignore')
            expect(compare(shuffled(expected), shuffled(actual), options).outcome).toBe(outcome);
          if (options.alignment === 'by_value') {
            const permuted = actual.map((row) => order.map((column) => row[column]!));
            expect(compare(expected, permuted, options).outcome).toBe(outcome);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('finds a hidden order of many columns of zeros and ones', () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat({ max: 0xffff })), (stream) => {
        const next = () => stream.next().value as number;
        const width = 20;
        const expected = Array.from({ length: 60 }, () => Array.from({ length: width }, () => next() % 2));
        const order = Array.from({ length: width }, (_, column) => ({ column, key: next() }))
          .sort((a, b) => a.key - b.key)
          .map(({ column }) => column);
        const actual = expected.map((row) => order.map((column) => row[column]!)).toReversed();
        expect(compare(expected, actual, byValue).outcome).toBe('equal');
        const changed = actual.with(3, actual[3]!.with(4, 1 - actual[3]![4]!));
        expect(compare(expected, changed, byValue).outcome).toBe('different');
      }),
      { numRuns: 40 },
    );
  });
});
