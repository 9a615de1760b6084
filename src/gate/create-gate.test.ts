import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { madeResult, madeSummary } from '../../test/fixtures/made-run.js';
import type { CaseResult, GateSettings, KnownFailure, RunEnd } from '../types/index.js';
import { createGate } from './create-gate.js';

type Status = CaseResult['status'];
const statuses: readonly Status[] = ['pass', 'fail', 'inconclusive', 'error', 'unscored'];
const today = '2026-06-15';

interface Setting {
  readonly gate?: GateSettings | null;
  readonly known?: readonly KnownFailure[];
  readonly notRun?: number;
  readonly end?: RunEnd;
}

function decide(results: readonly CaseResult[], setting: Setting = {}) {
  const gate = createGate(setting.gate ?? null, { knownFailures: setting.known ?? [], today });
  for (const result of results) gate.add(result);
  return gate.decide(
    madeSummary(results, { notRun: setting.notRun ?? 0, end: setting.end ?? { kind: 'finished' } }),
  );
}

const made = (...list: readonly Status[]) => list.map((status, index) => madeResult(status, `c${index}`));
const many = (status: Status, count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => madeResult(status, `${status}${from + index}`));

describe('the default gate', () => {
  it('decides every combination of statuses by the same three rules', () => {
    let combinations = 0;
    for (let bits = 0; bits < 64; bits += 1) {
      const present = statuses.filter((_, index) => bits & (1 << index));
      const notRun = bits & 32 ? 1 : 0;
      const decision = decide(made(...present), { notRun });
      const onlyPasses = present.length === 1 && present[0] === 'pass' && notRun === 0;
      const expected = present.includes('fail') ? 1 : onlyPasses ? 0 : 3;
      expect([present.join('+'), notRun, decision.exitCode]).toEqual([present.join('+'), notRun, expected]);
      expect(decision.status).toBe({ 0: 'met', 1: 'not_met', 3: 'could_not_evaluate' }[expected]);
      expect(decision.reasons.length === 0).toBe(expected === 0);
      combinations += 1;
    }
    expect(combinations).toBe(64);
  });

  it('never passes zero cases', () => {
    const decision = decide([]);
    expect(decision).toMatchObject({ status: 'could_not_evaluate', exitCode: 3, accuracy: null });
    expect(decision.line).toBe(
      'GATE could not evaluate · 0 passed · 0 failed · 0 inconclusive · 0 errored · no case run was selected',
    );
  });

  it('never passes a run of known failures only, or of undecided case runs only', () => {
    const known = [{ id: 'c0', until: '2027-01-31', why: 'later' }];
    expect(decide(made('fail'), { known }).exitCode).toBe(3);
    expect(decide(made('inconclusive'), { gate: { maxUnscoredShare: 1 } }).exitCode).toBe(3);
    expect(decide(made('unscored'), { gate: { maxUnscoredShare: 1 } }).exitCode).toBe(3);
  });

  it('ends an interrupted run with 130 whatever was seen', () => {
    const decision = decide(made('pass', 'fail'), { notRun: 3, end: { kind: 'interrupted' } });
    expect(decision).toMatchObject({ status: 'could_not_evaluate', exitCode: 130 });
    expect(decision.line).toMatch(/^GATE interrupted · 1 passed · 1 failed/);
    expect(decide(made('pass'), { end: { kind: 'interrupted' } }).exitCode).toBe(130);
  });

  it('says why a run was stopped', () => {
    const decision = decide(made('pass'), { notRun: 2, end: { kind: 'stopped', why: 'the cost cap' } });
    expect(decision.exitCode).toBe(3);
    expect(decision.reasons).toEqual(['2 not run', 'stopped: the cost cap']);
  });

  it('names the first few that failed', () => {
    const results = [...many('fail', 5), madeResult('fail', 'x', { role: 'viewer', pass: 2 })];
    expect(decide(results).reasons[0]).toBe('6 case runs (fail0, fail1, fail2 and 3 more) failed');
    expect(decide([results[5]!]).reasons[0]).toBe('1 case run (x (viewer, pass 2)) failed');
  });
});

describe('known failures', () => {
  const known = [{ id: 'c1', until: today, why: 'a bug of the engine' }];

  it('do not fail the gate up to and including their day', () => {
    const decision = decide(made('pass', 'fail'), { known });
    expect(decision.exitCode).toBe(0);
    expect(decision.line).toBe('GATE passed · 1 passed · 1 failed (1 known) · 0 inconclusive · 0 errored');
    expect(decision.accuracy).toBe(1);
  });

  it('count again after that day', () => {
    const decision = decide(made('pass', 'fail'), { known: [{ ...known[0]!, until: '2026-06-14' }] });
    expect(decision.exitCode).toBe(1);
    expect(decision.notes).toEqual(['known failure out of date: c1']);
  });

  it('excuse failures only, not errors or inconclusive results', () => {
    expect(decide(made('pass', 'error'), { known }).exitCode).toBe(3);
    expect(decide(made('pass', 'inconclusive'), { known }).exitCode).toBe(3);
  });

  it('are named when they pass by now', () => {
    expect(decide(made('pass', 'pass'), { known }).notes).toEqual([
      'listed under known_failures, but passed: c1',
    ]);
  });
});

describe('settings', () => {
  it('min_accuracy allows failures down to it, exactly', () => {
    const results = [...many('pass', 9), ...many('fail', 1)];
    expect(decide(results, { gate: { minAccuracy: 0.9 } }).exitCode).toBe(0);
    const below = decide(results, { gate: { minAccuracy: 0.91 } });
    expect(below.exitCode).toBe(1);
    expect(below.line).toMatch(/accuracy 90% is below min_accuracy 91%$/);
  });

  it('an accuracy that is low only by what is undecided could not be evaluated', () => {
    const results = [...many('pass', 8), ...many('error', 2)];
    const gate = { minAccuracy: 0.9, maxUnscoredShare: 0.5 };
    expect(decide(results, { gate }).exitCode).toBe(3);
    expect(decide([...results, ...many('fail', 2)], { gate }).exitCode).toBe(1);
  });

  it('max_unscored_share allows what is undecided up to it, exactly', () => {
    const results = [...many('pass', 9), ...many('inconclusive', 1)];
    expect(decide(results, { gate: { maxUnscoredShare: 0.1 } }).exitCode).toBe(0);
    expect(decide(results, { gate: { maxUnscoredShare: 0.09 } }).exitCode).toBe(3);
    expect(decide(many('pass', 9), { gate: { maxUnscoredShare: 0.1 }, notRun: 1 }).exitCode).toBe(0);
    expect(decide(many('pass', 8), { gate: { maxUnscoredShare: 0.1 }, notRun: 2 }).exitCode).toBe(3);
  });

  it('max_unscored_share alone still asks every scored case run to pass', () => {
    expect(decide(made('pass', 'fail'), { gate: { maxUnscoredShare: 1 } }).exitCode).toBe(1);
  });

  it('a protected case run must pass whatever the shares', () => {
    const gate = { minAccuracy: 0.1, maxUnscoredShare: 1, protect: ['tag:smoke', 'c9'] };
    const smoke = (status: Status) => madeResult(status, 'c1', { tags: ['smoke'] });
    expect(decide([...made('pass'), smoke('fail')], { gate }).exitCode).toBe(1);
    expect(decide([...made('pass'), smoke('error')], { gate }).exitCode).toBe(3);
    expect(decide([...made('pass'), madeResult('fail', 'c9')], { gate }).exitCode).toBe(1);
    expect(decide([...made('pass'), madeResult('fail', 'smoke')], { gate }).exitCode).toBe(0);
  });

  it.each(['maxAccuracyDrop', 'maxNewFailures', 'maxCostIncrease'])(
    'refuses %s where no baseline is named',
    (name) => {
      expect(() => createGate({ [name]: 1 }, { today })).toThrow(
        expect.objectContaining({ code: 'E_GATE_NO_BASELINE' }),
      );
      expect(() => createGate({ [name]: 1, baseline: 'b.json' }, { today })).not.toThrow();
    },
  );

  it('is not met by a run that names a baseline where none was accepted', () => {
    const decision = decide(made('pass'), { gate: { baseline: 'b.json' } });
    expect(decision).toMatchObject({ status: 'could_not_evaluate', exitCode: 3 });
    expect(decision.line).toMatch(/no baseline was accepted yet/);
    expect(decide(made('pass'), { gate: { baseline: { plans: 'b.json' } } }).exitCode).toBe(0);
  });
});

describe('counts', () => {
  it('that do not add up, or are not what was seen, are never met', () => {
    const gate = () => {
      const one = createGate(null, { today });
      one.add(madeResult('pass', 'c0'));
      return one;
    };
    const results = made('pass');
    expect(gate().decide(madeSummary(results)).exitCode).toBe(0);
    expect(gate().decide(madeSummary(results, { counts: { total: 2 } })).exitCode).toBe(3);
    expect(gate().decide(madeSummary(made('pass', 'pass'))).exitCode).toBe(3);
  });

  it('agree: line, status and exit code always say the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...statuses), { maxLength: 30 }),
        fc.nat(3),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
        (list, notRun, minAccuracy, maxUnscoredShare) => {
          const gate = {
            ...(minAccuracy === null ? {} : { minAccuracy }),
            ...(maxUnscoredShare === null ? {} : { maxUnscoredShare }),
          };
          const { status, exitCode, line } = decide(made(...list), { gate, notRun });
          const said = {
            met: ['passed', 0],
            warn: ['passed with a warning', 0],
            not_met: ['not met', 1],
            could_not_evaluate: ['could not evaluate', 3],
            refused: ['refused', 2],
          }[status];
          expect([line.split(' · ')[0], exitCode]).toEqual([`GATE ${said[0]}`, said[1]]);
          if (status === 'met') expect(list).toContain('pass');
        },
      ),
    );
  });

  it('shows the cost where it is known', () => {
    const paid = (costUsd: number, id: string) =>
      madeResult('pass', id, { output: { ...madeResult('pass', id).output, costUsd } });
    expect(decide([paid(0.1, 'a'), paid(0.03, 'b')]).line).toMatch(/ · \$0\.13$/);
    expect(decide([paid(0.0003, 'a')]).line).toMatch(/ · \$0\.0003$/);
  });

  it('mentions a self-test that cannot tell', () => {
    const results = made('pass');
    const gate = createGate(null, { today });
    gate.add(results[0]!);
    const cannotTell = [
      { caseId: 'c0', label: 'result_match', problem: 'mutant_passes', detail: 'x' } as const,
    ];
    const decision = gate.decide(madeSummary(results, { selfTest: { checked: 1, cannotTell } }));
    expect(decision.exitCode).toBe(0);
    expect(decision.line).toMatch(/self-test: 1 cannot tell$/);
    expect(decision.notes[0]).toMatch(/unable to tell/);
  });
});
