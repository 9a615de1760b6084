import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Platform } from '../../src/types/index.js';
import { bothVerdicts } from './both-verdicts.js';
import { countingRunner, openSubject, pushdownSubjects, type TypePool } from './pushdown-subjects.js';
import { keyedPairs, type ResultPair, resultPairs } from './result-pairs.js';

const pairsPerEngine = Number(process.env.SQLASSAY_TEST_PAIRS ?? 400);

/** Types whose keys the database does not join as equal cells: the comparison says so and stops. */
const unjoinable = /^inconclusive: rows cannot be paired by/;

/** Doubles half a step apart. */
function closeNumbers(dialect: string): TypePool {
  const type = { sqlite: 'real', postgres: 'float8' }[dialect] ?? 'double';
  return {
    type,
    values: ['0', '0.5', '1', '1.5', '2', '2.5', '3'].map((text) => `cast(${text} as ${type})`),
  };
}

for (const subject of pushdownSubjects) {
  describe.skipIf(subject.datasource === null)(`inside ${subject.name}`, { timeout: 600_000 }, () => {
    let platform: Platform;
    beforeAll(() => {
      platform = openSubject(subject);
    });
    afterAll(() => platform?.close());

    async function agrees(pairs: fc.Arbitrary<ResultPair>): Promise<void> {
      const queries = countingRunner(platform);
      const seen = { equal: 0, different: 0, inconclusive: 0 };
      await fc.assert(
        fc.asyncProperty(pairs, async (pair) => {
          const verdicts = await bothVerdicts(queries, pair);
          if (verdicts === null || unjoinable.test(verdicts.pushed)) return;
          expect(verdicts.pushed, JSON.stringify(pair)).toBe(verdicts.pulled);
          seen[verdicts.pulled]++;
        }),
        { numRuns: pairsPerEngine },
      );
      expect(Math.min(seen.equal, seen.different)).toBeGreaterThan(pairsPerEngine / 20);
    }

    it('bags compare as the client compares the pulled rows', () => agrees(resultPairs(subject.pools)));

    it('numbers in reach of each other are paired through rows that both sides have', () =>
      agrees(resultPairs([closeNumbers(subject.dialect)])));

    it('keyed rows compare as the client compares the pulled rows', () => agrees(keyedPairs(subject.pools)));
  });
}
