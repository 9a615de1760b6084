import type { CaseResult } from '../../types/index.js';
import type { Board } from './board.js';

/** Counts passes that a counterexample makes fragile; `listed` of them are named. */
export function createFragileTally(listed: number) {
  let count = 0;
  const named: { caseId: string; role: string; pass: number }[] = [];
  return {
    add({ scores, caseId, role, pass }: CaseResult): void {
      const isFragile = scores.some(
        ({ score }) => score.verdict === 'pass' && score.flags.includes('fragile'),
      );
      if (!isFragile) return;
      count += 1;
      if (named.length < listed) named.push({ caseId, role, pass });
    },
    board: (): Board['fragile'] => (count === 0 ? null : { count, caseRuns: named }),
  };
}
