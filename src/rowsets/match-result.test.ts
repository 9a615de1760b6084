import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Row } from '../types/index.js';
import {
  cellFromPlain,
  cellKey,
  decimalCell,
  doubleCell,
  intCell,
  plainFromCell,
  prepareTolerance,
} from '../values/index.js';
import { bruteForcePairing, permutations, rowAnswers } from './brute-force.test-support.js';
import type { CellRule } from './cell-rule.js';
import { matchResult } from './match-result.js';

const read = (expected: readonly Row[], actual: readonly Row[], orderMatters = false) => {
  const { strict, lenient, flags } = matchResult({ rows: expected }, { rows: actual }, { orderMatters });
  return { strict: strict.outcome, lenient, flags };
};
const day: Cell = { k: 'date', d: 19_844 };
const midnight: Cell = { k: 'ts', ns: 19_844n * 86_400_000_000_000n, p: 6, tz: false };
const noon: Cell = { k: 'ts', ns: (19_844n * 24n + 12n) * 3_600_000_000_000n, p: 6, tz: false };
const instant: Cell = { ...(noon as Extract<Cell, { k: 'ts' }>), tz: true };

describe('matchResult: one cell', () => {
  it.each<[string, Cell, Cell, boolean, boolean]>([
    ['half a cent, inclusive', decimalCell('4.10'), decimalCell('4.105'), true, true],
    ['more than half a cent', decimalCell('4.10'), decimalCell('4.1051'), false, false],
    ['a number and the text that spells it', 12, '12', true, true],
    ['a text that spells a number and the number', '12.50', 12.5, true, true],
    ['a spelled number within the tolerance', '12.50', 12.504, true, true],
    ['leading zeros are data', '00713', 713, false, false],
    ['two texts are never numbers', '12.50', '12.5', false, false],
    [
      'long digits are exact',
      '7701200340000000000000000000000099',
      '7701200340000000000000000000000098',
      false,
      false,
    ],
    ['a wide integer and its text', intCell(10n ** 30n), `${10n ** 30n}`, true, true],
    ['a boolean and its integer', true, 1, true, true],
    ['a label chosen by the model is not a boolean', 1, 'Yes', false, false],
    ['case counts', 'MIT-0', 'mit-0', false, false],
    ['a trailing space counts', 'Oslo', 'Oslo ', false, false],
    ['a blob is not its text', 'ok', { k: 'blob', v: new Uint8Array([111, 107]) }, false, false],
    ['a date and its ISO text', day, '2024-05-01', true, true],
    ['an ISO text and its timestamp', '2024-05-01T12:00:00', noon, true, true],
    ['an ISO text with an offset and its instant', '2024-05-01 14:00:00+02:00', instant, true, true],
    ['a text without an offset is no instant', '2024-05-01 12:00:00', instant, false, false],
    ['another way to write a date', '1991-06-07', '07/06/1991', false, false],
    ['a date and its midnight', day, midnight, false, true],
    ['the text of a date and its midnight', '2024-05-01', midnight, false, true],
    ['a midnight is no label', midnight, day, false, false],
    ['a month and a date in it', '2024-05', day, false, true],
    ['a month and the text of a date in it', '2024-05', '2024-05-01', false, true],
    ['a month and a timestamp in it', '2024-05', noon, false, true],
    ['a year and a month in it', '2024', '2024-05', false, true],
    ['a year and its number', '2024', 2024, true, true],
    ['a number is never a label', 2024, '2024-05', false, false],
    ['only the expected side may be shorter', '2024-05-01', '2024-05', false, false],
    ['a label ends where a component ends', '2024-0', '2024-05', false, false],
    ['a year and a longer number', '2024', '20245', false, false],
    ['another month', '2024-06', day, false, false],
    ['JSON and its text, by value', '{"a": [1.0], "b": 2}', { k: 'json', v: '{"b":2,"a":[1]}' }, true, true],
    ['a UUID and its text', '0a1b', { k: 'uuid', v: '0a1b' }, true, true],
    [
      'a list from a file',
      { k: 'list', v: ['1.5', '2024-05-01'] },
      { k: 'list', v: [decimalCell('1.50'), day] },
      true,
      true,
    ],
    ['a list with another order', { k: 'list', v: [1, 2] }, { k: 'list', v: [2, 1] }, false, false],
  ])('%s', (_, expected, actual, strict, lenient) => {
    expect(read([[expected]], [[actual]])).toMatchObject({ strict: strict ? 'equal' : 'different', lenient });
  });

  it('matches every cell with the form it is written in to a file and read back from', () => {
    const written: Cell[] = [
      null,
      true,
      3,
      0.1,
      'text',
      '007',
      decimalCell('-1.10'),
      intCell(-(2n ** 70n)),
      doubleCell(-0),
      doubleCell(1e300),
      doubleCell(Number.NaN),
      doubleCell(Number.POSITIVE_INFINITY),
      day,
      midnight,
      noon,
      instant,
      { k: 'date', d: 'inf' },
      { k: 'date', d: -800_000 },
      { k: 'date', d: 4_000_000 },
      { k: 'ts', ns: '-inf', p: 6, tz: false },
      { k: 'ts', ns: -1n, p: 9, tz: true },
      { k: 'time', ns: 1n },
      { k: 'time', ns: 1n, off: -19_800 },
      { k: 'ivl', mo: 1, d: 2, ns: 3n },
      { k: 'json', v: '{"b":1.0}' },
      { k: 'uuid', v: 'A-1' },
      { k: 'bits', v: '101' },
      { k: 'enum', v: 'red' },
      { k: 'other', v: '(1,2)', t: 'POINT' },
      { k: 'blob', v: new Uint8Array([1, 255]) },
      { k: 'text', v: '\ufffd', raw: new Uint8Array([254]) },
      { k: 'list', v: [1, 'a', day, { k: 'list', v: [] }] },
      {
        k: 'struct',
        v: [
          ['a', decimalCell('1.5')],
          ['b', null],
        ],
      },
      {
        k: 'map',
        v: [
          ['k', day],
          ['l', 2],
        ],
      },
    ];
    for (const cell of written) {
      const back = cellFromPlain(JSON.parse(JSON.stringify(plainFromCell(cell))));
      expect({ cell, ...read([[back]], [[cell]]) }).toMatchObject({ cell, strict: 'equal', lenient: true });
    }
    const rows = written.map((cell) => [cell]);
    const golds = rows.map((row) => row.map((cell) => cellFromPlain(plainFromCell(cell))));
    expect(read(golds, rows.toReversed())).toMatchObject({ strict: 'equal', lenient: true });
  });
});

describe('matchResult: rows and columns', () => {
  const people: readonly Row[] = [
    ['Ada', 36],
    ['Bo', 41],
  ];

  it('accepts an additional column leniently, in whatever place', () => {
    const wider = [
      ['x', 36, 'Ada'],
      ['y', 41, 'Bo'],
    ];
    expect(read(people, wider)).toMatchObject({ strict: 'different', lenient: true });
    expect(matchResult({ rows: people }, { rows: wider }, { orderMatters: false }).lenientColumns).toEqual([
      2, 1,
    ]);
  });

  it('wants whole rows to line up, not columns apart', () => {
    expect(
      read(people, [
        ['Ada', 41, 1],
        ['Bo', 36, 2],
      ]),
    ).toMatchObject({ lenient: false });
  });

  it('accepts at most twice as many columns, or two more', () => {
    const padded = (count: number) =>
      people.map((row, index) => [...row, ...Array.from({ length: count }, (_, c) => `${c}${index}`)]);
    expect(read(people, padded(2)).lenient).toBe(true);
    expect(read(people, padded(3)).lenient).toBe(false);
    const names = people.map((row) => row.slice(0, 1));
    const wide = (count: number) =>
      names.map((row, index) => [...row, ...Array.from({ length: count }, (_, c) => `${c}${index}`)]);
    expect(read(names, wide(2)).lenient).toBe(true);
    expect(read(names, wide(3)).lenient).toBe(false);
  });

  it('gives each expected column a column of its own', () => {
    expect(
      read(
        [
          [1, 1],
          [2, 2],
        ],
        [
          [1, 8],
          [2, 9],
        ],
      ).lenient,
    ).toBe(false);
    expect(
      read(
        [
          [1, 1],
          [2, 2],
        ],
        [
          ['p', 1, 1],
          ['q', 2, 2],
        ],
      ).lenient,
    ).toBe(true);
  });

  it('lets no constant column answer when there is more than one row', () => {
    const expected = [
      ['a', 1],
      ['b', 1],
    ];
    expect(
      read(expected, [
        [1, 'a', 5],
        [1, 'b', 6],
      ]).lenient,
    ).toBe(false);
    expect(read(expected, expected)).toMatchObject({ strict: 'equal', lenient: true });
    expect(read([['a', 1]], [[1, 'a', 5]]).lenient).toBe(true);
  });

  it('wants the same number of rows', () => {
    expect(read(people, [...people, ['Cy', 9]]).lenient).toBe(false);
    expect(read([], [])).toMatchObject({ strict: 'equal', lenient: true, flags: ['empty_both'] });
  });

  it('wants the order only when it matters', () => {
    const turned = people.map((row) => [...row].reverse().concat(row)).reverse();
    expect(read(people, people.toReversed())).toMatchObject({ strict: 'equal' });
    expect(read(people, people.toReversed(), true)).toMatchObject({ strict: 'different', lenient: false });
    expect(read(people, turned).lenient).toBe(true);
    expect(read(people, turned, true).lenient).toBe(false);
    expect(read(people, turned.toReversed(), true).lenient).toBe(true);
  });

  it('decides nothing about rows that were cut, but that there are too many', () => {
    const reading = (rows: readonly Row[]) =>
      matchResult({ rows: people }, { rows, truncated: 'rows' }, { orderMatters: false });
    expect(reading(people)).toMatchObject({ strict: { outcome: 'inconclusive' }, lenient: null });
    expect(reading([...people, ...people])).toMatchObject({
      strict: { outcome: 'different' },
      lenient: false,
    });
  });

  it('is undecided when the search takes too long', () => {
    const rows = Array.from({ length: 50 }, (_, index) => [index, index % 7, 'x']);
    const shifted = rows.map((row) => ['y', row[1]!, row[0]!]);
    const reading = matchResult({ rows }, { rows: shifted }, { orderMatters: false, budget: 10 });
    expect(reading).toMatchObject({ strict: { outcome: 'different' }, lenient: null });
  });

  it('flags passes that need the tolerance for more than 1%', () => {
    expect(read([[0.001]], [[0.004]]).flags).toEqual(['tolerance_decisive']);
    expect(read([[0]], [[0.004]]).flags).toEqual(['tolerance_decisive']);
    expect(read([['0.001']], [[0.004]]).flags).toEqual(['tolerance_decisive']);
    expect(read([[0.001]], [[0.004]], true).flags).toEqual(['tolerance_decisive']);
    expect(read([[100]], [[100.004]]).flags).toEqual([]);
    expect(read([[0.001], [0.004]], [[0.004], [0.001]]).flags).toEqual([]);
  });
});

describe('matchResult: properties', () => {
  const cells = fc.constantFrom<Cell>(
    1,
    1.004,
    2,
    '1',
    'a',
    null,
    true,
    '2024',
    '2024-05',
    '2024-05-01',
    2024,
    day,
    midnight,
    decimalCell('1.00'),
  );
  const sides = fc
    .record({ width: fc.integer({ min: 1, max: 2 }), extra: fc.integer({ min: 0, max: 2 }) })
    .chain(({ width, extra }) => {
      const rows = (count: number) =>
        fc.array(fc.array(cells, { minLength: count, maxLength: count }), { minLength: 0, maxLength: 4 });
      return fc.record({
        width: fc.constant(width),
        all: fc.constant(width + extra),
        expected: rows(width),
        actual: rows(width + extra),
      });
    });

  it('reads as trying every choice of columns and every pairing does', () => {
    fc.assert(
      fc.property(sides, fc.boolean(), ({ width, all, expected, actual }, orderMatters) => {
        const tolerance = prepareTolerance({ absolute: 0.005, relative: 0 });
        const matches = (rows: readonly Row[], rule: CellRule) =>
          orderMatters
            ? rows.length === expected.length &&
              expected.every((row, index) => rowAnswers(row, rows[index]!, rule))
            : bruteForcePairing(expected, rows, rule);
        const isStrict = width === all && matches(actual, { tolerance, match: 'text_forms' });
        const constant = (column: number) =>
          actual.length > 1 && new Set(actual.map((row) => cellKey(row[column]!))).size === 1;
        const choices = permutations(all).map((order) => order.slice(0, width));
        const isLenient =
          isStrict ||
          choices.some(
            (choice) =>
              !choice.some(constant) &&
              matches(
                actual.map((row) => choice.map((column) => row[column]!)),
                { tolerance, match: 'period_labels' },
              ),
          );
        const columns = (count: number) =>
          Array.from({ length: count }, (_, index) => ({ name: `c${index}` }));
        const reading = matchResult(
          { columns: columns(width), rows: expected },
          { columns: columns(all), rows: actual },
          { orderMatters },
        );
        expect(reading.strict.outcome).toBe(isStrict ? 'equal' : 'different');
        expect(reading.lenient).toBe(isLenient);
      }),
      { numRuns: 3000 },
    );
  });
});
