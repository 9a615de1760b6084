import fc from 'fast-check';
import type { TypePool } from './pushdown-subjects.js';

/** Two queries over literals that may or may not have the same rows. */
export interface ResultPair {
  readonly expected: string;
  readonly actual: string;
  readonly tolerance: { readonly absolute: number; readonly relative: number };
  readonly matchKey?: readonly string[];
  readonly nullEquality?: 'equal' | 'distinct';
}

const names = ['a', 'b', 'c'];

const tolerances = fc.constantFrom(
  { absolute: 0, relative: 0 },
  { absolute: 1e-9, relative: 1e-9 },
  { absolute: 0, relative: 1e-9 },
  { absolute: 0.5, relative: 0 },
  { absolute: 1, relative: 1e-9 },
);

/** Pairs in which the second result is the first one with some columns of another type and some rows changed. */
export function resultPairs(pools: readonly TypePool[]): fc.Arbitrary<ResultPair> {
  const column = fc.record({
    expected: fc.constantFrom(...pools),
    // Mostly of the same type, so that rows can be equal.
    other: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...pools) },
    ),
  });
  return fc
    .array(column, { minLength: 1, maxLength: 3 })
    .chain((columns) => {
      const width = columns.length;
      const row = fc.array(fc.nat({ max: 40 }), { minLength: width, maxLength: width });
      return fc.record({
        columns: fc.constant(columns),
        rows: fc.array(row, { maxLength: 5 }),
        repeats: fc.array(fc.nat({ max: 4 }), { maxLength: 3 }),
        changes: fc.array(
          fc.record({
            row: fc.nat({ max: 7 }),
            column: fc.nat({ max: width - 1 }),
            value: fc.nat({ max: 40 }),
          }),
          { maxLength: 3 },
        ),
        dropped: fc.oneof(
          { weight: 5, arbitrary: fc.constant(false) },
          { weight: 1, arbitrary: fc.constant(true) },
        ),
        order: fc.shuffledSubarray([...columns.keys()], { minLength: width }),
        tolerance: tolerances,
      });
    })
    .map(({ columns, rows, repeats, changes, dropped, order, tolerance }) => {
      const expected = [...rows, ...repeats.flatMap((at) => (at < rows.length ? [rows[at]!] : []))];
      const actual = expected.map((row) => [...row]).reverse();
      for (const { row, column, value } of changes) if (row < actual.length) actual[row]![column] = value;
      if (dropped) actual.pop();
      const types = columns.map((column) => column.expected);
      const others = columns.map((column) => column.other ?? column.expected);
      return {
        expected: literalQuery(expected, types, [...types.keys()]),
        actual: literalQuery(actual, others, order),
        tolerance,
      };
    });
}

/** Pairs of results whose rows are told by column `a`, mostly different in each row. */
export function keyedPairs(pools: readonly TypePool[]): fc.Arbitrary<ResultPair> {
  return fc
    .tuple(fc.constantFrom(...pools), fc.constantFrom(...pools), fc.constantFrom(null, ...pools))
    .chain(([key, value, other]) => {
      const cells = fc.tuple(fc.nat({ max: 40 }), fc.nat({ max: 40 }));
      return fc.record({
        key: fc.constant(key),
        value: fc.constant(value),
        // Mostly of the same type, so that rows can be equal.
        other: fc.oneof(
          { weight: 3, arbitrary: fc.constant(value) },
          { weight: 1, arbitrary: fc.constant(other ?? value) },
        ),
        rows: fc.uniqueArray(cells, { selector: ([at]) => at % key.values.length, maxLength: 5 }),
        repeated: fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: cells }),
        added: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: cells }),
        changed: fc.oneof(
          { weight: 2, arbitrary: fc.constant(null) },
          { weight: 1, arbitrary: fc.nat({ max: 40 }) },
        ),
        tolerance: tolerances,
        nullEquality: fc.constantFrom('equal', 'distinct'),
      });
    })
    .map(({ key, value, other, rows, repeated, added, changed, tolerance, nullEquality }) => {
      const expected: number[][] = [...rows, ...(repeated === null ? [] : [repeated])].map((row) => [...row]);
      const actual = rows.map((row) => [...row]).reverse();
      if (changed !== null && actual.length > 0) actual[0]![1] = changed;
      if (added !== null) actual.push([...added]);
      return {
        expected: literalQuery(expected, [key, value], [0, 1]),
        actual: literalQuery(actual, [key, other], [1, 0]),
        tolerance,
        matchKey: ['a'],
        nullEquality,
      } as const;
    });
}

function literalQuery(
  rows: readonly (readonly number[])[],
  types: readonly TypePool[],
  order: readonly number[],
): string {
  const select = (row: readonly number[]): string =>
    `select ${order.map((at) => `${types[at]!.values[row[at]! % types[at]!.values.length]} as ${names[at]}`).join(', ')}`;
  if (rows.length === 0) return `select * from (${select(types.map(() => 0))}) empty where 1 = 0`;
  return rows.map(select).join('\nunion all ');
}
