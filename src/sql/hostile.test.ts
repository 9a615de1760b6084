import { afterAll, describe, expect, it } from 'vitest';
import { closeParser, guardStatement, hasTopLevelOrderBy, readTables } from './index.js';

afterAll(closeParser);

const repeat = (text: string, times: number): string => text.repeat(times);
const texts: readonly (readonly [string, string])[] = [
  ['1 MB of columns', `SELECT ${Array.from({ length: 120_000 }, (_, at) => `c${at}`).join(', ')} FROM t`],
  ['2 MB of text', `SELECT '${repeat('x', 2_000_000)}'`],
  ['90 kB of a literal', `SELECT '${repeat('x', 90_000)}'`],
  ['a NUL', 'SELECT 1\0; DROP TABLE t'],
  ['100,000 open brackets', `SELECT ${repeat('(', 100_000)}1`],
  ['400 nested brackets', `SELECT ${repeat('(', 400)}1${repeat(')', 400)}`],
  ['40 nested subqueries', `SELECT * FROM ${repeat('(SELECT * FROM ', 40)}t${repeat(')', 40)}`],
  ['400 nested functions', `SELECT ${repeat('abs(', 400)}1${repeat(')', 400)}`],
  ['400 nested CASE', `SELECT ${repeat('CASE WHEN 1 THEN ', 400)}1${repeat(' END', 400)}`],
  ['a chain of 10,000 sums', `SELECT ${Array(10_000).fill('1').join('+')}`],
  ['a chain of 510 concatenations', `SELECT ${Array(510).fill("'a'").join('||')}`],
  ['a chain of 3,000 ORs', `SELECT 1 FROM t WHERE ${Array(3_000).fill('a = 1').join(' OR ')}`],
  ['300 branches of a union', Array(300).fill('SELECT a FROM t').join(' UNION ALL ')],
  ['3,000 branches of a union', Array(3_000).fill('SELECT a FROM t').join(' UNION ALL ')],
  ['20,000 items of a list', `SELECT 1 FROM t WHERE a IN (${Array(20_000).fill('1').join(',')})`],
  ['2,000 NOTs', `SELECT ${repeat('NOT ', 2_000)}1`],
  ['2,000 minus signs', `SELECT ${repeat('- ', 2_000)}1`],
  ['an open literal', "SELECT 'a"],
  ['an open name', 'SELECT "a'],
  ['an open comment', 'SELECT 1 /* a'],
  ['lone surrogates', 'SELECT \ud800 FROM \udfff'],
  ['900 kB of opening fences', repeat('```\n', 225_000)],
  ['900 kB of line breaks', `SELECT 1${repeat('\n', 900_000)}x`],
  ['900 kB of tabs after a colon', `answer:${repeat('\t', 900_000)}x`],
  ['900 kB of colons', `answer ${repeat(': ', 450_000)}`],
  ['900 kB of thoughts', `${repeat('<think>', 128_000)}SELECT 1`],
  ['900 kB of closed thoughts', `${repeat('<think></think>', 60_000)}SELECT 1`],
  ['900 kB of semicolons', repeat(';', 900_000)],
  ['900 kB of comments', `${repeat('--\n', 300_000)}SELECT 1`],
  ['900 kB of apostrophes', repeat("'", 900_001)],
  ['900 kB of labels', repeat('SQL: ', 180_000)],
  ['900 kB of backticks', repeat('`', 900_000)],
  ['900 kB of paragraphs', `SELECT 1${repeat('\n\nThis is it', 75_000)}`],
  ['900 kB of WITH', repeat('with a as ', 90_000)],
];

describe('hostile texts end in typed results', () => {
  for (const dialect of ['sqlite', 'duckdb']) {
    for (const [title, text] of texts) {
      it(`${dialect}: ${title}`, async () => {
        const guarded = await guardStatement(text, dialect);
        expect(['query', 'refused']).toContain(guarded.kind);
        expect(['read', 'unknown']).toContain((await readTables(text, dialect)).kind);
        expect(typeof (await hasTopLevelOrderBy(text, dialect))).toBe('boolean');
      });
    }

    it(`${dialect}: an ordinary query is still answered afterwards`, async () => {
      expect(await guardStatement('SELECT a FROM t ORDER BY a', dialect)).toMatchObject({
        kind: 'query',
        parsed: true,
      });
    });
  }
});

it('refuses what no engine should be given', async () => {
  const code = async (text: string) => {
    const guarded = await guardStatement(text, 'sqlite');
    return guarded.kind === 'refused' ? guarded.code : guarded.kind;
  };
  expect(await code(`SELECT '${repeat('x', 1_000_000)}'`)).toBe('too_large');
  expect(await code('SELECT 1\0')).toBe('nul_byte');
  expect(await code(`SELECT ${repeat('(', 600)}1${repeat(')', 600)}`)).toBe('too_deep');
  expect(await code('')).toBe('empty');
});

it('lets a large but honest query through to the engine', async () => {
  const text = `SELECT 1 FROM t WHERE a IN (${Array(100_000).fill('1').join(',')})`;
  expect(await guardStatement(text, 'sqlite')).toMatchObject({
    kind: 'query',
    parsed: false,
    statement: { sql: text },
  });
});
