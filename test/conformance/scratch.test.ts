import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createScratch } from '../../src/platforms/index.js';
import type { Scratch } from '../../src/types/index.js';
import { fileSubjects, limits } from './platform-subjects.js';

const endless = 'with recursive r(i) as (select 1 union all select i + 1 from r) select count(*) from r';

describe.each(fileSubjects)('$name', (subject) => {
  if (subject.absent !== null) {
    test.skip(subject.absent, () => {});
    return;
  }
  let scratch: Scratch;
  beforeAll(() => {
    scratch = createScratch(subject.kind, subject.settings);
  });
  afterAll(() => scratch.close());

  const database = (value: number, ...queries: string[]) => ({
    setup: ['create table t (a integer, b text)', `insert into t values (${value}, 'x'), (null, 'y')`],
    queries,
  });

  test('runs every query on every database, which know nothing of each other', async () => {
    const results = await scratch.runMany(
      [
        database(1, 'select a from t order by a', 'select count(*) as n from t'),
        database(2, 'select max(a) from t'),
      ],
      limits(),
    );
    expect(results.map((one) => one.setupError)).toEqual([null, null]);
    expect(results[0]?.results[1]).toMatchObject({ rows: [[2]], columns: [{ name: 'n' }] });
    expect(results[1]?.results[0]).toMatchObject({ rows: [[2]] });
    const next = await scratch.runMany([{ setup: [], queries: ['select * from t'] }], limits());
    expect(next[0]?.results[0]).toMatchObject({ code: 'unknown_name', fault: 'query' });
  });

  test('runs hundreds in one call', async () => {
    const many = Array.from({ length: 200 }, (_, at) => database(at, 'select max(a) from t'));
    const results = await scratch.runMany(many, limits());
    expect(results.map((one) => one.results[0])).toEqual(
      many.map((_, at) => expect.objectContaining({ rows: [[at]] })),
    );
  });

  test('says why a database could not be made, and goes on', async () => {
    const broken = {
      setup: ['create table t (a integer)', 'insert into nope values (1)'],
      queries: ['select 1'],
    };
    const results = await scratch.runMany([broken, database(7, 'select max(a) from t')], limits());
    expect(results[0]).toMatchObject({ setupError: expect.stringContaining('nope'), results: [] });
    expect(results[1]?.results[0]).toMatchObject({ rows: [[7]] });
  });

  test('caps rows, and refuses what is no query', async () => {
    const results = await scratch.runMany(
      [database(1, 'select b from t', 'drop table t', 'select 1; select 2', 'select count(*) from t')],
      limits({ maxRows: 1 }),
    );
    expect(results[0]?.results).toMatchObject([
      { rows: [['x']], truncated: 'rows' },
      { code: 'refused' },
      { code: 'refused' },
      { rows: [[2]], truncated: null },
    ]);
  });

  test('keeps what was done when the time is up', async () => {
    const results = await scratch.runMany(
      [database(1, 'select max(a) from t'), database(2, endless), database(3, 'select max(a) from t')],
      limits({ timeoutMs: 1500 }),
    );
    expect(results[0]?.results[0]).toMatchObject({ rows: [[1]] });
    expect(results[1]?.results[0]).toMatchObject({ code: 'timeout', fault: 'query' });
    expect(results[2]?.results[0]).toMatchObject({
      kind: 'error',
      code: expect.stringMatching(/timeout|budget/),
    });
    const next = await scratch.runMany([database(4, 'select max(a) from t')], limits());
    expect(next[0]?.results[0]).toMatchObject({ rows: [[4]] });
  });

  test('stops when the caller cancels', async () => {
    const controller = new AbortController();
    const running = scratch.runMany([database(1, endless)], limits({ signal: controller.signal }));
    setTimeout(() => controller.abort(), 200);
    expect((await running)[0]?.results[0]).toMatchObject({ code: 'cancelled' });
  });
});
