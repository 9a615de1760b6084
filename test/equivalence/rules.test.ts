import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogFromDdl } from '../../src/catalog/index.js';
import { AstEquivalence, PlanEquivalence } from '../../src/equivalence/index.js';
import { createScratch } from '../../src/platforms/index.js';
import type { Scratch, SemanticVerdict } from '../../src/types/index.js';
import { fileSubjects, limits } from '../conformance/platform-subjects.js';
import { type RulePair, readRulePairs, schema, statementsOf } from './rule-fixtures.js';
import { smallDatabases } from './small-databases.js';

const pairs = readRulePairs();

async function judge(pair: RulePair, dialect: string): Promise<SemanticVerdict> {
  const { catalog } = catalogFromDdl(schema, dialect);
  return new PlanEquivalence().judge(
    { gold: pair.gold, candidate: pair.candidate, dialect },
    { catalog, signal: new AbortController().signal, budget: { milliseconds: 20_000 } },
  );
}

describe.each(pairs)('$rule: $title', (pair) => {
  test(`is ${pair.expected}`, async () => {
    const verdict = await judge(pair, pair.dialect ?? 'sqlite');
    expect(verdict).toMatchObject({ equivalence: pair.expected });
    if (verdict.equivalence === 'equivalent') expect(verdict.trace).toContain(pair.rule);
  });
});

test('what syntax alone proves is proven by the plan too', async () => {
  for (const pair of pairs) {
    const dialect = pair.dialect ?? 'sqlite';
    const { catalog } = catalogFromDdl(schema, dialect);
    const context = { catalog, signal: new AbortController().signal, budget: { milliseconds: 20_000 } };
    const verdict = await new AstEquivalence().judge({ ...pair, dialect }, context);
    if (verdict.equivalence === 'equivalent')
      expect(pair, pair.title).toMatchObject({ expected: 'equivalent' });
  }
});

describe.each(fileSubjects)('executed on $name', (subject) => {
  if (subject.absent !== null) {
    test.skip(subject.absent, () => {});
    return;
  }
  let scratch: Scratch;
  beforeAll(() => {
    scratch = createScratch(subject.kind, subject.settings);
  });
  afterAll(() => scratch.close());
  const dialect = subject.kind;
  const databases = smallDatabases(dialect === 'sqlite' ? 80 : 24, dialect === 'sqlite');
  const ddl = statementsOf(schema);

  const own = pairs.filter((pair) => pair.dialect === null || pair.dialect === dialect);
  const rules = [...new Set(own.filter(({ expected }) => expected === 'equivalent').map(({ rule }) => rule))];

  test.each(rules)('%s never changes a result', async (rule) => {
    const proven: RulePair[] = [];
    for (const pair of own.filter((one) => one.rule === rule)) {
      if ((await judge(pair, dialect)).equivalence === 'equivalent') proven.push(pair);
    }
    expect(proven.length).toBeGreaterThan(0);
    const queries = proven.flatMap(({ gold, candidate }) => [gold, candidate]);
    const outcomes = await scratch.runMany(
      databases.map((rows) => ({ setup: [...ddl, ...rows], queries })),
      limits({ timeoutMs: 60_000 }),
    );
    let compared = 0;
    for (const [database, { setupError, results }] of outcomes.entries()) {
      expect(setupError).toBeNull();
      for (const [at, pair] of proven.entries()) {
        const [gold, candidate] = [results[2 * at], results[2 * at + 1]];
        expect(bag(candidate), `${pair.title}, database ${database}`).toEqual(bag(gold));
        compared += 1;
      }
    }
    expect(compared).toBe(databases.length * proven.length);
  });
});

function bag(
  result: Awaited<ReturnType<Scratch['runMany']>>[number]['results'][number] | undefined,
): readonly string[] {
  if (result === undefined || !('rows' in result))
    throw new Error(`the query failed: ${JSON.stringify(result)}`);
  return result.rows
    .map((row) => JSON.stringify(row, (_, value) => (typeof value === 'bigint' ? String(value) : value)))
    .sort();
}
