import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareQueries } from '../../src/pushdown/index.js';
import type { Platform, QueryRunner } from '../../src/types/index.js';
import { countingRunner, openSubject, pushdownSubjects } from './pushdown-subjects.js';

const rows = 5_000_000;
const few = 200_000;
const gold = (count: number): string =>
  `select i as id, i % 7 as kind, i / 4.0 as share from range(${count}) t(i)`;

describe('a large result', { timeout: 240_000 }, () => {
  let platform: Platform;
  beforeAll(() => {
    platform = openSubject(pushdownSubjects[0]!);
  });
  afterAll(() => platform.close());

  async function compare(expected: string, answer: string, matchKey: readonly string[] = []) {
    const queries = countingRunner(platform);
    const described = async (sql: string) => {
      const columns = await (queries as QueryRunner).describe(sql);
      if ('code' in columns) throw new Error(columns.message);
      return { sql, columns };
    };
    const compared = await compareQueries(queries, await described(expected), await described(answer), {
      columnOrder: 'ignore',
      nullEquality: 'equal',
      tolerance: { absolute: 1e-9, relative: 1e-9 },
      matchKey,
    });
    return { compared, read: queries.rowsRead };
  }

  it('of five million rows is equal to itself without a row of it being read', async () => {
    const { compared, read } = await compare(gold(rows), gold(rows));
    expect(compared.outcome).toBe('equal');
    expect(read).toBe(0);
  });

  it('of five million rows differs in one, and only that one is read', async () => {
    const answer = gold(rows).replace('i % 7', 'case when i = 4000000 then -1 else i % 7 end');
    const { compared, read } = await compare(gold(rows), answer);
    expect(compared).toMatchObject({
      outcome: 'different',
      diff: { expectedRows: rows, actualRows: rows, missing: 1, extra: 1 },
    });
    expect(compared.diff?.missingSample[0]?.[0]).toBe(4_000_000);
    expect(read).toBeLessThan(10);
  });

  it('differs everywhere, and a sample is read', async () => {
    const { compared, read } = await compare(gold(few), gold(few).replace('i % 7', 'i % 7 + 1'));
    expect(compared).toMatchObject({ outcome: 'different', detail: { residue_rows: 2 * few } });
    expect(read).toBeLessThan(6000);
  });

  it('is equal by its key although every double is a little off, and none is read', async () => {
    const { compared, read } = await compare(
      gold(few),
      gold(few).replace('i / 4.0', 'i / 4.0 * (1 + 1e-13)'),
      ['id'],
    );
    expect(compared.outcome).toBe('equal');
    expect(read).toBeLessThan(10);
  });

  it('is inconclusive as a bag when every double is a little off, and says how many rows that are', async () => {
    const { compared } = await compare(gold(few), gold(few).replace('i / 4.0', 'i / 4.0 * (1 + 1e-13)'));
    expect(compared.outcome).toBe('inconclusive');
    expect(compared.detail).toHaveProperty('residue_rows');
  });
});
