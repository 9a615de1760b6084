import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Cell, SqlassayError } from '../types/index.js';
import { cells, numberCells } from './arbitrary-cells.test-support.js';
import { cellsEqual } from './cells-equal.js';
import { cellsMatch, doubleOf } from './cells-match.js';
import { compareExact, exactDistance, exactOfCell, exactOfDecimal, exactOfDouble } from './exact-number.js';
import { decimalCell, doubleCell, intCell } from './number-cells.js';
import { exact } from './tolerance.js';

const within = (absolute: number | string, relative = 0) => ({ absolute, relative });

describe('cellsMatch', () => {
  it('is equality without a tolerance', () => {
    fc.assert(
      fc.property(cells, cells, (a, b) => {
        expect(cellsMatch(a, b, exact)).toBe(cellsEqual(a, b));
      }),
      { numRuns: 2000 },
    );
  });

  it('is symmetric, and holds for equal cells that are not booleans beside numbers', () => {
    fc.assert(
      fc.property(cells, cells, (a, b) => {
        expect(cellsMatch(a, b, within(1, 0.1))).toBe(cellsMatch(b, a, within(1, 0.1)));
        expect(cellsMatch(a, structuredClone(a), within(1, 0.1))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('agrees with exact arithmetic on numbers near the edge', () => {
    const nearEdge = fc.oneof(
      numberCells,
      fc.integer({ min: -3, max: 3 }).map((ulps) => doubleCell(1.5 + ulps * 2 ** -52)),
      fc
        .integer({ min: -3, max: 3 })
        .map((steps): Cell => ({ k: 'dec', u: 1_500_000_000n + BigInt(steps), s: 9 })),
    );
    fc.assert(
      fc.property(nearEdge, nearEdge, fc.constantFrom('0.5', '1.5', '1', '0.000000001'), (a, b, absolute) => {
        const [one, other] = [exactOfCell(a), exactOfCell(b)];
        fc.pre(one !== null && other !== null);
        const limit = exactOfDecimal(BigInt(Math.round(Number(absolute) * 1e9)), 9);
        const isDouble = doubleOf(a) !== null || doubleOf(b) !== null;
        const allowed = isDouble ? { n: limit.n * 1_000_001n, d: limit.d * 1_000_000n } : limit;
        expect(cellsMatch(a, b, within(absolute))).toBe(
          compareExact(exactDistance(one!, other!), allowed) <= 0,
        );
      }),
      { numRuns: 3000 },
    );
  });

  it('agrees with exact arithmetic on the relative rule', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
        fc.integer({ min: -12, max: 12 }),
        (base, steps) => {
          const near = base * (1 + steps * 1e-10);
          const distance = exactDistance(exactOfDouble(base), exactOfDouble(near));
          const larger = exactOfDouble(Math.max(Math.abs(base), Math.abs(near)));
          const isWithin = compareExact(distance, { n: larger.n, d: larger.d * 1_000_000_000n }) <= 0;
          expect(cellsMatch(doubleCell(base), doubleCell(near), within(0, 1e-9))).toBe(isWithin);
        },
      ),
      { numRuns: 1000 },
    );
  });

  it.each<[string, Cell, Cell, number | string, number, boolean]>([
    ['decimals exactly at the edge', decimalCell('2.50'), decimalCell('2.505'), 0.005, 0, true],
    ['decimals a hair beyond the edge', decimalCell('2.50'), decimalCell('2.5050001'), 0.005, 0, false],
    ['doubles at the edge as written', 0.7, 0.705, 0.005, 0, true],
    ['doubles beyond the allowance', 0.7, 0.70501, 0.005, 0, false],
    ['wide integers, with a tolerance below one', intCell(2n ** 62n), intCell(2n ** 62n + 1n), 0.5, 0, false],
    ['wide integers within one', intCell(2n ** 62n), intCell(2n ** 62n + 1n), 1, 0, true],
    ['doubles within the relative tolerance', 0.1 + 0.2, 0.3, 0, 1e-9, true],
    [
      'an integer beside a double: the relative tolerance is for doubles',
      1_000_000_000_000,
      1_000_000_000_000.5,
      0,
      1e-9,
      false,
    ],
    ['a decimal beside a double', decimalCell('0.3'), 0.3, 0, 1e-9, false],
    ['integral doubles', doubleCell(1e12), doubleCell(1e12 + 1), 0, 1e-9, true],
    ['the infinities', doubleCell(Number.POSITIVE_INFINITY), doubleCell(1e308), 1e300, 0.5, false],
    ['NaN and NaN', doubleCell(Number.NaN), doubleCell(Number.NaN), 1, 0, true],
    ['NaN and a number', doubleCell(Number.NaN), 1, 1, 0, false],
    ['booleans, however wide the tolerance', true, false, 5, 0, false],
    ['a boolean and its integer', true, 1, 0.5, 0, true],
    ['numbers inside lists', { k: 'list', v: [1.2, 'a'] }, { k: 'list', v: [1.201, 'a'] }, 0.01, 0, true],
    ['lists of different lengths', { k: 'list', v: [1.2] }, { k: 'list', v: [1.2, 1.2] }, 0.01, 0, false],
    ['the values of maps', { k: 'map', v: [['a', 1.2]] }, { k: 'map', v: [['a', 1.201]] }, 0.01, 0, true],
    ['but not their keys', { k: 'map', v: [[1.2, 1]] }, { k: 'map', v: [[1.201, 1]] }, 0.01, 0, false],
    ['numbers inside JSON', { k: 'json', v: '1.2' }, { k: 'json', v: '1.201' }, 0.01, 0, false],
    ['a number and a text', 1, '1', 1, 0, false],
  ])('%s', (_, a, b, absolute, relative, expected) => {
    expect(cellsMatch(a, b, within(absolute, relative))).toBe(expected);
  });

  it.each([
    [within(-1), 'tolerance.absolute'],
    [within(Number.NaN), 'tolerance.absolute'],
    [within('half'), 'tolerance.absolute'],
    [within(0, 1), 'tolerance.relative'],
    [within(0, Number.POSITIVE_INFINITY), 'tolerance.relative'],
  ])('refuses %o', (tolerance, where) => {
    const error = catchError(() => cellsMatch(1, 2, tolerance));
    expect(error).toMatchObject({ code: 'E_TOLERANCE', where });
  });
});

function catchError(action: () => unknown): SqlassayError {
  try {
    action();
  } catch (error) {
    if (SqlassayError.is(error)) return error;
  }
  throw new Error('nothing coded was thrown');
}
