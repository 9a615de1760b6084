import { expect, test } from 'vitest';
import { catalogFromDdl } from '../../src/catalog/index.js';
import { AstEquivalence, PlanEquivalence, TextEquivalence } from '../../src/equivalence/index.js';
import { unsoundShortcuts } from './unsound-shortcuts.js';

const checks = [new TextEquivalence(), new AstEquivalence(), new PlanEquivalence()];

test.each(unsoundShortcuts)(
  '$number: $shortcut ($dialect)',
  async ({ ddl, dialect, gold, candidate, oneWay }) => {
    const { catalog } = catalogFromDdl(ddl, dialect);
    for (const check of checks) {
      for (const known of [{ catalog }, {}]) {
        const ways = oneWay
          ? [[gold, candidate] as const]
          : ([
              [gold, candidate],
              [candidate, gold],
            ] as const);
        for (const [one, other] of ways) {
          const verdict = await check.judge(
            { gold: one, candidate: other, dialect },
            { ...known, signal: new AbortController().signal, budget: { milliseconds: 20_000 } },
          );
          expect(verdict, check.method).toMatchObject({ equivalence: 'unknown', method: check.method });
        }
      }
    }
  },
);

test('every shortcut of the list is tried', () => {
  const numbers = new Set(unsoundShortcuts.map(({ number }) => number));
  expect(Array.from({ length: 30 }, (_, at) => at + 1).filter((number) => !numbers.has(number))).toEqual([]);
});
