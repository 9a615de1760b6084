import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../dialects/index.js';
import { identifierText, stripComments, tokenize } from './index.js';

const pieces = (sql: string, dialect?: string): string[] =>
  tokenize(sql, dialect).map((token) => `${token.kind}:${sql.slice(token.start, token.end)}`);

describe('tokens', () => {
  it('tells names, literals, numbers and comments apart', () => {
    expect(pieces(`SELECT "a""b", 'c''d', 1.5e3, x -- e\n/* f */ FROM [g]`, 'sqlite')).toEqual([
      'word:SELECT',
      'name:"a""b"',
      'symbol:,',
      "string:'c''d'",
      'symbol:,',
      'number:1.5e3',
      'symbol:,',
      'word:x',
      'comment:-- e',
      'comment:/* f */',
      'word:FROM',
      'name:[g]',
    ]);
  });

  it.each([
    ['mysql', '5--1', ['number:5', 'symbol:-', 'symbol:-', 'number:1']],
    ['sqlite', '5--1', ['number:5', 'comment:--1']],
    ['mysql', "'a\\'b'", ["string:'a\\'b'"]],
    ['postgres', "E'a\\'b'", ["string:E'a\\'b'"]],
    ['postgres', "'a\\' b", ["string:'a\\'", 'word:b']],
    ['postgres', '$x$ it$$s $x$', ['string:$x$ it$$s $x$']],
    ['postgres', '/* a /* b */ c */ d', ['comment:/* a /* b */ c */', 'word:d']],
    ['sqlite', '/* a /* b */ c', ['comment:/* a /* b */', 'word:c']],
    ['mysql', '/*! a */', ['executable_comment:/*! a */']],
    ['mysql', 'a#b', ['word:a', 'comment:#b']],
    ['mysql', '"a"', ['string:"a"']],
    ['bigquery', `r'\\' b`, ["string:r'\\'", 'word:b']],
    ['bigquery', `"""a "b" c"""`, ['string:"""a "b" c"""']],
    ['snowflake', 'a // b', ['word:a', 'comment:// b']],
    ['tsql', '[a]]b]', ['name:[a]]b]']],
    ['duckdb', '[1]', ['symbol:[', 'number:1', 'symbol:]']],
  ])('%s reads %s', (dialect, sql, expected) => {
    expect(pieces(sql, dialect)).toEqual(expected);
  });

  it.each(["'a", '"a', '/* a', '/* /* a */'])('marks %s as open', (sql) => {
    expect(tokenize(sql, 'postgres').at(-1)?.open).toBe(true);
  });

  it('cuts any text into pieces that leave only white space out', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.constantFrom(...dialects.map((one) => one.name)),
        (sql, dialect) => {
          let at = 0;
          for (const token of tokenize(sql, dialect)) {
            expect(sql.slice(at, token.start).trim()).toBe('');
            expect(token.end).toBeGreaterThan(token.start);
            at = token.end;
          }
          expect(sql.slice(at).trim()).toBe('');
        },
      ),
    );
  });
});

it('gives the name that a token spells', () => {
  const name = (sql: string, dialect: string) => identifierText(sql, tokenize(sql, dialect)[0]!);
  expect(name('"a""b"', 'sqlite')).toBe('a"b');
  expect(name('[a b]', 'sqlite')).toBe('a b');
  expect(name('`a``b`', 'mysql')).toBe('a`b');
  expect(name('abc', 'sqlite')).toBe('abc');
});

describe('stripComments', () => {
  it('leaves literals alone and never glues tokens together', () => {
    expect(stripComments(`SELECT/* x */1, '--a', "/*b*/" -- c\nFROM t`)).toBe(
      `SELECT 1, '--a', "/*b*/"  \nFROM t`,
    );
  });

  it('keeps comments that the engine runs', () => {
    expect(stripComments('SELECT /*! 1 */ 2', 'mysql')).toBe('SELECT /*! 1 */ 2');
  });
});
