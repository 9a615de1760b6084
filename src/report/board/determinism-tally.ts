import { passAtK } from '../../statistics/index.js';
import type { CaseResult } from '../../types/index.js';
import type { DeterminismBoard, FlakyCase } from './board.js';
import { toShare } from './share.js';

/** Sees whether a case, asked several times in one role, was answered the same each time. */
export interface DeterminismTally {
  add(result: CaseResult): void;
  board(): DeterminismBoard;
}

const named = 20;
const listed = 500;

export function createDeterminismTally(): DeterminismTally {
  const cases = new Map<
    string,
    {
      readonly caseId: string;
      readonly role: string;
      of: number;
      passed: number;
      answer: string | null;
      same: boolean;
    }
  >();
  return {
    add(result) {
      const key = JSON.stringify([result.caseId, result.role]);
      const seen = cases.get(key);
      const passed = result.status === 'pass' ? 1 : 0;
      if (seen === undefined) {
        const { caseId, role } = result;
        cases.set(key, { caseId, role, of: 1, passed, answer: answerOf(result), same: true });
        return;
      }
      seen.of += 1;
      seen.passed += passed;
      if (seen.answer !== answerOf(result)) seen.same = false;
    },
    board() {
      const asked = [...cases.values()].filter(({ of }) => of > 1);
      const count = (test: (one: (typeof asked)[number]) => boolean) => asked.filter(test).length;
      const same = count((one) => one.same);
      const always = count(({ passed, of }) => passed === of);
      const once = count(({ passed }) => passed > 0);
      const rates = asked
        .map(({ caseId, role, passed, of }): FlakyCase => ({ caseId, role, passed, of }))
        .sort((a, b) => a.passed / a.of - b.passed / b.of);
      const flaky = rates.filter(({ passed, of }) => passed > 0 && passed < of);
      return {
        cases: asked.length,
        sameResult: same,
        passedAlways: always,
        passedOnce: once,
        flaky: flaky.length,
        flakyCases: flaky.slice(0, named),
        shares: {
          same: toShare(same, asked.length),
          always: toShare(always, asked.length),
          once: toShare(once, asked.length),
        },
        passAtK: estimates(rates),
        passRates: rates.slice(0, listed),
      };
    },
  };
}

/** For one attempt, for as many as every case has, and for the round numbers between. */
function estimates(rates: readonly FlakyCase[]): DeterminismBoard['passAtK'] {
  const most = Math.min(...rates.map(({ of }) => of));
  if (!Number.isFinite(most)) return [];
  const ks = [1, 2, 3, 5, 10, 20, 50, 100].filter((k) => k < most);
  return [...ks, most].map((k) => {
    const sum = rates.reduce((total, { passed, of }) => total + (passAtK({ n: of, passed, k }) ?? 0), 0);
    return { k, estimate: sum / rates.length };
  });
}

/** What is the same where an answer is: its rows, or its query where no scorer needed them. */
function answerOf({ resultHash, statement }: CaseResult): string | null {
  return resultHash ?? statement?.sql ?? null;
}
