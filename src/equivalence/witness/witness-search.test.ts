import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { createScratch, openPlatform, type PlatformSettings } from '../../platforms/index.js';
import type { Platform, QueryPair, Scratch, SemanticVerdict, Witness } from '../../types/index.js';
import { compareResults } from './compare-results.js';
import { isError } from './pair-runner.js';
import { parseStoredDatabase, printStoredDatabase } from './stored-database.js';
import { catalogOf, judge } from './trial-scratch.test-support.js';
import { WitnessSearch } from './witness-search.js';

const settings: PlatformSettings = {
  limits: { rows: 100_000, bytes: 256_000_000, memoryBytes: 1_000_000_000 },
  concurrency: { cases: 8, sessions: 4, children: 2, modelCalls: 8 },
};
const shop = `
  create table customer (id integer primary key, name text not null, city text);
  create table orders (id integer primary key, customer integer references customer(id), amount integer not null, day text);
`;
const single = 'create table t (id integer primary key, a integer, b text)';

let sqlite: Scratch;
let duckdb: Scratch;
beforeAll(() => {
  sqlite = createScratch('sqlite', settings);
  duckdb = createScratch('duckdb', settings);
});
afterAll(async () => {
  await sqlite.close();
  await duckdb.close();
});

function witnessOf(verdict: SemanticVerdict): Witness {
  expect(verdict).toMatchObject({ equivalence: 'different', method: 'witness' });
  return (verdict as Extract<SemanticVerdict, { equivalence: 'different' }>).witness;
}

async function rerun(scratch: Scratch, witness: Witness, gold: string, candidate: string) {
  const [outcome] = await scratch.runMany(
    [{ setup: [...witness.ddl, ...witness.inserts], queries: [gold, candidate] }],
    {
      timeoutMs: 20_000,
      maxRows: 1000,
      maxBytes: 1_000_000,
      signal: new AbortController().signal,
    },
  );
  expect(outcome!.setupError).toBeNull();
  return outcome!.results;
}

/** Pairs that some legal database tells apart, with what the difference hangs on. */
const different: readonly (readonly [
  name: string,
  ddl: string,
  gold: string,
  candidate: string,
  needs: string[],
  rows: number,
])[] = [
  [
    'a value of another case',
    single,
    "select id from t where b = 'Foo'",
    "select id from t where b = 'foo'",
    [],
    1,
  ],
  ['the edge of a range', single, 'select id from t where a > 7', 'select id from t where a >= 7', [], 1],
  ['COUNT of a nullable column', single, 'select count(a) from t', 'select count(*) from t', ['null'], 1],
  [
    'duplicates under UNION',
    single,
    'select a from t union all select a from t',
    'select a from t union select a from t',
    [],
    1,
  ],
  [
    'the year of the last day',
    'create table t (id integer primary key, d text)',
    "select id from t where strftime('%Y', d) = '2013'",
    "select id from t where d between '2013-01-01' and '2013-12-31'",
    [],
    1,
  ],
  [
    'a threshold of COUNT',
    single,
    'select b from t group by b having count(*) >= 4',
    'select b from t group by b having count(*) > 4',
    ['duplicate'],
    4,
  ],
  [
    'NOT IN and NOT EXISTS',
    `${single}; create table u (b integer)`,
    'select id from t where a not in (select b from u)',
    'select id from t where not exists (select 1 from u where u.b = t.a)',
    ['null'],
    2,
  ],
  [
    'an outer join',
    shop,
    'select c.id from customer c left join orders o on o.customer = c.id',
    'select c.id from customer c join orders o on o.customer = c.id',
    [],
    3,
  ],
  [
    'a join that repeats rows',
    shop,
    'select name from customer where id in (select customer from orders)',
    'select c.name from customer c join orders o on o.customer = c.id',
    ['duplicate'],
    3,
  ],
  [
    'MAX over nothing',
    single,
    'select max(a) from t',
    'select a from t order by a desc limit 1',
    ['empty-table'],
    0,
  ],
  [
    'LIKE and equality',
    single,
    "select id from t where b = 'Foo'",
    "select id from t where b like 'Foo'",
    [],
    1,
  ],
  [
    'numbers in text',
    'create table t (id integer primary key, b text)',
    'select max(b) from t',
    'select max(cast(b as integer)) from t',
    [],
    1,
  ],
  ['columns swapped', single, 'select a, b from t', 'select b, a from t', [], 1],
  ['order of rows', single, 'select id from t order by id', 'select id from t order by id desc', [], 2],
];

describe('on SQLite', () => {
  it.each(different)('%s', async (_, ddl, gold, candidate, needs, rows) => {
    const witness = witnessOf(await judge(sqlite, ddl, gold, candidate));
    expect(witness).toMatchObject({ confirmedOnTarget: true, realism: 'synthetic', stable: true });
    expect(witness.needs).toEqual(needs);
    expect(witness.tables.reduce((sum, table) => sum + table.rows.length, 0)).toBe(rows);
    const results = await rerun(sqlite, witness, gold, candidate);
    expect(results).toMatchObject([{ rows: witness.goldRows }, { rows: witness.candidateRows }]);
    const [first, second] = results;
    if (first === undefined || second === undefined || isError(first) || isError(second))
      throw new Error('a query failed');
    expect(compareResults(first, second, true)).not.toBe('same');
  });

  it.each([
    [
      'commuted conditions',
      single,
      "select id from t where a > 1 and b = 'x'",
      "select id from t where b = 'x' and 1 < a",
    ],
    ['COUNT of a key', single, 'select count(id) from t', 'select count(*) from t'],
    [
      'a join a foreign key makes redundant',
      shop.replace('customer integer', 'customer integer not null'),
      'select o.id from orders o join customer c on c.id = o.customer',
      'select id from orders',
    ],
    ['DISTINCT over a key', single, 'select distinct id from t', 'select id from t'],
    [
      'a CHECK that settles it',
      "create table t (id integer primary key, a integer not null check (a > 0), s text not null check (s in ('on', 'off')))",
      "select id from t where a > 0 and s <> 'off'",
      "select id from t where s = 'on'",
    ],
    [
      'NOT NULL',
      'create table t (id integer primary key, a integer not null)',
      'select count(a) from t',
      'select count(*) from t',
    ],
    [
      'UNIQUE',
      'create table t (id integer primary key, a integer not null unique)',
      'select distinct a from t',
      'select a from t',
    ],
  ])('keeps to the declared constraints: %s', async (_, ddl, gold, candidate) => {
    expect(await judge(sqlite, ddl, gold, candidate)).toMatchObject({
      equivalence: 'unknown',
      code: 'not-refuted',
    });
  });

  it.each([
    ['LIMIT without an order', 'select id from t limit 1', 'select id from t order by id desc limit 1'],
    [
      'LIMIT with ties, joined in another order',
      'select id from t order by a limit 1',
      'select t.id from t join t s on t.id = s.id order by s.a limit 1',
    ],
    [
      'ties that groups break',
      'select a from t group by a order by count(*) desc limit 1',
      'select a from t group by a order by count(id) desc, a desc limit 1',
    ],
    [
      'a bare column',
      'select a, max(b) from t group by a having max(b) is not null',
      'select a, max(b) from t where b is not null group by a',
    ],
    ['ORDER BY with ties', 'select a, id from t order by a', 'select a, id from t order by a, id desc'],
    [
      'row numbers',
      'select id from (select id, row_number() over (order by a) n from t) where n = 1',
      'select id from (select id, row_number() over (order by a, b) n from t) where n = 1',
    ],
  ])('never refutes by ties: %s', async (_, gold, candidate) => {
    expect(await judge(sqlite, single, gold, candidate)).toMatchObject({
      equivalence: 'unknown',
      code: expect.stringMatching(/^(ties|not-refuted)$/),
    });
  });

  it('refutes where a row more is missing than ties explain', async () => {
    const witness = witnessOf(
      await judge(
        sqlite,
        single,
        'select id from t order by a limit 1',
        'select id from t where a = (select min(a) from t)',
      ),
    );
    expect(witness.tables[0]!.rows.length).toBeLessThanOrEqual(2);
  });

  it.each([
    ['select random() from t', 'select random() from t where 1', 'unsupported.random'],
    ['select rowid from t', 'select rowid + 0 from t', 'unsupported.rowid'],
    ['select date() from t', "select date('now') from t", 'unsupported.clock'],
    ['select nope from t', 'select id from t', 'invalid-gold'],
    ['select date() from t', 'select nope from t', 'invalid-candidate'],
    ['select id from t', 'select id frm t where', 'invalid-candidate'],
    ['select id from t', 'select id from nope', 'invalid-candidate'],
    ["select id from t where b = 'x' and b = 'y'", "select a from t where b = 'x' and b = 'y'", 'vacuous'],
    ['select current_timestamp from t', "select datetime('now') from t", 'not-refuted'],
    ['select id from t', ' select id from t ', 'not-refuted'],
  ])('%s against %s is %s', async (gold, candidate, code) => {
    expect(await judge(sqlite, single, gold, candidate)).toMatchObject({ equivalence: 'unknown', code });
  });

  it('ends with the budget on a query that does not', async () => {
    const endless = 'with recursive r(i) as (select 1 union all select i + 1 from r) select count(*) from r';
    expect(
      await judge(sqlite, single, endless, `${endless} where i > 0`, { milliseconds: 500 }),
    ).toMatchObject({
      code: 'budget',
    });
  });

  it('is the same every time', async () => {
    const [, ddl, gold, candidate] = different[5]!;
    expect(await judge(sqlite, ddl, gold, candidate)).toEqual(await judge(sqlite, ddl, gold, candidate));
  });

  it('tries databases that are remembered first', async () => {
    const recall = [
      parseStoredDatabase(
        printStoredDatabase({
          realism: 'real-rows',
          tables: [{ name: 'T', columns: ['ID', 'b'], rows: [[41, 'remembered']] }],
        }),
      )!,
    ];
    const witness = witnessOf(
      await judge(sqlite, single, 'select id from t', 'select id + 1 from t', { options: { recall } }),
    );
    expect(witness).toMatchObject({ realism: 'real-rows', tables: [{ rows: [[41]] }] });
  });

  it('makes the views that queries read', async () => {
    const ddl = `${single}; create view v as select a, b from t where a > 2`;
    const witness = witnessOf(await judge(sqlite, ddl, 'select a from v', 'select a from t'));
    expect(witness.ddl.at(-1)).toMatch(/^CREATE VIEW v/);
  });

  it('says what it cannot do without', async () => {
    expect(await judge(undefined, single, 'select 1', 'select 2')).toMatchObject({
      code: 'unsupported.scratch',
    });
    const search = await judge(
      sqlite,
      'create table w (a integer)',
      'select id from t',
      'select id from t where 1',
    );
    expect(search).toMatchObject({ code: 'invalid-gold' });
  });
});

describe('with the user’s database', () => {
  let folder: string;
  let platform: Platform;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlassay-witness-'));
    const script = join(folder, 'shop.sql');
    writeFileSync(
      script,
      `${shop} insert into customer values (501, 'Ada', 'Bern'), (502, 'Bob', null);
       insert into orders values (9001, 501, 40, '2013-01-01'), (9002, 501, 50, '2013-02-01'), (9003, null, 60, '2013-02-02');`,
    );
    platform = openPlatform({ kind: 'sqlite', scripts: [script] }, settings);
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true });
  });

  it('shows a few of its rows where they differ', async () => {
    const witness = witnessOf(
      await judge(
        sqlite,
        shop,
        'select c.name from customer c join orders o on o.customer = c.id',
        'select name from customer where id in (select customer from orders)',
        { platform },
      ),
    );
    expect(witness).toMatchObject({
      realism: 'real-rows',
      needs: ['duplicate'],
      tables: [{ name: 'customer', rows: [[501, 'Ada']] }, { name: 'orders' }],
    });
    const orders = witness.tables[1]!.rows.map((row) => [...row]);
    expect(orders.sort()).toEqual([
      [9001, 501, 40],
      [9002, 501, 50],
    ]);
  });

  it('recombines its values where its rows agree', async () => {
    const witness = witnessOf(
      await judge(
        sqlite,
        shop,
        'select id from orders where amount = 40',
        "select id from orders where amount = 40 and day = '2013-01-01'",
        { platform },
      ),
    );
    expect(witness.realism).toBe('real-values');
    expect(['2013-02-01', '2013-02-02']).toContain(
      witness.tables.find(({ name }) => name === 'orders')!.rows[0]!.at(-1),
    );
  });
});

describe('with queries for another engine than the one searched in', () => {
  let folder: string;
  let platform: Platform;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'sqlassay-target-'));
    writeFileSync(join(folder, 't.sql'), `${single};`);
    platform = openPlatform({ kind: 'duckdb', scripts: [join(folder, 't.sql')] }, settings);
  });
  afterAll(async () => {
    await platform.close();
    rmSync(folder, { recursive: true });
  });

  it('confirms on the target', async () => {
    const witness = witnessOf(
      await judge(
        sqlite,
        single,
        'select count(a) from t',
        'with q as (select * from t) select count(*) from q',
        {
          dialect: 'duckdb',
          platform,
        },
      ),
    );
    expect(witness).toMatchObject({ confirmedOnTarget: true, engine: expect.stringMatching(/^duckdb/) });
  });

  it('does not refute by what only the other engine does', async () => {
    const divisions = ['select a / 2 from t', 'select a * 1.0 / 2 from t'] as const;
    expect(await judge(sqlite, single, ...divisions, { dialect: 'duckdb', platform })).toMatchObject({
      equivalence: 'unknown',
      detail: expect.stringContaining('target'),
    });
    expect(witnessOf(await judge(sqlite, single, ...divisions)).tables[0]!.rows).toHaveLength(1);
  });
});

describe('on DuckDB', () => {
  test.each([
    [
      'a value of another case',
      single,
      "select id from t where b = 'Foo'",
      "select id from t where b = 'foo'",
    ],
    [
      'dates',
      'create table t (id integer primary key, d date, ok boolean)',
      "select id from t where d >= date '2013-01-01'",
      "select id from t where d > date '2013-01-01'",
    ],
    [
      'an outer join',
      shop,
      'select c.id from customer c left join orders o on o.customer = c.id',
      'select c.id from customer c join orders o on o.customer = c.id',
    ],
  ])('%s', async (_, ddl, gold, candidate) => {
    const witness = witnessOf(await judge(duckdb, ddl, gold, candidate, { dialect: 'duckdb' }));
    expect(witness).toMatchObject({ confirmedOnTarget: true, engine: expect.stringMatching(/^duckdb v?\d/) });
    const results = await rerun(duckdb, witness, gold, candidate);
    expect(results).toMatchObject([{ rows: witness.goldRows }, { rows: witness.candidateRows }]);
  });

  it('keeps foreign keys, of a table to itself too', async () => {
    const ddl = 'create table p (id integer primary key, boss integer references p(id), n integer)';
    const [gold, candidate] = ['select a.id from p a join p b on a.boss = b.id', 'select id from p'];
    const witness = witnessOf(await judge(duckdb, ddl, gold, candidate, { dialect: 'duckdb' }));
    expect(witness.tables[0]!.rows).toHaveLength(1);
    const joined = await judge(duckdb, ddl, `${gold} where b.n > 5`, `${gold} where b.n >= 5`, {
      dialect: 'duckdb',
    });
    expect(witnessOf(joined).tables[0]!.rows.length).toBeLessThanOrEqual(2);
  });

  it('does not claim other dialects are confirmed', async () => {
    const witness = witnessOf(
      await judge(duckdb, single, 'select count(a) from t', 'select count(*) from t', { dialect: 'generic' }),
    );
    expect(witness.confirmedOnTarget).toBe(false);
    expect(
      await judge(duckdb, single, 'select frob(a) from t', 'select a from t', { dialect: 'postgres' }),
    ).toMatchObject({ code: 'unsupported.engine' });
  });

  it('reads a string in double quotes as one, though a column has its name', async () => {
    const mysql = { dialect: 'mysql' };
    const same = await judge(
      sqlite,
      single,
      'select id from t where b = "a"',
      "select id from t where b = 'a'",
      mysql,
    );
    expect(same).toMatchObject({ equivalence: 'unknown', code: 'not-refuted' });
    const other = await judge(
      sqlite,
      single,
      'select id from t where b = "it\'s"',
      "select id from t where b = 'a'",
      mysql,
    );
    expect(other.equivalence).toBe('different');
    expect(
      await judge(
        sqlite,
        single,
        "select id from t where b = 'a\\'b'",
        "select id from t where b = 'a'",
        mysql,
      ),
    ).toMatchObject({ code: 'unsupported.escape' });
  });

  it('finds the tables of the default schema by its name too', async () => {
    const refuted = await judge(
      duckdb,
      single,
      'select count(public.t.a) from public.t',
      'select count(*) from t',
      {
        dialect: 'postgres',
      },
    );
    expect(witnessOf(refuted).needs).toEqual(['null']);
    const alias = 'select public.a from t as public, public.t';
    expect(await judge(duckdb, single, alias, 'select a from t', { dialect: 'postgres' })).toMatchObject({
      code: 'unsupported.engine',
    });
  });

  it('takes no division by zero on some databases for a difference', async () => {
    const verdict = await judge(
      duckdb,
      single,
      "select id from t where a <> 0 and error(case when a > 100000 then 'x' end) is null",
      'select id from t where a <> 0',
      { dialect: 'duckdb' },
    );
    expect(verdict).toMatchObject({ equivalence: 'unknown' });
  });
});

describe('columns by name, and order that does not count', () => {
  const search = (gold: string, candidate: string, over: Partial<QueryPair>) =>
    new WitnessSearch({ databases: 60 }).judge(
      { gold, candidate, dialect: 'sqlite', ...over },
      {
        catalog: catalogOf(single),
        scratch: sqlite,
        signal: new AbortController().signal,
        budget: { milliseconds: 60_000 },
      },
    );

  test('the same columns in another order are a difference only by position', async () => {
    const pair = ['select a, b from t', 'select b, a from t'] as const;
    expect((await search(...pair, {})).equivalence).toBe('different');
    expect(await search(...pair, { columns: 'names' })).toMatchObject({ code: 'not-refuted' });
    const wrong = await search('select a, b from t where a > 3', 'select b, a from t where a >= 3', {
      columns: 'names',
    });
    const { goldColumns, candidateColumns, candidateRows } = witnessOf(wrong);
    expect(candidateColumns.map(({ name }) => name)).toEqual(goldColumns.map(({ name }) => name));
    expect(candidateRows).toMatchObject([[3, expect.anything()]]);
  });

  test('another order of rows is a difference only where order counts', async () => {
    const pair = ['select a from t order by a', 'select a from t order by a desc'] as const;
    expect((await search(...pair, {})).equivalence).toBe('different');
    expect(await search(...pair, { order: 'ignored' })).toMatchObject({ code: 'not-refuted' });
  });
});

test('text of MySQL that differs in case only is equal, unless its collation says otherwise', async () => {
  const pair = ["select id from t where b = 'Foo'", "select id from t where b = 'foo'"] as const;
  const over = { dialect: 'mysql' } as const;
  const loose = 'create table t (id integer primary key, b varchar(20))';
  expect((await judge(sqlite, loose, ...pair, over)).equivalence).toBe('unknown');
  const exact = 'create table t (id integer primary key, b varchar(20) collate utf8mb4_bin)';
  expect((await judge(sqlite, exact, ...pair, over)).equivalence).toBe('different');
});

test('generated columns are left to the engine, and read as it computes them', async () => {
  const ddl = 'create table t (id integer primary key, a integer, twice integer generated always as (a * 2))';
  const witness = witnessOf(
    await judge(sqlite, ddl, 'select id from t where twice > 6', 'select id from t where twice >= 6'),
  );
  expect(witness.inserts.join()).not.toContain('twice');
  expect(witness.tables[0]!.rows.map((row) => row[1])).toContain(3);
});

test('a counterexample is kept, and tried first on other queries of its tables', async () => {
  const kept: Witness[] = [];
  const store = {
    find: async () => kept.map(({ ddl, inserts, tables, realism }) => ({ ddl, inserts, tables, realism })),
    keep: async (witness: Witness) => void kept.push(witness),
  };
  await judge(sqlite, single, 'select id from t where a > 77', 'select id from t where a >= 77', {
    kept: store,
  });
  expect(kept).toHaveLength(1);
  // One made-up database alone would hardly have the value that tells these apart.
  const verdict = await judge(sqlite, single, 'select id from t where a <> 70 + 7', 'select id from t', {
    kept: store,
    options: { databases: 1, mostDatabases: 1 },
  });
  expect(witnessOf(verdict).tables[0]!.rows[0]).toContain(77);
});
