import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dialects } from '../dialects/index.js';
import { identifierText, stripComments, tokenize } from './index.js';

const pieces = (sql: string, dialect?: string): string[] =>
  tokenize(sql, dialect).map((token) => `${token.kind}:${sql.slice(token.start, token.end)}`);

/** White space, and what only DuckDB takes for it. */
const isBlank = (text: string, dialect: string): boolean =>
  (dialect === 'duckdb' ? text.replace(/[\u200b-\u200d\u2060]/g, '') : text).trim() === '';

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
    ['duckdb', 'a --b\rc', ['word:a', 'comment:--b', 'word:c']],
    ['sqlite', 'a --b\rc', ['word:a', 'comment:--b\rc']],
    ['duckdb', '@a(1)', ['symbol:@', 'word:a', 'symbol:(', 'number:1', 'symbol:)']],
    ['postgres', '@a', ['symbol:@', 'word:a']],
    ['tsql', '@a', ['word:@a']],
    ['duckdb', "$€$ ' $€$", ["string:$€$ ' $€$"]],
    ['duckdb', 'a\u00a0b\u200b(\u2060', ['word:a', 'word:b', 'symbol:(']],
    ['duckdb', 'a\u2028b', ['word:a\u2028b']],
    ['sqlite', 'a\u00a0b', ['word:a\u00a0b']],
    ['sqlite', '\u00a0$a(', ['word:\u00a0$a', 'symbol:(']],
    ['sqlite', 'a::b', ['word:a', 'symbol::', 'word::b']],
    ['sqlite', "$a(')b", ["word:$a(')", 'word:b']],
    ['sqlite', "@a::b(')#c(:d", ["word:@a::b(')", 'word:#c(:d']],
    ['sqlite', ':1(a b)', ['word::1(a', 'word:b', 'symbol:)']],
    ['sqlite', '$::()', ['word:$::', 'symbol:(', 'symbol:)']],
    ['duckdb', "e'' --c\n '\\'' x", ["string:e''", 'comment:--c', "string:'\\''", 'word:x']],
    ['postgres', "e''\n''\r'\\'' x", ["string:e''", "string:''", "string:'\\''", 'word:x']],
    ['postgres', "e'' '\\' x", ["string:e''", "string:'\\'", 'word:x']],
    ['postgres', "''\n'\\' x", ["string:''", "string:'\\'", 'word:x']],
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
            expect(isBlank(sql.slice(at, token.start), dialect)).toBe(true);
            expect(token.end).toBeGreaterThan(token.start);
            at = token.end;
          }
          expect(isBlank(sql.slice(at), dialect)).toBe(true);
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
  expect(name("e'a''b'", 'duckdb')).toBe("a'b");
  expect(name('$x$ $$ $x$', 'duckdb')).toBe(' $$ ');
  expect(name('$x$ a', 'duckdb')).toBe(' a');
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
