import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../types/index.js';
import { decimalCell, doubleCell, intCell } from './number-cells.js';
import { printCell } from './print-cell.js';
import { printPair, printVisible } from './print-visible.js';

describe('printVisible', () => {
  it.each<[Cell, string]>([
    [null, 'NULL'],
    ['NULL', "'NULL'"],
    [1, '1'],
    ['1', "'1'"],
    [true, 'true'],
    ['Bonn ', "'Bonn\\x20'"],
    [' a  b', "'\\x20a\\x20\\x20b'"],
    ['a b', "'a b'"],
    ['a\u00a0b', "'a\\u{a0}b'"],
    ['a\u200bb\ufeff', "'a\\u{200b}b\\u{feff}'"],
    ['a\tb\n\u0001', "'a\\tb\\n\\u{1}'"],
    ['safe\u202etxt', "'safe\\u{202e}txt'"],
    ['é', "'é'"],
    ['e\u0301', "'e\\u{301}'"],
    ['हिन्दी', "'हिन्दी'"],
    ["it's \\u{301}", "'it\\'s \\\\u{301}'"],
    [decimalCell('1.10'), '1.10'],
    [intCell(2n ** 64n), '18446744073709551616'],
    [doubleCell(-0), '-0'],
    [{ k: 'blob', v: new Uint8Array([104, 105]) }, '\\x6869'],
    [{ k: 'date', d: 0 }, '1970-01-01'],
    [{ k: 'json', v: '{"a":1}' }, 'json \'{"a":1}\''],
    [{ k: 'other', v: '(1,2)', t: 'POINT' }, "POINT '(1,2)'"],
    [{ k: 'list', v: ['a ', null, 1] }, "['a\\x20', NULL, 1]"],
    [{ k: 'ivl', mo: 14, d: -1, ns: 1_500_000_000n }, 'interval 1 year 2 months -1 day 00:00:01.5'],
    [{ k: 'text', v: 'a\ufffd', raw: new Uint8Array([97, 255]) }, "'a\ufffd' (bytes \\x61ff)"],
  ])('%o is shown as %s', (cell, text) => {
    expect(printVisible(cell)).toBe(text);
  });

  it('tells any two texts apart', () => {
    const letters = fc.constantFrom(
      'a',
      ' ',
      '\u00a0',
      '\\',
      "'",
      'x20',
      'é',
      'e',
      '\u0301',
      '\n',
      'n',
      '\u200b',
      'u{301}',
    );
    const texts = fc.array(letters, { maxLength: 4 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(printVisible(a) === printVisible(b)).toBe(a === b);
      }),
      { numRuns: 3000 },
    );
  });

  it('cuts long texts in the middle', () => {
    const shown = printVisible(`start${'x'.repeat(5_000)}end`);
    expect(shown.length).toBeLessThan(210);
    expect(shown).toMatch(/^'startx+…\(\d+ more\)…x+end'$/);
  });
});

describe('printPair', () => {
  it('adds the types only where the texts are the same', () => {
    expect(printPair(0.1, decimalCell('0.1'))).toEqual(['0.1 (double)', '0.1 (decimal)']);
    expect(printPair(1, '1')).toEqual(['1', "'1'"]);
  });
});

describe('printCell', () => {
  it.each<[Cell, string]>([
    ['a ', 'a '],
    [null, 'NULL'],
    [{ k: 'dec', u: -5n, s: 3 }, '-0.005'],
    [{ k: 'dec', u: 5n, s: -2 }, '500'],
    [
      {
        k: 'struct',
        v: [
          ['a', 1],
          ['b', 'x'],
        ],
      },
      '{a: 1, b: x}',
    ],
    [{ k: 'map', v: [['k', 1]] }, 'map{k: 1}'],
    [{ k: 'ivl', mo: 0, d: 0, ns: 0n }, '00:00:00'],
    [{ k: 'ivl', mo: 0, d: 0, ns: -1_000_000_000n }, '-00:00:01'],
    [{ k: 'ts', ns: 'inf', p: 6, tz: true }, 'infinity'],
  ])('%o is printed as %s', (cell, text) => {
    expect(printCell(cell)).toBe(text);
  });
});
