import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Row } from '../types/index.js';
import { prepareTolerance } from '../values/index.js';
import { bruteForceMatching, bruteForcePairing, permutations } from './brute-force.test-support.js';
import { compareTied, type TieGroup } from './compare-tied.js';

const tolerance = { absolute: 1, relative: 0 };
const rule = { tolerance: prepareTolerance(tolerance), match: 'values' } as const;

const cell = fc.oneof(fc.integer({ min: 0, max: 4 }), fc.constant(null), fc.constantFrom('a', 'b'));
const rowOf = (width: number): fc.Arbitrary<Row> => fc.array(cell, { minLength: width, maxLength: width });

/** Groups as a result has them, of which only the first and the last may be cut, and rows that are often near them. */
const trial = fc.integer({ min: 1, max: 3 }).chain((width) =>
  fc
    .array(fc.array(rowOf(width), { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 })
    .chain((groups) =>
      fc
        .record({
          first: fc.integer({ min: 1, max: groups[0]!.length }),
          last: fc.integer({ min: 1, max: groups.at(-1)!.length }),
          order: fc.constantFrom(...permutations(width)),
          picks: fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
          swapped: fc.option(fc.tuple(fc.nat(), rowOf(width)), { nil: null, freq: 2 }),
          isShuffled: fc.boolean(),
        })
        .map(({ first, last, order, picks, swapped, isShuffled }) => {
          const tied: TieGroup[] = groups.map((rows, at) => ({
            rows,
            kept: at === groups.length - 1 ? last : at === 0 ? first : rows.length,
          }));
          let rows: Row[] = tied.flatMap(({ rows: all, kept }, at) =>
            [...all.keys()]
              .sort((a, b) => (picks[a + at]! % 7) - (picks[b + at]! % 7))
              .slice(0, kept)
              .map((index) => all[index]!),
          );
          if (isShuffled) rows = rows.toSorted((a, b) => JSON.stringify(a).length - JSON.stringify(b).length);
          rows = rows.map((row) => order.map((column) => row[column]!));
          if (swapped !== null) rows[swapped[0] % rows.length] = swapped[1];
          return { groups: tied, rows, width };
        }),
    ),
);

/** The definition: some order of the columns, and in each group a partner of its own for every row. */
function bruteForceOrdered(groups: readonly TieGroup[], rows: readonly Row[]): boolean {
  let next = 0;
  return groups.every(({ rows: candidates, kept }) => {
    const own = rows.slice(next, next + kept);
    next += kept;
    return own.length === kept && bruteForceMatching(candidates, own, rule) === kept;
  });
}

/** Tries every choice of the rows that are kept. */
function bruteForceUnordered(groups: readonly TieGroup[], rows: readonly Row[]): boolean {
  const choose = (at: number, chosen: readonly Row[]): boolean => {
    const group = groups[at];
    if (group === undefined) return bruteForcePairing(chosen, rows, rule);
    return subsets(group.rows, group.kept).some((some) => choose(at + 1, [...chosen, ...some]));
  };
  return choose(0, []);
}

function subsets(rows: readonly Row[], size: number): readonly (readonly Row[])[] {
  if (size === 0) return [[]];
  if (rows.length < size) return [];
  const [first, ...rest] = rows;
  return [...subsets(rest, size - 1).map((some) => [first!, ...some]), ...subsets(rest, size)];
}

const isCut = ({ rows, kept }: TieGroup): boolean => kept < rows.length;

describe('against every way to break the ties', () => {
  it('by position, in order', () => {
    fc.assert(
      fc.property(trial, ({ groups, rows }) => {
        const { outcome } = compareTied(groups, { rows }, { order: 'ordered', tolerance });
        expect(outcome).toBe(bruteForceOrdered(groups, rows) ? 'equal' : 'different');
      }),
      { numRuns: 2000 },
    );
  });

  it('by value, in order', () => {
    fc.assert(
      fc.property(trial, ({ groups, rows, width }) => {
        const found = permutations(width).some((order) =>
          bruteForceOrdered(
            groups,
            rows.map((row) => order.map((column) => row[column]!)),
          ),
        );
        const { outcome, columnMap } = compareTied(
          groups,
          { rows },
          { order: 'ordered', alignment: 'by_value', tolerance },
        );
        expect(outcome).toBe(found ? 'equal' : 'different');
        if (columnMap === undefined) return;
        const mapped = rows.map((row) => columnMap.map((column) => row[column]!));
        expect(bruteForceOrdered(groups, mapped)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('in any order', () => {
    fc.assert(
      fc.property(trial, ({ groups, rows }) => {
        const { outcome } = compareTied(groups, { rows }, { order: 'ignore', tolerance });
        if (groups.filter(isCut).length > 1) expect(outcome).toBe('inconclusive');
        else expect(outcome).toBe(bruteForceUnordered(groups, rows) ? 'equal' : 'different');
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the sides', () => {
  const groups: readonly TieGroup[] = [
    { rows: [[1, 'a']], kept: 1 },
    {
      rows: [
        [2, 'b'],
        [2, 'c'],
        [2, 'd'],
      ],
      kept: 2,
    },
  ];

  it('takes any rows of a group that is cut, once each', () => {
    const outcome = (rows: readonly Row[]) => compareTied(groups, { rows }, { order: 'ordered' }).outcome;
    expect(
      outcome([
        [1, 'a'],
        [2, 'd'],
        [2, 'b'],
      ]),
    ).toBe('equal');
    expect(
      outcome([
        [1, 'a'],
        [2, 'd'],
        [2, 'd'],
      ]),
    ).toBe('different');
    expect(
      outcome([
        [2, 'd'],
        [1, 'a'],
        [2, 'b'],
      ]),
    ).toBe('different');
    expect(
      outcome([
        [1, 'a'],
        [2, 'd'],
      ]),
    ).toBe('different');
    expect(outcome([[1], [2], [2]])).toBe('different');
  });

  it('needs one order of the columns for all groups', () => {
    const mixed: readonly Row[] = [
      ['a', 1],
      [2, 'd'],
      [2, 'b'],
    ];
    const turned: readonly Row[] = [
      ['a', 1],
      ['d', 2],
      ['b', 2],
    ];
    const read = (rows: readonly Row[]) =>
      compareTied(groups, { rows }, { order: 'ordered', alignment: 'by_value' });
    expect(read(mixed).outcome).toBe('different');
    expect(read(turned)).toMatchObject({ outcome: 'equal', flags: ['columns_permuted'], columnMap: [1, 0] });
  });

  it('decides nothing of a result that was cut at a cap, or without steps to search', () => {
    const rows: readonly Row[] = [
      [1, 'a'],
      [2, 'd'],
      [2, 'b'],
    ];
    expect(compareTied(groups, { rows, truncated: 'rows' }, { order: 'ordered' }).outcome).toBe(
      'inconclusive',
    );
    expect(compareTied(groups, { rows }, { order: 'ordered', budget: 1 })).toMatchObject({
      outcome: 'inconclusive',
      flags: ['search_budget'],
    });
  });
});
