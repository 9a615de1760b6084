import fc from 'fast-check';
import { expect, test } from 'vitest';
import { catalogFromDdl } from '../../catalog/index.js';
import type { CheckContext, EquivalenceCheck, SemanticVerdict } from '../../types/index.js';
import { defaultEquivalenceChecks } from './default-checks.js';
import { runChecks } from './run-checks.js';

const pair = { gold: 'SELECT 1', candidate: 'SELECT 2', dialect: 'sqlite' };
const context: CheckContext = { signal: new AbortController().signal, budget: { milliseconds: 5000 } };
const unknown: SemanticVerdict = { equivalence: 'unknown', method: 'a', code: 'not-proven', detail: '' };
const equivalent: SemanticVerdict = {
  equivalence: 'equivalent',
  method: 'b',
  compare: 'bag',
  uses: [],
  trace: [],
};
const check = (method: string, judge: EquivalenceCheck['judge']): EquivalenceCheck => ({ method, judge });

test('the first that decides wins, and later ones are not asked', async () => {
  const never = check('c', () => {
    throw new Error('asked');
  });
  const checks = [check('a', async () => unknown), check('b', async () => equivalent), never];
  expect(await runChecks(checks, pair, context)).toEqual({
    decided: equivalent,
    verdicts: [unknown, equivalent],
  });
});

test('a check that breaks or hangs is unknown, and the others are asked', async () => {
  const checks = [
    check('throws', () => {
      throw new Error('broken');
    }),
    check('rejects', async () => {
      throw new Error('broken too');
    }),
    check('b', async () => equivalent),
  ];
  expect(await runChecks(checks, pair, context)).toMatchObject({
    decided: equivalent,
    verdicts: [{ code: 'unsupported.failure' }, { code: 'unsupported.failure', detail: 'broken too' }, {}],
  });
  let signal: AbortSignal | undefined;
  const hangs = check('hangs', (_, { signal: given }) => {
    signal = given;
    return new Promise(() => {});
  });
  const hung = await runChecks([hangs, hangs], pair, { ...context, budget: { milliseconds: 20 } });
  expect(hung.verdicts).toMatchObject([{ code: 'budget' }, { code: 'budget' }]);
  expect(signal?.aborted).toBe(true);
});

const { catalog } = catalogFromDdl('create table a (id integer primary key, x integer, y text)', 'sqlite');
const words = fc.constantFrom(
  ...'select from where a x y id ( ) , * = < "x" \'y\' 1 and or not in exists join on group by having order limit union with as case when then end over null ; -- /* \\ \u0000 é 😀'.split(
    ' ',
  ),
);
const texts = fc.oneof(
  fc.string(),
  fc.array(words, { maxLength: 30 }).map((list) => list.join(' ')),
);

test('no default check throws on any text, and none calls a text equivalent to one it cannot read', async () => {
  const dialects = fc.constantFrom('sqlite', 'duckdb', 'postgres', 'mysql', 'generic', 'no-such-dialect');
  await fc.assert(
    fc.asyncProperty(texts, texts, dialects, async (gold, candidate, dialect) => {
      const { verdicts } = await runChecks(
        defaultEquivalenceChecks(),
        { gold, candidate, dialect },
        { ...context, catalog },
      );
      expect(verdicts.length).toBeGreaterThan(0);
      for (const verdict of verdicts)
        if (verdict.equivalence === 'unknown') expect(verdict.code).not.toBe('unsupported.failure');
    }),
    { numRuns: 150 },
  );
});
