import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compareQueries } from '../../src/pushdown/index.js';
import { compareRowSets } from '../../src/rowsets/index.js';
import type { Platform, QueryRunner, Row } from '../../src/types/index.js';
import { countingRunner, openSubject, pushdownSubjects } from './pushdown-subjects.js';
import { type ResultPair, resultPairs } from './result-pairs.js';

const pairsPerEngine = 600;

/** What the database says and what the client says of the pulled rows; null when the engine rejects the pair itself. */
async function bothVerdicts(
  queries: QueryRunner,
  { expected, actual, tolerance }: ResultPair,
): Promise<{ readonly pushed: string; readonly pulled: string } | null> {
  const sides = [await queries.run(expected), await queries.run(actual)] as const;
  const columns = [await queries.describe(expected), await queries.describe(actual)] as const;
  const [one, other] = sides;
  if (one.kind === 'error' || other.kind === 'error') return null;
  if ('code' in columns[0] || 'code' in columns[1]) throw new Error('a query that runs is not described');
  const names = other.columns.map(({ name }) => name);
  const reordered = other.rows.map((row): Row => one.columns.map(({ name }) => row[names.indexOf(name)]!));
  const pulled = compareRowSets({ rows: one.rows }, { rows: reordered }, { order: 'ignore', tolerance });
  const pushed = await compareQueries(
    queries,
    { sql: expected, columns: columns[0] },
    { sql: actual, columns: columns[1] },
    { columnOrder: 'ignore', nullEquality: 'equal', tolerance, matchKey: [] },
  );
  const reason = pushed.outcome === 'inconclusive' ? `: ${pushed.reason}` : '';
  return { pushed: `${pushed.outcome}${reason}`, pulled: pulled.outcome };
}

for (const subject of pushdownSubjects) {
  describe.skipIf(subject.datasource === null)(subject.name, () => {
    let platform: Platform;
    beforeAll(() => {
      platform = openSubject(subject);
    });
    afterAll(() => platform?.close());

    it('says inside the database what the client says of the rows', { timeout: 180_000 }, async () => {
      const queries = countingRunner(platform);
      const seen = { equal: 0, different: 0 };
      await fc.assert(
        fc.asyncProperty(resultPairs(subject.pools), async (pair) => {
          const verdicts = await bothVerdicts(queries, pair);
          if (verdicts === null) return;
          expect(verdicts.pushed, JSON.stringify(pair)).toBe(verdicts.pulled);
          if (verdicts.pulled !== 'inconclusive') seen[verdicts.pulled as 'equal' | 'different']++;
        }),
        { numRuns: pairsPerEngine },
      );
      expect(Math.min(seen.equal, seen.different)).toBeGreaterThan(pairsPerEngine / 10);
    });
  });
}
