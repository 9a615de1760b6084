import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { spelledTokens } from './index.js';

const values = (sql: string, dialect = 'sqlite'): string[] =>
  spelledTokens(sql, dialect).map((token) => token.value);

describe('spelledTokens', () => {
  test.each([
    [
      'select A, "B""c" from [t t] -- x\n, `d` /* ; */ ;',
      ['select', 'a', ',', 'B"c', 'from', 't t', ',', 'd', ';'],
    ],
    ["'it''s; -- not' || x", ["it's; -- not", '|', '|', 'x']],
    ['1.5e3+2', ['1.5e3', '+', '2']],
    ['/* a /* b */ c', ['c']],
    ['/* never closed', []],
    ["'never closed", ['never closed']],
    ['přílohy', ['přílohy']],
  ])('%s as SQLite reads it', (sql, expected) => {
    expect(values(sql)).toEqual(expected);
  });

  test.each([
    ['/* a /* b */ c */ d', ['d']],
    ["e'a\\'b' c", ["a\\'b", 'c']],
    ["'a\\' c", ['a\\', 'c']],
    ['$$ a; "b" $$ c', [' a; "b" ', 'c']],
    ['$x$ $$ $x$ $1', [' $$ ', '$', '1']],
    ['[1]', ['[', '1', ']']],
  ])('%s as DuckDB reads it', (sql, expected) => {
    expect(values(sql, 'duckdb')).toEqual(expected);
  });

  test('ends, and its tokens follow each other inside the text', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '`',
      '[',
      ']',
      '--',
      '\n',
      '/*',
      '*/',
      '$$',
      '$a$',
      'e',
      'x',
      ' ',
      ';',
      '1',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), fc.boolean(), (pieces, duckdb) => {
        const sql = pieces.join('');
        let at = 0;
        for (const token of spelledTokens(sql, duckdb ? 'duckdb' : 'sqlite')) {
          expect(token.start).toBeGreaterThanOrEqual(at);
          expect(token.end).toBeGreaterThan(token.start);
          at = token.end;
        }
        expect(at).toBeLessThanOrEqual(sql.length);
      }),
    );
  });
});
