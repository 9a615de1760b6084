import { describe, expect, it } from 'vitest';
import type { Cell } from '../../types/index.js';
import { decimalCell, doubleCell, intCell, parseDate, parseTimestamp } from '../../values/index.js';
import { readYaml } from '../yaml/yaml-source.js';
import { cellText } from './cell-text.js';

function readBack(cell: Cell): unknown {
  const { source, problems } = readYaml('f', `rows: [[${cellText(cell)}]]`);
  expect(problems).toEqual([]);
  return (source.value as { rows: unknown[][] }).rows[0]?.[0];
}

describe('cellText', () => {
  it.each<[Cell, string]>([
    [null, 'null'],
    [true, 'true'],
    ['null', '"null"'],
    ['12', '"12"'],
    ['a\nb\u00a0\u200bc', '"a\\nb\u00a0\\u200bc"'],
    [1, '1'],
    [1.5, '1.5'],
    [1e-7, '1e-7'],
    [intCell(2n ** 64n), '18446744073709551616'],
    [doubleCell(1), '1.0'],
    [doubleCell(-0), '-0.0'],
    [doubleCell(1e21), '1e+21'],
    [doubleCell(Number.NaN), '.nan'],
    [doubleCell(Number.NEGATIVE_INFINITY), '-.inf'],
    [{ k: 'blob', v: new Uint8Array([0, 255]) }, '!!binary "AP8="'],
    [{ k: 'uuid', v: 'f47a' }, '!uuid "f47a"'],
    [{ k: 'json', v: '{"a": 1}' }, '!json "{\\"a\\": 1}"'],
    [{ k: 'time', ns: 1_000_000_000n }, '!time "00:00:01"'],
    [{ k: 'date', d: 'inf' }, '!date "infinity"'],
    [{ k: 'list', v: [1, decimalCell('1.5')] }, '[1, !cell "{\\"d\\":\\"15\\",\\"s\\":1}"]'],
    [{ k: 'struct', v: [['a b', parseDate('2024-05-01')]] }, '{"a b": !date "2024-05-01"}'],
    [
      {
        k: 'struct',
        v: [
          ['a', 1],
          ['a', 2],
        ],
      },
      '!cell "{\\"S\\":[[\\"a\\",1],[\\"a\\",2]]}"',
    ],
    [{ k: 'map', v: [[1, 'x']] }, '!cell "{\\"m\\":[[1,\\"x\\"]]}"'],
    [
      { k: 'text', v: '\ufffd', raw: new Uint8Array([255]) },
      '!cell "{\\"x\\":\\"/w==\\",\\"v\\":\\"\ufffd\\"}"',
    ],
    [{ k: 'ivl', mo: 1, d: 2, ns: 3n }, '!cell "{\\"I\\":[1,2,\\"3\\"]}"'],
  ])('writes %o, and reads the very same back', (cell, text) => {
    expect(cellText(cell)).toBe(text);
    expect(readBack(cell)).toEqual(cell);
  });

  it.each<[Cell, string]>([
    [decimalCell('12.50'), '12.50'],
    [decimalCell('-0.5'), '-0.5'],
    [parseDate('2024-05-01'), '2024-05-01'],
    [parseTimestamp('2024-05-01 12:30:00.25'), '2024-05-01 12:30:00.25'],
    [{ k: 'enum', v: 'sad' }, 'sad'],
  ])('writes %o as the text by which it is matched', (cell, text) => {
    expect(readBack(cell)).toBe(text);
  });

  it('writes decimals without a fraction as integers', () => {
    expect(readBack(decimalCell(2n ** 100n, 0))).toEqual(intCell(2n ** 100n));
  });
});
