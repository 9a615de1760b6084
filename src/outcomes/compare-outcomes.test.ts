import { describe, expect, it } from 'vitest';
import { madeResult, madeScore, madeSummary } from '../../test/fixtures/made-run.js';
import type { CaseResult, RunInfo, Verdict } from '../types/index.js';
import { createOutcomeCollector } from './collect-outcomes.js';
import { relate } from './comparability.js';
import { compareOutcomes } from './compare-outcomes.js';

function outcomesOf(results: readonly CaseResult[], info: Partial<RunInfo> = {}) {
  const collector = createOutcomeCollector();
  for (const result of results) collector.add(result);
  return collector.finish(madeSummary(results, { info }));
}

/** One case for each letter: `p` passes, `f` fails, `i` is inconclusive, `-` is not scored. */
function run(letters: string, info: Partial<RunInfo> = {}) {
  const verdicts: Record<string, Verdict> = {
    p: 'pass',
    f: 'fail',
    i: 'inconclusive',
    '-': 'not_applicable',
  };
  return outcomesOf(
    [...letters].map((letter, index) =>
      madeResult('pass', `c${String(index).padStart(2, '0')}`, { scores: [madeScore(verdicts[letter]!)] }),
    ),
    info,
  );
}

describe('compareOutcomes', () => {
  it('gives values computed by hand', () => {
    // 12 both, 1 only A, 7 only B, 20 in all: 13/20 and 19/20 passed.
    const compared = compareOutcomes(
      relate(run('pppppppppppp' + 'p' + 'fffffff'), run('pppppppppppp' + 'f' + 'ppppppp')),
    );
    expect(compared.map(({ label }) => label)).toEqual([null, 'result_match']);
    for (const one of compared) {
      expect(one.counts).toEqual({ both: 12, onlyA: 1, onlyB: 7, neither: 0 });
      expect(one.cases).toBe(20);
      expect(one.a).toMatchObject({ passed: 13, share: 0.65 });
      expect(one.b).toMatchObject({ passed: 19, share: 0.95 });
      // 2 x (1 + 8) / 2^8
      expect(one.pValue).toBeCloseTo(18 / 256, 12);
      expect(one.difference?.difference).toBeCloseTo(0.3, 12);
      // Wilson: 13/20 is 0.432854..0.818808, 19/20 is 0.763866..0.991121; phi = (12x0 - 1x7)/sqrt(13 x 7 x 19 x 1).
      const phi = -7 / Math.sqrt(13 * 7 * 19 * 1);
      const [ownLow, ownHigh] = [0.95 - 0.763866, 0.991121 - 0.95];
      const [otherLow, otherHigh] = [0.65 - 0.432854, 0.818808 - 0.65];
      const low = 0.3 - Math.sqrt(ownLow ** 2 - 2 * phi * ownLow * otherHigh + otherHigh ** 2);
      const high = 0.3 + Math.sqrt(ownHigh ** 2 - 2 * phi * ownHigh * otherLow + otherLow ** 2);
      expect(one.difference?.low).toBeCloseTo(low, 4);
      expect(one.difference?.high).toBeCloseTo(high, 4);
      // Eight changed: only 8 to 0 is significant (7 to 1 is not).
      expect(one.smallestSignificant).toBeCloseTo(8 / 20, 12);
      expect(one.regressions).toHaveLength(1);
      expect(one.regressions[0]).toMatchObject({ caseId: 'c12', from: 'pass', to: 'fail' });
      expect(one.improvements).toHaveLength(7);
    }
  });

  it('counts what is undecided as not passed, and leaves out what applies on one side only', () => {
    const [, one] = compareOutcomes(relate(run('ppi-p'), run('pip-' + '-')));
    expect(one).toMatchObject({
      cases: 3,
      undecided: 2,
      onOneSide: 1,
      counts: { both: 1, onlyA: 1, onlyB: 1, neither: 0 },
      pValue: 1,
    });
  });

  it('has no shares without cases', () => {
    const [all] = compareOutcomes(relate(run(''), run('')));
    expect(all).toMatchObject({ cases: 0, difference: null, pValue: 1, a: { share: null, interval: null } });
  });
});

describe('relate', () => {
  it('compares only cases that both have and that are the same', () => {
    const made = (caseHash: string, id: string) => madeResult('pass', id, { caseHash });
    const a = outcomesOf([made('1', 'same'), made('1', 'changed'), made('1', 'gone')]);
    const b = outcomesOf([made('1', 'same'), made('2', 'changed'), made('1', 'new')]);
    const { common, onlyA, onlyB, mismatches } = relate(a, b);
    expect(common.map((pair) => pair.a.caseId)).toEqual(['same']);
    expect(onlyA.map(({ caseId }) => caseId)).toEqual(['gone']);
    expect(onlyB.map(({ caseId }) => caseId)).toEqual(['new']);
    expect(mismatches).toEqual([
      { kind: 'cases_changed', forbids: true, what: '1 case (changed) changed what they ask or expect' },
    ]);
  });

  it('leaves out scorers that compare otherwise, and says when passes differ', () => {
    const contract = (hash: string) => ({ settings: 's', scorers: { result_match: hash } });
    const found = relate(
      run('p', { contract: contract('1') }),
      run('p', { contract: contract('2'), passes: 3 }),
    );
    expect(found.labels).toEqual([]);
    expect(found.mismatches.map(({ kind, forbids }) => [kind, forbids])).toEqual([
      ['contract', true],
      ['passes', false],
    ]);
  });
});
