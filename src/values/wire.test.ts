import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../types/index.js';
import { cells } from './arbitrary-cells.test-support.js';
import { decodeCell, decodeRows, encodeCell, encodeRows } from './wire.js';

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

describe('the wire form', () => {
  it('loses nothing of any cell', () => {
    fc.assert(
      fc.property(cells, (cell) => {
        expect(decodeCell(throughJson(encodeCell(cell)))).toStrictEqual(cell);
      }),
      { numRuns: 3000 },
    );
  });

  it('loses nothing of rows', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cells, { maxLength: 4 }), { maxLength: 4 }), (rows) => {
        expect(decodeRows(throughJson(encodeRows(rows)))).toStrictEqual(rows);
      }),
    );
  });

  it('leaves text, numbers, booleans and null as they are', () => {
    const row = ['a', 1, 0.5, true, null];
    expect(encodeRows([row])[0]).toBe(row);
    expect(decodeRows([row])[0]).toBe(row);
  });

  it('keeps numbers that JSON would change, tagged or not', () => {
    const numbers: Cell[] = [-0, Number.NaN, Number.POSITIVE_INFINITY];
    expect(throughJson(encodeRows([numbers]))).toEqual([[{ f: '-0' }, { f: 'NaN' }, { f: 'Infinity' }]]);
  });

  it.each([
    [{}],
    [{ q: 1 }],
    [{ i: '1x' }],
    [{ i: 5 }],
    [{ d: '1' }],
    [{ l: 'x' }],
    [{ S: [['a']] }],
    [{ constructor: 1 }],
    [{ __proto__: null, toString: 1 }],
  ])('refuses %o', (wire) => {
    expect(() => decodeCell(wire)).toThrowError(expect.objectContaining({ code: 'E_VALUE_WIRE' }));
  });
});
