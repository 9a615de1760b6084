import { afterAll, expect, test } from 'vitest';
import { type Recheck, recheckCounterexamples } from '../../bench/equivalence/recheck.js';
import { Random } from '../../scripts/fuzz-equivalence/random.js';
import { randomPairs } from '../../scripts/fuzz-equivalence/random-pairs.js';
import { printSchema, randomSchema } from '../../scripts/fuzz-equivalence/schema-model.js';
import { readTemplates } from '../../scripts/fuzz-equivalence/templates.js';
import { varyOne } from '../../scripts/fuzz-equivalence/vary-text.js';
import { catalogFromDdl } from '../../src/catalog/index.js';
import { WitnessSearch } from '../../src/equivalence/index.js';
import { createScratch } from '../../src/platforms/index.js';
import { settings } from '../conformance/platform-subjects.js';

const sample = 200;
const scratch = createScratch('sqlite', settings);
afterAll(() => scratch.close());

/** Pairs of which most are not equal, the same each time: reviewed ones with one thing changed, and random ones. */
function* unlikePairs() {
  const random = new Random(1);
  const templates = readTemplates().filter(({ dialects }) => dialects.includes('sqlite'));
  for (;;) {
    const { schema, pairs } = random.pick(templates);
    yield { schema, pair: varyOne(random.pick(pairs), schema, 'sqlite', random) };
    const other = randomSchema(random);
    for (const pair of randomPairs(other, 1, random)) yield { schema: other, pair };
  }
}

test(`${sample} counterexamples differ when they are executed again from their own statements`, async () => {
  const search = new WitnessSearch({ databases: 30, mostDatabases: 30 });
  const found: Recheck[] = [];
  for (const { schema, pair } of unlikePairs()) {
    if (found.length === sample) break;
    const { gold, candidate, origin } = pair;
    const { catalog } = catalogFromDdl(printSchema(schema, 'sqlite').join(';\n'), 'sqlite');
    const verdict = await search.judge(
      { gold, candidate, dialect: 'sqlite' },
      { catalog, scratch, signal: new AbortController().signal, budget: { milliseconds: 60_000 } },
    );
    if (verdict.equivalence !== 'different') continue;
    const { ddl, inserts } = verdict.witness;
    found.push({ id: `${origin}: ${gold} / ${candidate}`, ddl, inserts, gold, candidate });
  }
  const fresh = createScratch('sqlite', settings);
  try {
    expect(await recheckCounterexamples(found, fresh)).toEqual([]);
  } finally {
    await fresh.close();
  }
}, 1_800_000);

test('a counterexample that shows no difference is told', async () => {
  const base = { ddl: ['CREATE TABLE t (a INTEGER)'], inserts: ['INSERT INTO t VALUES (1)'] };
  const failed = await recheckCounterexamples(
    [
      { ...base, id: 'alike', gold: 'SELECT a FROM t', candidate: 'SELECT a FROM t WHERE a > 0' },
      { ...base, id: 'broken', gold: 'SELECT a FROM t', candidate: 'SELECT b FROM t' },
      { ...base, id: 'unlike', gold: 'SELECT a FROM t', candidate: 'SELECT a FROM t WHERE a > 1' },
    ],
    scratch,
  );
  expect(failed.map(({ id }) => id)).toEqual(['alike', 'broken']);
});
