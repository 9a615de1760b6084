import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Expectation } from '../../types/index.js';
import { type ExpectationBench, openBench } from './expectations.fixture.js';

const numbers = fc.constantFrom<string | null>('0', '1', '2', '-1', '9007199254740993', '0.5', '1.0', null);
const texts = fc.constantFrom<string | null>("'a'", "'A'", "'a '", "''", "'é'", "'1'", "'2024-05-01'", null);
const rows = fc.array(fc.tuple(numbers, texts), { maxLength: 6 });
const written = fc.constantFrom<number | string>(0, 1, 2, 0.5, 'a', 'A', '', '1', '0.5', '2024-05-01');
const column = fc.constantFrom('n', 't');

const expectations: fc.Arbitrary<Expectation> = fc.oneof(
  column.map((name) => ({ kind: 'not_null', column: name }) as const),
  fc.uniqueArray(column, { minLength: 1 }).map((columns) => ({ kind: 'unique', columns }) as const),
  fc.record({ kind: fc.constant('in_set' as const), column, values: fc.array(written, { minLength: 1 }) }),
  fc.record({ kind: fc.constant('between' as const), column, min: written, max: written }),
  fc.record({
    kind: fc.constant('mean_between' as const),
    column,
    min: fc.constantFrom(0, '0.5', 0.5),
    max: fc.constantFrom(1, '1.5', 2),
  }),
  column.map((name) => ({ kind: 'matches', column: name, pattern: '^[a1]' }) as const),
  column.map((name) => ({ kind: 'values_in_order', column: name, direction: 'ascending' }) as const),
  fc.integer({ min: 0, max: 3 }).map((max) => ({ kind: 'row_count', max }) as const),
);

for (const kind of ['sqlite', 'duckdb'] as const) {
  describe(`what ${kind} finds out over a query`, () => {
    let bench: ExpectationBench;
    beforeAll(() => {
      bench = openBench(kind, 'CREATE TABLE unused(a INTEGER);');
    });
    afterAll(() => bench.close());

    it('is what its rows say', async () => {
      const number = (text: string | null) =>
        kind === 'duckdb' ? `CAST(${text} AS DECIMAL(20,2))` : `${text}`;
      await fc.assert(
        fc.asyncProperty(rows, expectations, async (given, expectation) => {
          const values = given.map(([n, t], index) => `SELECT ${index}, ${number(n)}, ${t}`);
          const none = `SELECT 0, ${number('1')}, 'a' WHERE 1 = 0`;
          const sql = `WITH v(i, n, t) AS (${[...values, none].join(' UNION ALL ')}) SELECT n, t FROM v ORDER BY i`;
          const pushed = await bench.outcome(sql, expectation);
          const read = await bench.outcomeOfRows(sql, expectation);
          expect({ passed: pushed.passed, count: pushed.count }).toEqual({
            passed: read.passed,
            count: read.count,
          });
        }),
        { numRuns: 60 },
      );
    });
  });
}
