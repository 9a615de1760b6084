import { describe, expect, it } from 'vitest';
import { cellsEqual, decimalCell, intCell } from '../../values/index.js';
import { readYaml } from './yaml-source.js';

function plainOf(text: string): unknown {
  const { source, problems } = readYaml('f.yaml', text);
  expect(problems).toEqual([]);
  return source.value;
}

function cellsOf(row: string): unknown {
  return (plainOf(`rows: [[${row}]]`) as { rows: unknown[][] }).rows[0];
}

describe('values', () => {
  it('are plain data; integers are exact', () => {
    expect(
      plainOf('a: 1\nb: 1.5\nc: 9007199254740993\nd: ~\ne: yes\nf: 2026-01-01\ng: [true]\n12: x\n'),
    ).toEqual({
      a: 1,
      b: 1.5,
      c: 9007199254740993n,
      d: null,
      e: 'yes',
      f: '2026-01-01',
      g: [true],
      '12': 'x',
    });
  });

  it('in rows are exact cells', () => {
    expect(cellsOf('1, -9223372036854775808, 340282366920938463463374607431768211455')).toEqual([
      1,
      intCell(-9223372036854775808n),
      intCell(340282366920938463463374607431768211455n),
    ]);
    expect(cellsOf('1.5, 1.0, 1e300, -0.0, .inf, .nan, 0.1')).toEqual([
      1.5,
      { k: 'f64', v: 1 },
      { k: 'f64', v: 1e300 },
      { k: 'f64', v: -0 },
      { k: 'f64', v: Number.POSITIVE_INFINITY },
      { k: 'f64', v: Number.NaN },
      0.1,
    ]);
    expect(cellsOf('"1.50", \'007\', text, "2026-01-01", null, true')).toEqual([
      '1.50',
      '007',
      'text',
      '2026-01-01',
      null,
      true,
    ]);
    expect(cellsOf('[1, a], {x: 1, y: [2.0]}')).toEqual([
      { k: 'list', v: [1, 'a'] },
      {
        k: 'struct',
        v: [
          ['x', 1],
          ['y', { k: 'list', v: [{ k: 'f64', v: 2 }] }],
        ],
      },
    ]);
  });

  it('in rows keep digits that a double would lose', () => {
    const [long, doubled] = cellsOf('12345678901234567890.12, 0.30000000000000004') as never[];
    expect(cellsEqual(long!, decimalCell('12345678901234567890.12'))).toBe(true);
    expect(doubled).toBe(0.1 + 0.2);
  });

  it('in rows may bear a tag', () => {
    expect(cellsOf('!!binary "AAE=", !uuid "f", !json "[1]", !bits "01", !cell \'{"I":[1,2,"3"]}\'')).toEqual(
      [
        { k: 'blob', v: new Uint8Array([0, 1]) },
        { k: 'uuid', v: 'f' },
        { k: 'json', v: '[1]' },
        { k: 'bits', v: '01' },
        { k: 'ivl', mo: 1, d: 2, ns: 3n },
      ],
    );
    expect(cellsOf('!date "1970-01-02", !time "00:00:01", !timestamp "1970-01-01 00:00:01"')).toEqual([
      { k: 'date', d: 1 },
      { k: 'time', ns: 1_000_000_000n },
      { k: 'ts', ns: 1_000_000_000n, p: 0, tz: false },
    ]);
  });

  it('in rows that do not fit their tag are problems', () => {
    for (const cell of ['!date "tomorrow"', '!cell "{"', '!cell "{\\"?\\":1}"']) {
      const { problems } = readYaml('f.yaml', `rows: [[${cell}]]`);
      expect(problems).toEqual([
        {
          message: 'This is not a value of a database',
          location: { file: 'f.yaml', line: 1, column: expect.any(Number) },
        },
      ]);
    }
  });

  it('of aliases are those they stand for, and a bomb of them is a problem', () => {
    expect(plainOf('a: &x {b: 1}\nc: *x\n')).toEqual({ a: { b: 1 }, c: { b: 1 } });
    const bomb = ['a0: &a0 [x, x, x, x, x, x, x, x, x, x]'];
    for (let level = 1; level < 12; level++)
      bomb.push(`a${level}: &a${level} [${Array.from({ length: 10 }, () => `*a${level - 1}`).join(', ')}]`);
    expect(readYaml('f.yaml', `${bomb.join('\n')}\n`).problems).toMatchObject([
      { message: 'The file is too large or too deeply nested' },
    ]);
    expect(readYaml('f.yaml', 'a: &a [*a]\n').problems).toMatchObject([
      { message: 'The file is too large or too deeply nested' },
    ]);
  });
});

describe('positions', () => {
  const { source } = readYaml('f.yaml', 'a:\n  - b: 1\n    c: [x, y]\n  - *z\n'.replace('  - *z\n', ''));

  it('are of the value, or of the nearest part that is there', () => {
    expect(source.at(['a', 0, 'c', 1])).toEqual({ file: 'f.yaml', line: 3, column: 12 });
    expect(source.at(['a', 0, 'absent', 'deeper'])).toEqual({ file: 'f.yaml', line: 2, column: 5 });
    expect(source.at([])).toEqual({ file: 'f.yaml', line: 1, column: 1 });
    expect(source.keyAt(['a', 0], 'c')).toEqual({ file: 'f.yaml', line: 3, column: 5 });
  });
});
