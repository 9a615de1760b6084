import type { CaseResult } from '../../types/index.js';
import type { Board } from './board.js';

/** Sees whether a case, asked several times in one role, was answered the same each time. */
export interface DeterminismTally {
  add(result: CaseResult): void;
  board(): NonNullable<Board['determinism']>;
}

const named = 20;

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
      const flaky = asked.filter(({ passed, of }) => passed > 0 && passed < of);
      return {
        cases: asked.length,
        sameResult: asked.filter(({ same }) => same).length,
        passedAlways: asked.filter(({ passed, of }) => passed === of).length,
        passedOnce: asked.filter(({ passed }) => passed > 0).length,
        flaky: flaky.length,
        flakyCases: flaky
          .slice(0, named)
          .map(({ caseId, role, passed, of }) => ({ caseId, role, passed, of })),
      };
    },
  };
}

/** What is the same where an answer is: its rows, or its query where no scorer needed them. */
function answerOf({ resultHash, statement }: CaseResult): string | null {
  return resultHash ?? statement?.sql ?? null;
}
