import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeResult, madeScore, madeSummary } from '../../test/fixtures/made-run.js';
import { createOutcomeCollector } from '../outcomes/index.js';
import type { CaseResult, GateSettings, Mode, RunInfo, RunSummary, Verdict } from '../types/index.js';
import { createGate } from './create-gate.js';

type Status = CaseResult['status'];

interface Setting {
  readonly mode?: Mode;
  readonly gate?: GateSettings;
  readonly known?: readonly string[];
  readonly notRun?: number;
  readonly info?: Partial<RunInfo>;
  readonly acceptedInfo?: Partial<RunInfo>;
  readonly datasources?: RunSummary['datasources'];
}

/** Accepts the first results as a baseline, then judges the others by it. */
function judge(accepted: readonly CaseResult[], now: readonly CaseResult[], setting: Setting = {}) {
  const { mode = 'full' } = setting;
  const collector = createOutcomeCollector();
  for (const result of accepted) collector.add(result);
  const before = madeSummary(accepted, { info: { mode, ...setting.acceptedInfo } });
  const baseline = { acceptedAt: '2026-06-13', outcomes: collector.finish(before) };
  const gate = createGate(
    { baseline: 'b.json', ...setting.gate },
    {
      knownFailures: (setting.known ?? []).map((id) => ({ id, until: '2027-01-01', why: 'later' })),
      today: '2026-06-15',
      baseline: { path: 'b.json', baseline },
    },
  );
  for (const result of now) gate.add(result);
  const summary = madeSummary(now, { notRun: setting.notRun ?? 0, info: { mode, ...setting.info } });
  return gate.decide({ ...summary, datasources: setting.datasources ?? summary.datasources });
}

const many = (status: Status, count: number, from = 0, parts: Partial<CaseResult> = {}) =>
  Array.from({ length: count }, (_, index) => madeResult(status, `c${from + index}`, parts));

describe.each(['plans', 'retrieval'] as const)('in mode %s, which leaves nothing to chance', (mode) => {
  const one = (status: Status) => [...many('pass', 3), madeResult(status, 'x')];

  it.each([
    ['pass', 'pass', 0],
    ['pass', 'fail', 1],
    ['pass', 'error', 3],
    ['pass', 'inconclusive', 3],
    ['pass', 'unscored', 1],
    ['fail', 'fail', 0],
    ['fail', 'pass', 0],
  ] as const)('a case that goes from %s to %s ends with %i', (from, to, exitCode) => {
    const decision = judge(one(from), one(to), { mode, gate: { maxUnscoredShare: 1 } });
    expect(decision.exitCode).toBe(exitCode);
    expect(decision.regressions.map(({ caseId }) => caseId)).toEqual(exitCode === 0 ? [] : ['x']);
  });

  it('names what does not pass any more, and how old the baseline is', () => {
    const decision = judge(one('pass'), one('fail'), { mode });
    expect(decision.line).toBe(
      'GATE not met · 3 passed · 1 failed · 0 inconclusive · 0 errored · baseline 2 d old · 1 case (x [result_match: pass -> fail]) passed in the baseline and does not any more',
    );
    expect(decision.baseline).toEqual({
      path: 'b.json',
      acceptedAt: '2026-06-13',
      ageDays: 2,
      cases: 4,
      missing: 0,
      added: 0,
    });
  });

  it('looks at each scorer, not at the case', () => {
    const scored = (first: Verdict, second: Verdict) => [
      madeResult('fail', 'x', { scores: [madeScore(first, 'a'), madeScore(second, 'b')] }),
      ...many('pass', 2),
    ];
    const decision = judge(scored('fail', 'pass'), scored('pass', 'fail'), { mode });
    expect(decision.exitCode).toBe(1);
    expect(decision.regressions).toEqual([
      { caseId: 'x', role: 'default', label: 'b', from: 'pass', to: 'fail' },
    ]);
    expect(decision.improvements).toEqual([
      { caseId: 'x', role: 'default', label: 'a', from: 'fail', to: 'pass' },
    ]);
  });

  it('counts a case that is gone against the run, unless the run stopped before it', () => {
    expect(judge(many('pass', 4), many('pass', 3), { mode })).toMatchObject({
      exitCode: 1,
      regressions: [{ caseId: 'c3', to: 'missing' }],
    });
    const cut = { mode, notRun: 1, gate: { maxUnscoredShare: 1 } };
    expect(judge(many('pass', 4), many('pass', 3), cut)).toMatchObject({
      exitCode: 3,
      regressions: [{ caseId: 'c3', to: 'not_run' }],
    });
    const shard = { mode, info: { shard: { index: 1, of: 2 } } };
    expect(judge(many('pass', 4), many('pass', 2), shard).exitCode).toBe(0);
  });

  it('takes added cases that pass, and not those that fail', () => {
    const added = judge(many('pass', 2), many('pass', 4), { mode });
    expect(added).toMatchObject({ exitCode: 0, baseline: { added: 2 } });
    expect(added.notes).toContain('2 cases (c2, c3) are not in the baseline, which is fine');
    const failed = judge(many('pass', 2), [...many('pass', 2), ...many('fail', 1, 2)], { mode });
    expect(failed.exitCode).toBe(1);
    expect(failed.line).toMatch(/1 case \(c2\) that the baseline does not have failed$/);
  });

  it('excuses known failures', () => {
    expect(judge(one('pass'), one('fail'), { mode, known: ['x'] }).exitCode).toBe(0);
    expect(judge(one('pass'), one('error'), { mode, known: ['x'] }).exitCode).toBe(3);
  });
});

describe('routing in mode retrieval', () => {
  const routed = (verdict: Verdict, top1: boolean, shortlist: boolean) => [
    madeResult(verdict === 'pass' ? 'pass' : 'fail', 'x', {
      scores: [madeScore(verdict, 'routing', { detail: { top1, shortlist } })],
    }),
    ...many('pass', 1),
  ];

  it('does not let either half get worse, also where the verdict stays the same', () => {
    const at = { mode: 'retrieval' } as const;
    const lost = judge(routed('fail', true, false), routed('fail', false, false), at);
    expect(lost.exitCode).toBe(1);
    expect(lost.line).toMatch(/x \[routing: top1 lost\]/);
    expect(judge(routed('fail', false, true), routed('fail', true, false), at).exitCode).toBe(1);
    expect(judge(routed('fail', false, true), routed('fail', false, true), at).exitCode).toBe(0);
    expect(judge(routed('pass', true, true), routed('fail', true, false), at).regressions).toHaveLength(1);
  });

  it('does not look at halves in mode full', () => {
    expect(judge(routed('fail', true, false), routed('fail', false, false)).exitCode).toBe(0);
  });
});

describe('passes', () => {
  const passes = (...list: readonly Status[]) =>
    list.map((status, index) => madeResult(status, 'x', { pass: index + 1 }));

  it('are folded by majority', () => {
    const accepted = passes('pass', 'pass', 'fail');
    expect(judge(accepted, passes('pass', 'fail', 'pass')).exitCode).toBe(0);
    expect(judge(accepted, passes('pass', 'fail', 'fail')).exitCode).toBe(1);
    expect(judge(passes('fail', 'fail', 'pass'), passes('fail', 'fail', 'fail')).exitCode).toBe(0);
  });
});

describe('in mode full', () => {
  const before = [...many('pass', 9), ...many('fail', 1, 9)];
  const worseBy = (worse: number) => [
    ...many('fail', worse),
    ...many('pass', 9 - worse, worse),
    ...many('fail', 1, 9),
  ];

  it('max_new_failures counts cases that passed, and none is allowed where there is no other rule', () => {
    expect(judge(before, worseBy(0)).exitCode).toBe(0);
    expect(judge(before, worseBy(1)).exitCode).toBe(1);
    expect(judge(before, worseBy(2), { gate: { maxNewFailures: 2 } }).exitCode).toBe(0);
    const over = judge(before, worseBy(3), { gate: { maxNewFailures: 2 } });
    expect(over.exitCode).toBe(1);
    expect(over.reasons[0]).toBe(
      '3 new failures (c0 [result_match: pass -> fail], c1 [result_match: pass -> fail], c2 [result_match: pass -> fail]), and max_new_failures is 2',
    );
    expect(judge(before, worseBy(3), { gate: { minAccuracy: 0.5 } }).exitCode).toBe(0);
    expect(judge(before, worseBy(1), { known: ['c0'] }).exitCode).toBe(0);
  });

  it('a case is one new failure however many scorers fail it', () => {
    const scored = (verdict: Verdict) => [
      madeResult(verdict === 'pass' ? 'pass' : 'fail', 'x', {
        scores: [madeScore(verdict, 'a'), madeScore(verdict, 'b')],
      }),
      ...many('pass', 1),
    ];
    expect(judge(scored('pass'), scored('fail'), { gate: { maxNewFailures: 1 } }).exitCode).toBe(0);
  });

  it('max_accuracy_drop needs a drop that is not noise; else it warns with what could have been shown', () => {
    const gate = { maxAccuracyDrop: 0.02 };
    const noise = judge(before, worseBy(3), { gate });
    expect(noise).toMatchObject({ status: 'warn', exitCode: 0 });
    expect(noise.line).toMatch(
      / · baseline 2 d old · accuracy dropped from 90% to 60% of the baseline's cases, more than max_accuracy_drop 2%, which may be noise \(exact McNemar p = 0\.25\); the smallest drop that 10 cases could have shown is 60%$/,
    );
    const real = judge(before, worseBy(6), { gate });
    expect(real).toMatchObject({ status: 'not_met', exitCode: 1 });
    expect(real.reasons[0]).toMatch(/\(exact McNemar p = 0\.031\)$/);
    expect(judge(before, worseBy(6), { gate: { maxAccuracyDrop: 0.6 } })).toMatchObject({ status: 'met' });
    expect(judge(before, worseBy(6), { gate, known: ['c0'] })).toMatchObject({ status: 'warn' });
  });

  it('a case that is missing counts as not passed in a drop', () => {
    const decision = judge(many('pass', 10), many('pass', 4), { gate: { maxAccuracyDrop: 0.02 } });
    expect(decision).toMatchObject({ exitCode: 1 });
    expect(decision.notes).toContain(
      '6 cases (c4, c5, c6 and 3 more) of the baseline are missing from this run',
    );
  });

  it('a flip into error or inconclusive could not be evaluated, and makes no drop', () => {
    const gate = { maxUnscoredShare: 1, maxAccuracyDrop: 0.02 };
    for (const status of ['error', 'inconclusive'] as const) {
      const decision = judge(many('pass', 10), [...many(status, 8), ...many('pass', 2, 8)], { gate });
      expect(decision).toMatchObject({ status: 'could_not_evaluate', exitCode: 3 });
    }
    const both = judge(
      many('pass', 10),
      [...many('error', 1), ...many('fail', 6, 1), ...many('pass', 3, 7)],
      { gate },
    );
    expect(both.exitCode).toBe(1);
  });

  it('a pass that infrastructure kept from being scored is an error of every scorer', () => {
    const down = { infrastructure: { step: 'database', message: 'gone' }, scores: [] };
    const now = [madeResult('error', 'c0', down), ...many('pass', 3, 1)];
    const decision = judge(many('pass', 4), now, { gate: { maxUnscoredShare: 1 } });
    expect(decision).toMatchObject({ exitCode: 3, regressions: [{ caseId: 'c0', to: 'error' }] });
  });

  it('max_cost_increase compares the cost of a case run', () => {
    const paid = (costUsd: number | null) => many('pass', 4, 0, { costUsd });
    const gate = { maxCostIncrease: 0.2 };
    expect(judge(paid(0.1), paid(0.12), { gate }).exitCode).toBe(0);
    const over = judge(paid(0.1), paid(0.13), { gate });
    expect(over.exitCode).toBe(1);
    expect(over.reasons).toEqual([
      'a case run costs $0.13 and did $0.1 in the baseline (30% more); max_cost_increase is 20%',
    ]);
    expect(judge(paid(0), paid(0.01), { gate }).exitCode).toBe(1);
    expect(judge(paid(0.1), paid(null), { gate }).exitCode).toBe(3);
    expect(judge(paid(null), paid(5), { gate }).exitCode).toBe(0);
  });

  it('min_accuracy and protect hold beside the baseline, and in other modes the baseline is the rule', () => {
    const failing = [...many('pass', 5), ...many('fail', 5, 5)];
    for (const gate of [{ minAccuracy: 0.9 }, { protect: ['c7'], maxNewFailures: 9 }]) {
      expect(judge(failing, failing, { gate }).exitCode).toBe(1);
      expect(judge(failing, failing, { gate, mode: 'plans' }).exitCode).toBe(0);
    }
  });
});

describe('a baseline that cannot be compared with', () => {
  const cases = (parts: Partial<CaseResult>) => many('pass', 2, 0, parts);

  it.each([
    [
      'changed cases',
      { caseHash: 'old' },
      { caseHash: 'new' },
      {},
      {},
      'E_BASELINE_DATASET',
      /2 cases \(c0, c1\)/,
    ],
    ['other golds', { goldHash: 'old' }, { goldHash: 'new' }, {}, {}, 'E_BASELINE_DATA', /have a gold query/],
    ['another suite', {}, {}, { suite: 'a' }, { suite: 'b' }, 'E_BASELINE_MODE', /a and b/],
    [
      'other options of a scorer',
      {},
      {},
      { contract: { settings: 's', scorers: { result_match: '1' } } },
      { contract: { settings: 's', scorers: { result_match: '2' } } },
      'E_BASELINE_CONTRACT',
      /the scorers result_match have other options/,
    ],
    [
      'a scorer less',
      {},
      {},
      { contract: { settings: 's', scorers: { result_match: '1', outcome: '1' } } },
      { contract: { settings: 's', scorers: { result_match: '1' } } },
      'E_BASELINE_CONTRACT',
      /outcome are only in the first/,
    ],
  ])('for %s', (_, old, fresh, acceptedInfo, info, code, why) => {
    const decision = judge(cases(old), cases(fresh), { acceptedInfo, info });
    expect(decision).toMatchObject({ status: 'refused', exitCode: 2, refusals: [code] });
    expect(decision.line).toMatch(/^GATE refused · 2 passed/);
    expect(decision.reasons[0]).toMatch(why);
  });

  it('for other data, unless the golds vouch that their rows are the same', () => {
    const [info] = madeSummary([]).datasources;
    const datasources = [{ ...info!, fingerprint: { hash: 'other', strength: 'content' as const } }];
    expect(judge(cases({}), cases({}), { datasources }).refusals).toEqual(['E_BASELINE_DATA']);
    expect(judge(cases({ goldHash: 'g' }), cases({ goldHash: 'g' }), { datasources }).exitCode).toBe(0);
    const schema = [{ ...info!, fingerprint: { hash: 'other', strength: 'schema' as const } }];
    expect(judge(cases({}), cases({}), { datasources: schema })).toMatchObject({
      exitCode: 0,
      notes: ['the schema fingerprints of shop differ'],
    });
    const version = [{ ...info!, version: '2.0.0' }];
    expect(judge(cases({}), cases({}), { datasources: version })).toMatchObject({
      exitCode: 0,
      notes: ['the engines of shop are duckdb 1.5.0 and duckdb 2.0.0'],
    });
  });

  it('comes before a gate that is not met', () => {
    const decision = judge(cases({ caseHash: 'old' }), many('fail', 2, 0, { caseHash: 'new' }));
    expect(decision.exitCode).toBe(2);
  });
});

it('is never met where something that passed does not, whatever happens to the rest', () => {
  const status = fc.constantFrom<Status>('pass', 'fail', 'inconclusive', 'error');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(status, status), { minLength: 1, maxLength: 12 }),
      fc.boolean(),
      (pairs, isPlans) => {
        const [old, fresh] = [0, 1].map((side) =>
          pairs.map((pair, index) => madeResult(pair[side]!, `c${index}`)),
        );
        const { exitCode, regressions } = judge(old!, fresh!, {
          mode: isPlans ? 'plans' : 'full',
          gate: { maxUnscoredShare: 1 },
        });
        const lost = pairs.filter(([from, to]) => from === 'pass' && to !== 'pass');
        expect(regressions).toHaveLength(lost.length);
        if (lost.length > 0) expect(exitCode).toBe(lost.some(([, to]) => to === 'fail') ? 1 : 3);
        else expect(exitCode === 0 || pairs.every(([, to]) => to !== 'pass')).toBe(true);
      },
    ),
  );
});
