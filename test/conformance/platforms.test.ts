import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { childPool } from '../../src/platforms/embedded/child-pool.js';
import { createPlatforms, openPlatform, platformDrivers } from '../../src/platforms/index.js';
import type { ExecutionResult, ExecutionSuccess, Platform, PlatformSession } from '../../src/types/index.js';
import { mysqlTypes } from './mysql-values.js';
import {
  dropDatabases,
  type FileSubject,
  fileSubjects,
  limits,
  type Subject,
  settings,
  subjectDrivers,
  subjects,
  temporaryFolder,
} from './platform-subjects.js';
import { valueCases } from './platform-values.js';

const folder = temporaryFolder();
afterAll(async () => {
  folder.remove();
  await dropDatabases();
});

const script = `
  create table people (id integer primary key, name text not null, born text, boss integer references people (id),
    check (length(name) > 0));
  create unique index people_name on people (name, born);
  create view bosses as select * from people where id in (select boss from people);
  insert into people values (1, 'Ada', null, null);
  insert into people values (2, 'Žofie', '1990-01-02', 1), (3, 'bob', '', 1);
`;

const endless: Readonly<Record<Subject['kind'], string>> = {
  duckdb: 'with recursive r(i) as (select 1::hugeint union all select i + 1 from r) select count(*) from r',
  sqlite: 'with recursive r(i) as (select 1 union all select i + 1 from r) select count(*) from r',
  postgres: 'with recursive r(i) as (select 1::numeric union all select i + 1 from r) select count(*) from r',
  mysql:
    'select count(*) from information_schema.columns a, information_schema.columns b, information_schema.columns c',
};

/** Queries that take about a second or two, with what they count. */
const finite: Readonly<Record<FileSubject['kind'], readonly [sql: string, count: number]>> = {
  duckdb: ['select count(*) from range(400000000) t(i) where hash(i) <> 1', 400_000_000],
  sqlite: [
    'with recursive r(i) as (select 1 union all select i + 1 from r where i < 3000000) select count(*) from r',
    3_000_000,
  ],
};

const greedy: Readonly<Record<FileSubject['kind'], string>> = {
  duckdb: "select length(string_agg(repeat('x', 1000), '')) from range(100000000)",
  sqlite: "select length(replace(hex(zeroblob(200000000)), '0', 'abc'))",
};

const clock: Readonly<Record<FileSubject['kind'], string>> = {
  duckdb: `select current_date::varchar, now()::timestamp::varchar, strftime(today(), '%Y'),
    (age(timestamp '2020-02-28') = interval '1 day')::integer, (date '2024-03-02' - interval '31 days')::date::varchar`,
  sqlite: `select current_date, datetime('now'), strftime('%Y', 'now'), cast(julianday() - julianday('2020-02-28') as integer),
    date('2024-03-02', '-31 days')`,
};

const manyRows: Readonly<Record<Subject['kind'], string>> = {
  duckdb: "select i, repeat('x', 1000) as s from range(1000000000) r(i)",
  sqlite:
    "with recursive r(i) as (select 0 union all select i + 1 from r) select i, replace(hex(zeroblob(500)), '0', 'x') as s from r",
  postgres:
    "with recursive r(i) as (select 0 union all select i + 1 from r) select i, repeat('x', 1000) as s from r",
  mysql: "select seq, repeat('x', 1000) as s from seq_0_to_1000000000",
};

/** Types that values are of, beside the engine's own. */
const types: Readonly<Record<Subject['kind'], string>> = {
  duckdb: '',
  sqlite: '',
  postgres:
    "create type mood as enum ('glad', 'sad'); create domain percent as integer check (value <= 100);",
  mysql: mysqlTypes,
};

test('every engine and driver of the registry is in the battery', () => {
  expect(subjectDrivers).toEqual(platformDrivers.map(({ driver }) => driver));
});

describe.each(subjects)('$name', (subject) => {
  if (subject.absent !== null) {
    test.skip(subject.absent, () => {});
    return;
  }
  const onFiles = test.skipIf(subject.isServer);
  const asFile = subject as FileSubject;
  let platform: Platform;
  let session: PlatformSession;

  beforeAll(async () => {
    const config = await subject.makeFile(
      folder.path,
      `people-${platformIndex(subject)}`,
      script + types[subject.kind],
    );
    platform = openPlatform(config, subject.settings);
    session = await platform.open();
    await session.execute('select 1', limits());
  });
  afterAll(() => platform.close());

  const run = (sql: string, over = {}): Promise<ExecutionResult> => session.execute(sql, limits(over));
  const rows = async (sql: string): Promise<ExecutionSuccess['rows']> => success(await run(sql)).rows;

  test('says which engine it is', async () => {
    const info = await platform.info();
    expect(`${info.engine}`).toBe(subject.name);
    expect(info.version).toMatch(/^v?\d+\.\d+/);
    expect(platform.dialect).toBe(subject.kind);
  });

  describe('values', () => {
    test.each(valueCases.filter((one) => one.kind === subject.kind))(
      '$sql',
      async ({ sql, cell, column }) => {
        const result = success(await run(sql));
        expect(result.rows).toEqual([[cell]]);
        if (Object.is(cell, 0)) expect(Object.is(result.rows[0]?.[0], -0)).toBe(false);
        if (column !== undefined) expect(result.columns[0]).toMatchObject(column);
      },
    );
  });

  test('keeps names, their case and duplicates', async () => {
    const result = success(
      await run('select id, name as "Näme", id, 1 as id from people order by people.id limit 1'),
    );
    expect(result.columns.map((column) => column.name)).toEqual(['id', 'Näme', 'id', 'id']);
    expect(result.rows).toEqual([[1, 'Ada', 1, 1]]);
  });

  test('has columns for a result without rows, and none of its own making', async () => {
    const result = success(await run('select id, name from people where 1 = 0'));
    expect(result.rows).toEqual([]);
    expect(result.columns.map((column) => column.name)).toEqual(['id', 'name']);
  });

  test('describes a query without running it', async () => {
    const columns = await session.describe(`select id, (${endless[subject.kind]}) as n from people`);
    expect('kind' in columns ? columns : columns.map((column) => column.name)).toEqual(['id', 'n']);
    expect(await session.describe('select nothing_here from people')).toMatchObject({ code: 'unknown_name' });
  });

  test.each([
    ['selec 1', 'syntax'],
    ['', 'syntax'],
    ['-- nothing', 'syntax'],
    ['select 1 from', 'syntax'],
    ['select 1\0', 'syntax'],
    ['select nope from people', 'unknown_name'],
    ['select * from nope', 'unknown_name'],
    ['select nope(1)', 'unknown_name'],
    ['select 1; select 2', 'refused'],
    ["insert into people values (9, 'x', null, null)", 'refused'],
    ['delete from people returning id', 'refused'],
    ['create table x (i integer)', 'refused'],
    ['drop table people', 'refused'],
    ['begin', 'refused'],
  ])('%j is an error of the query: %s', async (sql, code) => {
    expect(await run(sql)).toMatchObject({ kind: 'error', code, fault: 'query' });
  });

  test.skipIf(!subject.isServer)('keeps the SQLSTATE, and nothing of the address', async () => {
    const result = await run('select * from nope');
    expect(result).toMatchObject({ code: 'unknown_name', sqlState: expect.stringMatching(/^42[SP]0[12]$/) });
    const { protections, stillPossible, readOnly } = await platform.examine();
    expect(readOnly).toBe(true);
    expect(JSON.stringify([result, protections, stillPossible, await platform.info()])).not.toContain(
      'secret',
    );
    expect(await platform.fingerprint()).toEqual(await platform.fingerprint());
    expect(await platform.fingerprint()).toMatchObject({ strength: 'schema' });
  });

  test('a trailing semicolon and comments are no second statement', async () => {
    expect(await rows("select ';' as a /* ; */; -- ; select 2\n ;")).toEqual([[';']]);
  });

  test('says nothing of where the database is', async () => {
    const result = await run('select * from nope');
    expect(JSON.stringify(result)).not.toContain(folder.path);
  });

  test('stops at the deadline, and the next query runs', async () => {
    const result = await run(endless[subject.kind], { timeoutMs: 300 });
    expect(result).toMatchObject({ kind: 'error', code: 'timeout', fault: 'query' });
    expect(await rows('select count(*) from people')).toEqual([[3]]);
  });

  onFiles('stops at the cap of memory, and the next query runs', async () => {
    const small = { ...subject.settings.limits, memoryBytes: 400_000_000 };
    const config = await asFile.makeFile(folder.path, `small-${platformIndex(subject)}`, script);
    const capped = openPlatform(config, { ...subject.settings, limits: small });
    const open = await capped.open();
    const result = await open.execute(greedy[asFile.kind], limits());
    expect(result).toMatchObject({ kind: 'error', code: 'memory', fault: 'query' });
    expect(success(await open.execute('select count(*) from people', limits())).rows).toEqual([[3]]);
    await capped.close();
  });

  test('does not start without time', async () => {
    const result = await run('select 1', { timeoutMs: 0 });
    expect(result).toMatchObject({ code: 'budget_exceeded', fault: 'query', latencySeconds: 0 });
  });

  test('stops when the caller cancels, before and while it runs', async () => {
    const controller = new AbortController();
    const running = run(endless[subject.kind], { signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    expect(await running).toMatchObject({ code: 'cancelled', fault: 'infrastructure' });
    expect(await run('select 1', { signal: controller.signal })).toMatchObject({ code: 'cancelled' });
    expect(await rows('select count(*) from people')).toEqual([[3]]);
  });

  test('a busy caller does not make a time-out of a query that is done in time', async () => {
    const running = run(manyRows[subject.kind], { maxRows: 5000, timeoutMs: 2000 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2500);
    expect(success(await running).rows.length).toBe(5000);
  });

  test.each([1, 10, 5000])('reads %i rows and reports that there were more', async (maxRows) => {
    const result = success(await run(manyRows[subject.kind], { maxRows, maxBytes: 1e9 }));
    expect(result.rows.map((row) => row[0])).toEqual(Array.from({ length: maxRows }, (_, at) => at));
    expect(result.truncated).toBe('rows');
  });

  test('does not report a cut where the rows are exactly as many as allowed', async () => {
    const result = success(await run('select id from people', { maxRows: 3 }));
    expect(result.rows.length).toBe(3);
    expect(result.truncated).toBe(null);
  });

  test('stops at the cap of bytes and reports it', async () => {
    const result = success(await run(manyRows[subject.kind], { maxRows: 1e9, maxBytes: 100_000 }));
    expect(result.truncated).toBe('bytes');
    expect(result.rows.length).toBeGreaterThan(50);
    expect(result.rows.length).toBeLessThanOrEqual(100);
  });

  test('runs many queries at once, each with its own answer', async () => {
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, at) => rows(`select ${at} + count(*) from people`)),
    );
    expect(results).toEqual(Array.from({ length: 20 }, (_, at) => [[at + 3]]));
    expect(childPool.pids().length).toBeLessThanOrEqual(settings.concurrency.children);
  });

  onFiles('a query whose process is killed from outside is run once more', async () => {
    await run('select 1');
    const [sql, count] = finite[asFile.kind];
    const running = rows(sql);
    await killWorking();
    expect(await running).toEqual([[count]]);
  });

  onFiles('a query that ends its process twice is an engine crash, and the next query runs', async () => {
    await run('select 1');
    let ended = false;
    const running = run(endless[asFile.kind]).finally(() => {
      ended = true;
    });
    while (!ended) await killWorking();
    expect(await running).toMatchObject({ kind: 'error', code: 'engine_crash', fault: 'query' });
    expect(await rows('select count(*) from people')).toEqual([[3]]);
  });

  onFiles('a database that was written meanwhile is read again, and one that is gone is missed', async () => {
    const name = `changed-${platformIndex(subject)}`;
    const config = await asFile.makeFile(folder.path, name, 'create table t as select 1 as a;');
    const changing = openPlatform(config, subject.settings);
    const open = await changing.open();
    expect(success(await open.execute('select a from t', limits())).rows).toEqual([[1]]);
    const first = await changing.fingerprint();
    rmSync(config.path);
    await asFile.makeFile(folder.path, name, 'create table t as select 2 as a;');
    expect(success(await open.execute('select a from t', limits())).rows).toEqual([[2]]);
    expect(await changing.fingerprint()).toMatchObject({ strength: 'content' });
    expect((await changing.fingerprint()).hash).not.toBe(first.hash);
    rmSync(config.path);
    expect(await open.execute('select a from t', limits())).toMatchObject({
      code: 'connection',
      fault: 'infrastructure',
    });
    await changing.close();
  });

  test('closing cancels what still runs', async () => {
    const config = await subject.makeFile(folder.path, `closing-${platformIndex(subject)}`, script);
    await platform.close();
    const closing = openPlatform(config, subject.settings);
    const open = await closing.open();
    await open.execute('select 1', limits());
    const running = open.execute(endless[subject.kind], limits());
    await new Promise((resolve) => setTimeout(resolve, 50));
    await closing.close();
    expect(await running).toMatchObject({ code: 'cancelled', fault: 'infrastructure' });
    expect(await open.execute('select 1', limits())).toMatchObject({ code: 'cancelled' });
    expect(childPool.workingPids()).toEqual([]);
    platform = openPlatform(config, subject.settings);
    session = await platform.open();
  });

  test('reads the catalogue', async () => {
    const catalog = await platform.catalog();
    expect(catalog.dialect).toBe(subject.kind);
    const people = catalog.tables.find((table) => table.name === 'people');
    expect(people).toMatchObject({
      kind: 'table',
      primaryKey: ['id'],
      foreignKeys: [{ columns: ['boss'], references: { table: 'people', columns: ['id'] } }],
    });
    expect(people?.columns.map((column) => [column.name, column.nullable])).toEqual([
      ['id', false],
      ['name', false],
      ['born', true],
      ['boss', true],
    ]);
    expect(people?.checks.length).toBe(1);
    expect(people?.checks[0]).toContain('length(');
    expect(catalog.tables.find((table) => table.name === 'bosses')).toMatchObject({ kind: 'view' });
  });

  onFiles('a file that is no database is the infrastructure’s fault', async () => {
    const path = join(folder.path, `broken-${platformIndex(subject)}`);
    writeFileSync(
      path,
      'this is a text file, not a database, and long enough to have a header of 100 bytes'.repeat(9),
    );
    const broken = openPlatform({ kind: asFile.kind, path }, subject.settings);
    const open = await broken.open();
    const result = await open.execute('select 1', limits());
    expect(result).toMatchObject({ kind: 'error', code: 'connection', fault: 'infrastructure' });
    expect(JSON.stringify(result)).not.toContain(folder.path);
    await expect(broken.catalog()).rejects.toMatchObject({ code: 'E_DATABASE_UNREADABLE' });
    await expect(broken.info()).rejects.toMatchObject({ code: 'E_DATABASE_UNREADABLE' });
    await broken.close();
  });

  onFiles('a script without a statement makes an empty database', async () => {
    const file = join(folder.path, `empty-${platformIndex(subject)}.sql`);
    writeFileSync(file, '-- nothing yet\n');
    const made = openPlatform({ kind: asFile.kind, scripts: [file] }, subject.settings);
    const open = await made.open();
    expect(success(await open.execute('select 1', limits())).rows).toEqual([[1]]);
    await made.close();
  });

  onFiles('a database made by scripts is read-only once it is made', async () => {
    const file = join(folder.path, `made-${platformIndex(subject)}.sql`);
    writeFileSync(file, 'create table t (a integer);\ninsert into t values (1), (2);');
    const made = openPlatform({ kind: asFile.kind, scripts: [file] }, subject.settings);
    const open = await made.open();
    expect(success(await open.execute('select sum(a) from t', limits())).rows).toEqual([[3]]);
    expect(await open.execute('insert into t values (3)', limits())).toMatchObject({ code: 'refused' });
    expect(await open.execute('with x as (select 3) insert into t select * from x', limits())).toMatchObject({
      kind: 'error',
      fault: 'query',
    });
    expect(success(await open.execute('select sum(a) from t', limits())).rows).toEqual([[3]]);
    const hash = (await made.fingerprint()).hash;
    expect(hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    writeFileSync(file, 'create table t (a integer);');
    expect((await made.fingerprint()).hash).not.toBe(hash);
    await made.close();
  });

  onFiles('now means the reference date, where one is set', async () => {
    const config = await asFile.makeFile(folder.path, `clock-${platformIndex(subject)}`, script);
    const pinned = openPlatform(config, { ...subject.settings, referenceDate: '2020-02-29' });
    const open = await pinned.open();
    const result = success(await open.execute(clock[asFile.kind], limits()));
    expect(result.rows).toEqual([['2020-02-29', '2020-02-29 00:00:00', '2020', 1, '2024-01-31']]);
    expect(result.dialectNotes).toEqual([]);
    await pinned.close();
  });

  onFiles('a script that fails says which statement the engine did not like', async () => {
    const file = join(folder.path, `bad-${platformIndex(subject)}.sql`);
    writeFileSync(file, 'create table t (a integer); insert into missing_table values (1);');
    const made = openPlatform({ kind: asFile.kind, scripts: [file] }, subject.settings);
    await expect(made.info()).rejects.toThrow(/missing_table/);
    await made.close();
  });

  onFiles(
    'fifty databases are served by four processes',
    async () => {
      const template = await asFile.makeFile(
        folder.path,
        `many-${platformIndex(subject)}-{db_id}`,
        'select 1;',
      );
      rmSync(template.path);
      for (let at = 0; at < 50; at++) {
        await asFile.makeFile(
          folder.path,
          `many-${platformIndex(subject)}-db${at}`,
          `create table t as select ${at} as a;`,
        );
      }
      const platforms = createPlatforms({ ...subject.settings, datasources: { many: template } });
      const seen = await Promise.all(
        Array.from({ length: 50 }, async (_, at) => {
          const one = await platforms.get('many', `db${at}`);
          const result = success(await (await one.open()).execute('select a from t', limits()));
          expect(childPool.pids().length).toBeLessThanOrEqual(settings.concurrency.children);
          return result.rows[0]?.[0];
        }),
      );
      expect(seen).toEqual(Array.from({ length: 50 }, (_, at) => at));
      await platforms.close();
    },
    120_000,
  );
});

function platformIndex(subject: Subject): number {
  return subjects.indexOf(subject);
}

function success(result: ExecutionResult): ExecutionSuccess {
  if (result.kind === 'error') throw new Error(`${result.code}: ${result.message}`);
  return result;
}

/** Kills the children that run a query, a moment later. */
async function killWorking(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 100));
  for (const pid of childPool.workingPids()) process.kill(pid, 'SIGKILL');
}

test('engines take turns in one process slot', async () => {
  const one = { ...settings, concurrency: { ...settings.concurrency, children: 1 } };
  const open = async (kind: FileSubject['kind']) => {
    const file = join(folder.path, `turns-${kind}.sql`);
    writeFileSync(file, 'create table t (a integer); insert into t values (1);');
    const platform = openPlatform({ kind, scripts: [file] }, { ...one, sqliteDriver: 'sql.js' });
    return { platform, session: await platform.open() };
  };
  const [duckdb, sqlite] = [await open('duckdb'), await open('sqlite')];
  for (const { session } of [duckdb, sqlite, duckdb, sqlite]) {
    expect(success(await session.execute('select a from t', limits())).rows).toEqual([[1]]);
    expect(childPool.pids().length).toBe(1);
  }
  await duckdb.platform.close();
  await sqlite.platform.close();
});

test('left to itself, SQLite takes the first driver that is there', async () => {
  const first = fileSubjects.find((subject) => subject.kind === 'sqlite' && subject.absent === null)!;
  const config = await first.makeFile(folder.path, 'auto', script);
  const platform = openPlatform(config, settings);
  expect((await platform.info()).engine).toBe(first.name);
  await platform.close();
});

test.each(fileSubjects.filter((subject) => subject.absent !== null))(
  'a driver that is asked for and absent says how to get it: $kind',
  async (subject) => {
    const config = await subject.makeFile(folder.path, `absent-${platformIndex(subject)}`, script);
    const platform = openPlatform(config, subject.settings);
    await expect(platform.info()).rejects.toThrow(/driver .* is not there\. (Install|It needs)/);
    await platform.close();
  },
);
