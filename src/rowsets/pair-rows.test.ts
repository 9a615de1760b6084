import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Row } from '../types/index.js';
import { decimalCell, doubleCell, prepareTolerance } from '../values/index.js';
import { bruteForceCover, bruteForceMatching } from './brute-force.test-support.js';
import type { CellRule } from './cell-rule.js';
import { coverRows } from './cover-rows.js';
import { pairRows } from './pair-rows.js';
import type { CellMatching } from './row-comparison.js';
import { SearchBudget } from './search-budget.js';

// Few values, close to each other and of several types, so that chains, ties and edges are common.
const nearNumbers: fc.Arbitrary<Cell> = fc.constantFrom<Cell>(
  0,
  1,
  2,
  doubleCell(1),
  doubleCell(2),
  0.995,
  1.005,
  1.01,
  1.015,
  1.02,
  decimalCell('1.00'),
  decimalCell('1.01'),
  decimalCell('1.02'),
  decimalCell('0.99'),
  true,
  null,
);
const mixedCells: fc.Arbitrary<Cell> = fc.oneof(
  nearNumbers,
  fc.constantFrom<Cell>(
    '1',
    '1.01',
    '1.0',
    '01',
    'a',
    '2024',
    '2024-05',
    '2024-05-01',
    '2024-05-01 00:00:00',
    '2024-05-02',
  ),
  fc.constantFrom<Cell>(
    2024,
    { k: 'date', d: 19844 },
    { k: 'date', d: 19845 },
    { k: 'ts', ns: 19844n * 86_400_000_000_000n, p: 6, tz: false },
    { k: 'ts', ns: 19844n * 86_400_000_000_000n, p: 6, tz: true },
    { k: 'uuid', v: 'a' },
    { k: 'list', v: [1, 1.01] },
    { k: 'list', v: [1.005, 1.01] },
    { k: 'json', v: '1' },
  ),
);

const rules: fc.Arbitrary<CellRule> = fc
  .record({
    absolute: fc.constantFrom(0, 0.01, 0.005, 1),
    relative: fc.constantFrom(0, 1e-9, 0.006),
    match: fc.constantFrom<CellMatching>('values', 'text_forms', 'period_labels'),
    capped: fc.boolean(),
  })
  .map(({ absolute, relative, match, capped }) => ({
    tolerance: prepareTolerance({ absolute, relative }),
    match,
    ...(capped && { share: { n: 1n, d: 100n } }),
  }));

function tables(cells: fc.Arbitrary<Cell>, maximumRows: number) {
  return fc.integer({ min: 1, max: 3 }).chain((width) => {
    const rows = fc.array(fc.array(cells, { minLength: width, maxLength: width }), {
      maxLength: maximumRows,
    });
    return fc.record({ width: fc.constant(width), expected: rows, actual: rows });
  });
}

const columnsOf = (width: number) => Array.from({ length: width }, (_, column) => [column, column] as const);
const plenty = () => new SearchBudget(1e9);

describe.each([
  ['numbers close together', nearNumbers],
  ['cells of all kinds', mixedCells],
])('pairRows on %s', (_, cells) => {
  it('leaves as few rows over as the best of all pairings', () => {
    fc.assert(
      fc.property(tables(cells, 6), rules, ({ width, expected, actual }, rule) => {
        const pairing = pairRows(expected, actual, columnsOf(width), rule, plenty());
        const matched = bruteForceMatching(expected, actual, rule);
        expect(pairing.unmatched!.expected).toHaveLength(expected.length - matched);
        expect(pairing.unmatched!.actual).toHaveLength(actual.length - matched);
        expect(pairing.isPerfect).toBe(matched === expected.length && matched === actual.length);
      }),
      { numRuns: 1500 },
    );
  });

  it('covers sets as the definition does', () => {
    fc.assert(
      fc.property(tables(cells, 6), rules, ({ width, expected, actual }, rule) => {
        const pairing = coverRows(expected, actual, columnsOf(width), rule, plenty());
        expect(pairing.isPerfect).toBe(bruteForceCover(expected, actual, rule));
      }),
      { numRuns: 1500 },
    );
  });
});

describe('pairRows on large groups', () => {
  const rule: CellRule = { tolerance: prepareTolerance({ absolute: 0.01, relative: 0 }), match: 'values' };

  it('finds the pairing that a shuffle within the tolerance hides', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const random = generator(seed);
        const expected: Row[] = Array.from({ length: 400 }, () => [
          random() * 0.2 + 0.5,
          random() * 0.2 + 0.5,
        ]);
        const actual = expected.map((row) => row.map((cell) => (cell as number) + (random() - 0.5) * 0.019));
        actual.reverse();
        expect(pairRows(expected, actual, columnsOf(2), rule, plenty()).isPerfect).toBe(true);
        const moved = actual.with(7, [0.1, 0.1]);
        const pairing = pairRows(expected, moved, columnsOf(2), rule, plenty());
        expect(pairing.unmatched!.actual).toHaveLength(1);
        expect(pairing.unmatched!.actual).toContain(7);
      }),
      { numRuns: 15 },
    );
  });

  it('agrees with the small search when groups are just too large for it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e9 }), (seed) => {
        const random = generator(seed);
        const value = (): Cell => 1 + Math.floor(random() * 12) / 250 + 1 / 1024;
        const expected: Row[] = Array.from({ length: 31 }, () => [value(), value()]);
        const actual: Row[] = Array.from({ length: 31 }, () => [value(), value()]);
        const whole = pairRows(expected, actual, columnsOf(2), rule, plenty());
        expect(whole.unmatched!.expected.length).toBe(31 - augmentingPaths(expected, actual, rule));
      }),
      { numRuns: 100 },
    );
  });

  it('gives up when the budget is spent', () => {
    const random = generator(5);
    const rows = (): Row[] =>
      Array.from({ length: 300 }, () => [random() * 0.02 + 0.5, random() * 0.02 + 0.5]);
    expect(() => pairRows(rows(), rows(), columnsOf(2), rule, new SearchBudget(1000))).toThrow();
  });
});

/** A plain textbook matching, as an independent second opinion. */
function augmentingPaths(expected: readonly Row[], actual: readonly Row[], rule: CellRule): number {
  const near = (a: Cell, b: Cell): boolean => Math.abs((a as number) - (b as number)) <= 0.01 + 1e-8;
  expect(rule.tolerance.near.absolute).toBe(0.01);
  const partner = new Map<number, number>();
  const augment = (one: number, seen: Set<number>): boolean =>
    actual.some((row, other) => {
      if (seen.has(other) || !expected[one]!.every((cell, column) => near(cell, row[column]!))) return false;
      seen.add(other);
      if (partner.has(other) && !augment(partner.get(other)!, seen)) return false;
      partner.set(other, one);
      return true;
    });
  return expected.filter((_, one) => augment(one, new Set())).length;
}

function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}
