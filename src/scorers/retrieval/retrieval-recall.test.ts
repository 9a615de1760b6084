import { describe, expect, test } from 'vitest';
import type { Case, RetrievalRecord } from '../../types/index.js';
import { bareContext, caseRunOf } from '../case-run.fixture.js';
import { RetrievalRecall } from './retrieval-recall.js';

const scorer = new RetrievalRecall();

async function judge(parts: Partial<Case>, retrieval: RetrievalRecord | null) {
  return scorer.score(caseRunOf({ case: { id: 'c', question: 'q', ...parts }, retrieval }), bareContext);
}

describe('retrieval_recall', () => {
  test('passes when every table and column was sent, whatever else was', async () => {
    const score = await judge(
      { tables: ['sale', 'Customer'], columns: ['sale.total', 'customer.ID'] },
      { customer: ['id', 'name'], SALE: ['total'], store: [] },
    );
    expect(score).toMatchObject({ verdict: 'pass', value: 1, basis: 'observed' });
    expect(score.detail).toMatchObject({
      table_recall: 1,
      column_recall: 1,
      table_precision: 2 / 3,
      missed_tables: [],
      missed_columns: [],
      tables_sent: 3,
      columns_sent: 3,
    });
  });

  test('names what was missed, and its value is column recall', async () => {
    const score = await judge(
      { tables: ['sale', 'customer'], columns: ['sale.total', 'customer.id'] },
      { sale: ['total', 'day'] },
    );
    expect(score).toMatchObject({
      verdict: 'fail',
      value: 0.5,
      reason: 'The retriever did not send table customer and column customer.id; it sent 1 table',
    });
    expect(score.detail).toMatchObject({ table_recall: 0.5, missed_tables: ['customer'] });
  });

  test('a case without columns is valued by its tables', async () => {
    expect(await judge({ tables: ['a', 'b'] }, { a: ['x'] })).toMatchObject({ verdict: 'fail', value: 0.5 });
    expect((await judge({ tables: ['a'] }, { a: [] })).detail.column_recall).toBeNull();
  });

  test('names are told apart by schema, not by quotes, case, repetition or the default schema', async () => {
    const passes = async (table: string, sent: string) =>
      (await judge({ tables: [table, table] }, { [sent]: [] })).verdict === 'pass';
    expect(await passes('orders', '"main"."Orders"')).toBe(true);
    expect(await passes('public.orders', 'ORDERS')).toBe(true);
    expect(await passes('[Order Line]', '`order line`')).toBe(true);
    expect(await passes('"a""b"', '"A""B"')).toBe(true);
    expect(await passes('sales.users', 'archive.users')).toBe(false);
    expect(await passes('sales.users', 'users')).toBe(false);
    expect(await passes('"a.b"', 'a.b')).toBe(false);
  });

  test('columns of another table do not count', async () => {
    const score = await judge({ tables: ['a', 'b'], columns: ['a.id'] }, { a: ['x'], b: ['id'] });
    expect(score).toMatchObject({ verdict: 'fail', value: 0 });
    expect(score.detail.missed_columns).toEqual(['a.id']);
  });

  test('a column without its table is the only table’s, else any table’s', async () => {
    expect((await judge({ tables: ['a'], columns: ['id'] }, { a: [], b: ['id'] })).verdict).toBe('fail');
    expect((await judge({ tables: ['a', 'b'], columns: ['id'] }, { a: [], b: ['id'] })).verdict).toBe('pass');
  });

  test('a common table expression of the gold query is no table', async () => {
    const sql =
      'WITH top(x) AS (SELECT id FROM sale), sale2 AS MATERIALIZED (SELECT 1) SELECT * FROM top, sale2';
    const parts = { sql, tables: ['sale', 'top', 'sale2'], columns: ['sale.id', 'top.x'] };
    expect((await judge(parts, { sale: ['id'] })).verdict).toBe('pass');
    const shadowed = { sql: 'WITH sale AS (SELECT * FROM main.sale) SELECT * FROM sale', tables: ['sale'] };
    expect((await judge(shadowed, {})).verdict).toBe('fail');
  });

  test('an empty record fails with 0, no record says nothing', async () => {
    const empty = await judge({ tables: ['a'], columns: ['a.id'] }, {});
    expect(empty).toMatchObject({ verdict: 'fail', value: 0 });
    expect(empty.detail.table_precision).toBeNull();
    expect((await judge({ tables: ['a'] }, null)).verdict).toBe('not_applicable');
  });

  test('applies to allowed roles on cases with tables, routing cases too', async () => {
    const item = { id: 'c', question: 'q', tables: ['a'] };
    expect(scorer.appliesTo(caseRunOf({ case: { ...item, kind: 'routing' } }))).toBe(true);
    expect(scorer.appliesTo(caseRunOf({ case: item, expected: 'refused' }))).toBe(false);
    expect(scorer.appliesTo(caseRunOf())).toBe(false);
    await expect(scorer.score(caseRunOf(), bareContext)).rejects.toThrow(
      expect.objectContaining({ code: 'E_SCORER_NOT_APPLICABLE' }),
    );
  });
});
