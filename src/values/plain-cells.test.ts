import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../types/index.js';
import { cells, numberCells } from './arbitrary-cells.test-support.js';
import { cellsEqual } from './cells-equal.js';
import { decimalCell, doubleCell, intCell } from './number-cells.js';
import { cellFromPlain, type PlainValue, plainFromCell } from './plain-cells.js';
import { spelledNumber } from './spelled-number.js';

class Point {
  x = 1;
}

describe('cellFromPlain', () => {
  it.each<[string, unknown, Cell]>([
    ['undefined', undefined, null],
    ['an integral number', 3, 3],
    ['a fraction', 0.5, 0.5],
    ['minus zero', -0, { k: 'f64', v: -0 }],
    ['a number beyond 2^53', 2 ** 60, { k: 'f64', v: 2 ** 60 }],
    ['a small bigint', 5n, 5],
    ['a wide bigint', 2n ** 60n, { k: 'int', v: 2n ** 60n }],
    ['a Date', new Date('1970-01-01T00:00:01.5Z'), { k: 'ts', ns: 1_500_000_000n, p: 3, tz: true }],
    ['bytes', Buffer.from([1, 2]), { k: 'blob', v: new Uint8Array([1, 2]) }],
    ['an array', [1, undefined], { k: 'list', v: [1, null] }],
    [
      'an object',
      { a: 1, b: [true] },
      {
        k: 'struct',
        v: [
          ['a', 1],
          ['b', { k: 'list', v: [true] }],
        ],
      },
    ],
    [
      'an object without prototype',
      Object.assign(Object.create(null), { a: 1 }),
      { k: 'struct', v: [['a', 1]] },
    ],
  ])('takes %s', (_, value, cell) => {
    expect(cellFromPlain(value)).toStrictEqual(cell);
  });

  const cycle: unknown[] = [];
  cycle.push(cycle);
  it.each([
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['an invalid Date', new Date(Number.NaN)],
    ['an instance of a class', new Point()],
    ['a Map', new Map()],
    ['a cycle', cycle],
  ])('refuses %s', (_, value) => {
    expect(() => cellFromPlain(value)).toThrowError(expect.objectContaining({ code: 'E_VALUE_INVALID' }));
  });
});

describe('plainFromCell', () => {
  it('gives what JSON holds without change', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        const plain = plainFromCell(cell);
        expect(JSON.parse(JSON.stringify(plain))).toStrictEqual(plain);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the exact value of every number', () => {
    fc.assert(
      fc.property(numberCells, (cell) => {
        const plain = plainFromCell(cell);
        const back = typeof plain === 'string' ? decimalCell(plain) : cellFromPlain(plain);
        expect(cellsEqual(back, cell)).toBe(true);
      }),
    );
  });

  it.each<[Cell, PlainValue]>([
    [decimalCell('1.10'), '1.10'],
    [intCell(2n ** 60n), '1152921504606846976'],
    [doubleCell(4), 4],
    [doubleCell(Number.NaN), 'NaN'],
    [{ k: 'date', d: 0 }, '1970-01-01'],
    [{ k: 'ts', ns: 500_000_000n, p: 3, tz: true }, '1970-01-01 00:00:00.5+00:00'],
    [{ k: 'blob', v: new Uint8Array([255]) }, '\\xff'],
    [{ k: 'text', v: '\ufffd', raw: new Uint8Array([255]) }, '\\xff'],
    [{ k: 'struct', v: [['__proto__', 1]] }, JSON.parse('{"__proto__":1}') as PlainValue],
  ])('writes %o as %o', (cell, plain) => {
    expect(plainFromCell(cell)).toStrictEqual(plain);
  });
});

describe('number cells', () => {
  it('share one object per small integral double', () => {
    expect(doubleCell(7)).toBe(doubleCell(7));
  });

  it.each(['', '-', '1.2.3', '0x10', '1,5', ' 1', '1e99999'])('decimalCell refuses %j', (text) => {
    expect(() => decimalCell(text)).toThrowError(expect.objectContaining({ code: 'E_VALUE_INVALID' }));
  });

  it('intCell refuses numbers that are not exact integers', () => {
    for (const value of [0.5, 2 ** 53, Number.NaN])
      expect(() => intCell(value)).toThrowError(expect.objectContaining({ code: 'E_VALUE_INVALID' }));
  });

  it('decimalCell reads signs, exponents and special values', () => {
    expect(decimalCell('-1.50e1')).toEqual({ k: 'dec', u: -150n, s: 1 });
    expect(decimalCell('2e3')).toEqual({ k: 'dec', u: 2000n, s: 0 });
    expect(decimalCell('NaN')).toEqual({ k: 'f64', v: Number.NaN });
  });
});

describe('spelledNumber', () => {
  it.each([
    ['0', 0n, 1n],
    ['-12', -12n, 1n],
    ['0.50', 50n, 100n],
    ['12345678901234567890.1', 123456789012345678901n, 10n],
  ])('reads %s', (text, n, d) => {
    expect(spelledNumber(text)).toEqual({ n, d });
  });

  it.each(['', '00501', '01', '1 ', ' 1', '+1', '1e5', '.5', '5.', '1,000', '1_000', '0x1', 'NaN', '١'])(
    'takes %j for text',
    (text) => {
      expect(spelledNumber(text)).toBeNull();
    },
  );
});
