import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../types/index.js';
import { cells, numberCells } from './arbitrary-cells.test-support.js';
import { cellKey } from './cell-key.js';
import { cellsEqual } from './cells-equal.js';
import { compareExact, exactOfCell } from './exact-number.js';
import { decimalCell, doubleCell, intCell } from './number-cells.js';

describe('cellsEqual and cellKey', () => {
  it('agree on cells of every kind', () => {
    fc.assert(
      fc.property(cells, cells, (a, b) => {
        expect(cellKey(a) === cellKey(b)).toBe(cellsEqual(a, b));
      }),
      { numRuns: 3000 },
    );
  });

  it('call numbers equal exactly when their rational values are', () => {
    fc.assert(
      fc.property(numberCells, numberCells, (a, b) => {
        const [one, other] = [exactOfCell(a), exactOfCell(b)];
        const isSame =
          one === null || other === null ? Object.is(bare(a), bare(b)) : compareExact(one, other) === 0;
        expect(cellsEqual(a, b)).toBe(isSame);
      }),
      { numRuns: 3000 },
    );
  });

  it('are reflexive and symmetric', () => {
    fc.assert(
      fc.property(cells, cells, (a, b) => {
        expect(cellsEqual(a, structuredClone(a))).toBe(true);
        expect(cellsEqual(a, b)).toBe(cellsEqual(b, a));
      }),
    );
  });
});

function bare(cell: Cell): unknown {
  return typeof cell === 'object' && cell !== null && cell.k === 'f64' ? cell.v : cell;
}

const day = { k: 'date', d: 20_000 } as const;
const midnight = { k: 'ts', ns: 20_000n * 86_400_000_000_000n, p: 6, tz: false } as const;
const list = (...v: Cell[]): Cell => ({ k: 'list', v });
const blob = (...v: number[]): Cell => ({ k: 'blob', v: new Uint8Array(v) });
const json = (v: string): Cell => ({ k: 'json', v });

describe('cellsEqual', () => {
  it.each<[string, Cell, Cell]>([
    ['1, 1.0 and 1.00', 1, decimalCell('1.00')],
    ['an integer and the double of its value', 7, doubleCell(7)],
    ['a decimal and the double that is exactly it', decimalCell('0.50'), 0.5],
    ['a wide integer and a decimal', intCell(2n ** 70n), decimalCell(`${2n ** 70n}.0`)],
    ['minus zero and zero', doubleCell(-0), 0],
    ['NaN and NaN', doubleCell(Number.NaN), doubleCell(Number.NaN)],
    ['true and 1', true, 1],
    ['false and 0.0', false, decimalCell('0.0')],
    ['NULL and NULL', null, null],
    ['an enum value and its text', { k: 'enum', v: 'red' }, 'red'],
    ['timestamps of different precision', midnight, { ...midnight, p: 3 }],
    ['UUIDs in different case', { k: 'uuid', v: 'A0-B' }, { k: 'uuid', v: 'a0-b' }],
    ['JSON objects with keys in another order', json('{"x":1,"y":[1.0]}'), json('{ "y": [1], "x": 1e0 }')],
    ['JSON texts with other escapes', json('"\\u00e9"'), json('"é"')],
    ['lists of equal elements', list(1, null, 'a'), list(true, null, 'a')],
    [
      'maps with entries in another order',
      {
        k: 'map',
        v: [
          ['a', 1],
          ['b', 2],
        ],
      },
      {
        k: 'map',
        v: [
          ['b', 2],
          ['a', 1],
        ],
      },
    ],
  ])('%s are equal', (_, a, b) => {
    expect(cellsEqual(a, b)).toBe(true);
  });

  it.each<[string, Cell, Cell]>([
    ['neighbouring integers beyond 2^53', intCell(9007199254740995n), intCell(9007199254740996n)],
    [
      'decimals a double cannot tell apart',
      decimalCell('98765432109876543.21'),
      decimalCell('98765432109876543.22'),
    ],
    ['the decimal 0.1 and the double nearest to it', decimalCell('0.1'), 0.1],
    ['the sum of 0.1 and 0.2, and 0.3', 0.1 + 0.2, 0.3],
    ['NaN and NULL', doubleCell(Number.NaN), null],
    ['the infinities', doubleCell(Number.POSITIVE_INFINITY), doubleCell(Number.NEGATIVE_INFINITY)],
    ['a number and its text', 1, '1'],
    ['a boolean and its text', true, 'true'],
    ['NULL and the empty text', null, ''],
    ['NULL and the text NULL', null, 'NULL'],
    ['texts that differ in case', 'Hamburg', 'hamburg'],
    ['texts that differ in a trailing space', 'Hamburg', 'Hamburg '],
    ['a precomposed and a combining letter', 'é', 'e\u0301'],
    ['a blob and the text of its bytes', blob(111, 107), 'ok'],
    ['blobs with a byte more', blob(1), blob(1, 0)],
    ['broken texts that look alike', broken(0xff), broken(0xfe)],
    ['lists in another order', list('x', 'y'), list('y', 'x')],
    ['a list and a longer one', list(1), list(1, null)],
    ['a date and its midnight', day, midnight],
    ['a wall-clock time and an instant', midnight, { ...midnight, tz: true }],
    ['a date and its text', day, '2024-10-04'],
    ['a month and thirty days', { k: 'ivl', mo: 1, d: 0, ns: 0n }, { k: 'ivl', mo: 0, d: 30, ns: 0n }],
    ['JSON and its text', json('1'), '1'],
    ['JSON integers a double cannot tell apart', json('9007199254740993'), json('9007199254740992')],
    ['structs with other names', { k: 'struct', v: [['a', 1]] }, { k: 'struct', v: [['b', 1]] }],
  ])('%s differ', (_, a, b) => {
    expect(cellsEqual(a, b)).toBe(false);
  });
});

function broken(byte: number): Cell {
  return { k: 'text', v: 'a\ufffd', raw: new Uint8Array([97, byte]) };
}
