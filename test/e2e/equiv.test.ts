import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project, sqlassay } from './command-line.js';
import { shop } from './projects.js';

const schema = `CREATE TABLE singer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, age INTEGER);
CREATE TABLE concert (id INTEGER PRIMARY KEY, singer INTEGER NOT NULL REFERENCES singer (id), year INTEGER);
`;
const files = {
  'schema.sql': schema,
  'gold.sql': 'SELECT name FROM singer WHERE age > 20 AND id IN (SELECT singer FROM concert);\n',
  'same.sql':
    '```sql\nselect s.name from singer as s where s.id in (select singer from concert) and 20 < s.age\n```\n',
  'other.sql': 'SELECT s.name FROM singer s JOIN concert c ON c.singer = s.id WHERE age > 20',
  'empty.sql': '',
} as const;
const about = ['--dialect', 'sqlite', '--schema', 'schema.sql', '--max-seconds', '60'];

describe('sqlassay equiv', () => {
  it('ends with 0 for queries that are proven to mean the same, and says by what', async () => {
    const { code, stdout, stderr } = await sqlassay(project(files), [
      'equiv',
      ...about,
      'gold.sql',
      'same.sql',
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^equivalent: the queries return the same rows on every database.*\n {2}proven by \w+: /,
    );
  });

  it('ends with 1 and shows a database on which they differ', async () => {
    const folder = project(files);
    const words = ['equiv', ...about, '--witnesses', 'kept', 'gold.sql', 'other.sql'];
    const { code, stdout } = await sqlassay(folder, words);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^different: there is a database on which the queries return different rows\n/);
    expect(stdout).toMatch(/table singer\n┌/);
    expect(stdout).toMatch(/gold result: 1 row +model's result: 2 rows\n/);
    expect(stdout).toMatch(/\nINSERT INTO singer .*;\nINSERT INTO concert .*;\n$/);
    expect(readdirSync(join(folder, 'kept'))).toEqual([
      expect.stringMatching(/^concert-singer-\w{12}\.json$/),
    ]);
    expect(await sqlassay(folder, words)).toMatchObject({ code: 1, stdout });
  });

  it('ends with 3 where nothing is known, with the reason of each check', async () => {
    const { code, stdout } = await sqlassay(project(files), [
      ...['equiv', ...about, '--gold', 'SELECT name FROM singer LIMIT 1'],
      ...['--candidate', 'SELECT name FROM singer ORDER BY age LIMIT 1'],
    ]);
    expect(code).toBe(3);
    expect(stdout).toMatch(/^unknown \(ties\): neither proven nor refuted\n {2}text: /);
  });

  it('writes JSON of one pair', async () => {
    const { code, stdout } = await sqlassay(project(files), [
      ...['equiv', '--json', ...about, '--gold', 'SELECT id FROM singer WHERE age > 20'],
      ...['--candidate', 'SELECT id FROM singer WHERE age >= 20'],
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      schemaVersion: 1,
      equivalence: 'different',
      method: 'witness',
      witness: { confirmedOnTarget: true, goldRows: [], candidateRows: [[expect.any(Number)]] },
      checks: [{ method: 'text' }, { method: 'ast' }, { method: 'plan' }, { method: 'witness' }],
    });
  });

  it('judges many, a line each, in order, and goes on after a bad one', async () => {
    const lines = [
      { id: 'a', gold: 'SELECT id FROM singer', candidate: 'select id from singer' },
      { id: 'b', gold: 'SELECT id FROM singer', candidate: 'SELECT age FROM singer' },
      { id: 'c', gold: 'SELECT id FROM singer' },
      { id: 'd', dialect: 'klingon', gold: 'SELECT 1', candidate: 'SELECT 1' },
      { id: 'e', schema: 'nowhere.sql', gold: 'SELECT 1', candidate: 'SELECT 1' },
      { id: 'f', schema: 'CREATE TABEL (', gold: 'SELECT 1', candidate: 'SELECT 1' },
      { gold: 'DROP TABLE singer', candidate: 'SELECT id FROM singer' },
      { id: 'h', gold: 'SELECT id FROM singer', candidate: 'SELECT id FROM singer WHERE' },
      { id: 'i', gold: 'SELECT id FROM singer', candidate: `SELECT ${'('.repeat(5000)}1${')'.repeat(5000)}` },
      { id: 'j', gold: 'SELECT id FROM singer', candidate: `SELECT '${'x'.repeat(200_000)}'` },
      {
        id: 'k',
        schema: 'CREATE TABLE t (a INTEGER NOT NULL)',
        gold: 'SELECT a FROM t',
        candidate: 'SELECT a FROM t WHERE a = a',
      },
    ];
    const text = [...lines.map((line) => JSON.stringify(line)), 'no json', '', '[1]'].join('\n');
    const folder = project({ ...files, 'pairs.jsonl': text });
    const words = ['equiv', ...about, '--pairs', 'pairs.jsonl', '--json', '--jobs', '3'];
    const { code, stdout, stderr } = await sqlassay(folder, words);
    const found = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(found.map(({ id, line }) => id ?? line)).toEqual([
      'a',
      'b',
      'c',
      'd',
      'e',
      'f',
      7,
      'h',
      'i',
      'j',
      'k',
      12,
      14,
    ]);
    expect(
      found.map(({ equivalence, error, code: why }) =>
        equivalence === 'unknown' ? why : (equivalence ?? error.code),
      ),
    ).toEqual([
      'equivalent',
      'different',
      'E_PAIR_INVALID',
      'E_PAIR_INVALID',
      'E_PAIR_INVALID',
      'E_DDL_INVALID',
      'invalid-gold',
      'invalid-candidate',
      expect.stringMatching(/^(unsupported\.|invalid-candidate|budget)/),
      'unsupported.size',
      'equivalent',
      'E_PAIR_INVALID',
      'E_PAIR_INVALID',
    ]);
    expect(stderr).toContain('13 pairs: 2 equivalent, 1 different, 4 unknown, 6 that could not be judged');
    expect(code).toBe(1);
  });

  it('compares up to literals where it is asked to', async () => {
    const words = [
      ...['equiv', ...about, '--gold', "SELECT id FROM singer WHERE name = 'Joe' AND age > 20"],
      ...['--candidate', "select id from singer where age > 30 and name = 'value'"],
    ];
    const folder = project(files);
    expect((await sqlassay(folder, words)).code).toBe(1);
    expect((await sqlassay(folder, [...words, '--ignore-literals'])).code).toBe(0);
  });

  it('takes the schema and rows of a datasource of a suite', async () => {
    const words = [
      ...[
        'equiv',
        '--datasource',
        'shop',
        '--json',
        '--max-seconds',
        '60',
        '--gold',
        'SELECT max(amount) FROM wage',
      ],
      ...['--candidate', 'SELECT amount FROM wage'],
    ];
    const { code, stdout } = await sqlassay(project(shop), words);
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ witness: { engine: expect.stringMatching(/^sqlite /) } });
  });

  it.each([
    [['equiv'], /Two queries are compared, and 0 were given/],
    [['equiv', ...about, 'gold.sql'], /Two queries are compared, and 1 was given/],
    [['equiv', 'gold.sql', 'same.sql'], /--dialect/],
    [['equiv', '--dialect', 'klingon', 'gold.sql', 'same.sql'], /E_PAIR_INVALID.*klingon/],
    [['equiv', ...about, 'gold.sql', 'absent.sql'], /absent\.sql cannot be read/],
    [['equiv', '--dialect', 'sqlite', '--schema', 'absent.sql', 'gold.sql', 'same.sql'], /absent\.sql/],
    [['equiv', ...about, '--pairs', 'absent.jsonl'], /There is no file absent\.jsonl/],
    [['equiv', ...about, '--pairs', 'empty.sql'], /There is no pair in empty\.sql/],
    [['equiv', ...about, '--pairs', 'gold.sql', 'same.sql'], /has the queries already/],
    [['equiv', '--datasource', 'nowhere.duckdb', 'gold.sql', 'same.sql'], /nowhere\.duckdb|evals\.yaml/],
  ])('ends with 2 for what it cannot make sense of: %j', async (words, message) => {
    const { code, stdout, stderr } = await sqlassay(project(files), words);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
  });
});
