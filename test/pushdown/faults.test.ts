import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { dialectOf } from '../../src/dialects/index.js';
import type { Platform, QueryRunner } from '../../src/types/index.js';
import { bothVerdicts } from './both-verdicts.js';
import { countingRunner, openSubject, pushdownSubjects } from './pushdown-subjects.js';
import { keyedPairs, resultPairs } from './result-pairs.js';

/** Whether the property that the database and the client agree still holds. */
async function holds(queries: QueryRunner, pairs: ReturnType<typeof resultPairs>): Promise<boolean> {
  const { failed } = await fc.check(
    fc.asyncProperty(pairs, async (pair) => {
      const verdicts = await bothVerdicts(queries, pair);
      return verdicts === null || verdicts.pushed === verdicts.pulled;
    }),
    { numRuns: 600, endOnFailure: true, seed: 7 },
  );
  return !failed;
}

/** The same runner, with its queries changed on the way. */
function changed(queries: QueryRunner, change: (sql: string) => string): QueryRunner {
  return { ...queries, run: (sql) => queries.run(change(sql)) };
}

for (const dialect of ['duckdb', 'sqlite']) {
  const subject = pushdownSubjects.find((one) => one.dialect === dialect)!;
  const comparison = dialectOf(dialect).comparison!;

  describe(`a fault in ${dialect} is found`, { timeout: 120_000 }, () => {
    let platform: Platform;
    let queries: QueryRunner;
    beforeAll(() => {
      platform = openSubject(subject);
      queries = countingRunner(platform);
    });
    afterAll(() => platform.close());
    afterEach(() => vi.restoreAllMocks());

    it('when collations and types are grouped as the engine does by itself', async () => {
      vi.spyOn(comparison, 'keyOf').mockReturnValue({ key: (column) => column, groups: 'exactly' });
      const pools = subject.pools
        .filter(({ type }) => ['VARCHAR nocase', 'INTERVAL', 'any'].includes(type))
        .map(({ type, values }) => ({
          type,
          values: values.filter((value) => /'(?:a|A|1 month|30 days)'/.test(value)),
        }));
      expect(await holds(queries, resultPairs(pools))).toBe(false);
    });

    it('when a row too many does not count', async () => {
      const off = changed(queries, (sql) => sql.replace('having sum(w) <> 0', 'having abs(sum(w)) > 1'));
      expect(await holds(off, resultPairs(subject.pools))).toBe(false);
    });

    // SQLite has no types of columns.
    it.skipIf(dialect === 'sqlite')(
      'when a type that has no key in common with another is given one',
      async () => {
        vi.spyOn(comparison, 'commonKey').mockReturnValue({
          expected: (column) => `cast(${column} as varchar)`,
          actual: (column) => `cast(${column} as varchar)`,
          groups: 'exactly',
        });
        const pools = subject.pools.filter(({ type }) => ['DOUBLE', 'DECIMAL(38,10)'].includes(type));
        expect(await holds(queries, resultPairs(pools))).toBe(false);
      },
    );

    it('when the rows around a difference are not looked at', async () => {
      const blind = changed(queries, (sql) =>
        sql.replace(/ u where [\s\S]* group by/, ' u where 1 = 0 group by'),
      );
      expect(await holds(blind, resultPairs(subject.pools))).toBe(false);
    });

    it('when the join forgets one side', async () => {
      const halved = changed(queries, (sql) =>
        sql.replace('full join', 'left join').replace(/union all\nselect .* where g\.h is null/, ''),
      );
      expect(await holds(halved, keyedPairs(subject.pools))).toBe(false);
    });
  });
}
