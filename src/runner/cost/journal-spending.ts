import { caseRunId } from '../case-run-id.js';
import type { JournalRecord } from '../journal/journal-records.js';
import type { SpentBefore } from './cost-cap.js';

/** Adds up what the records of a journal say was spent: each answer once, however often it was scored, and all scoring. */
export function createSpendingReader(): {
  read(record: JournalRecord): void;
  /** @param lostCalls - calls whose reply never came; each is taken to have cost as much as the dearest case run */
  sum(lostCalls: number): SpentBefore;
} {
  /** What was paid for answers that no case run's record has taken up yet. */
  const open = new Map<string, number>();
  const perCaseRun: number[] = [];
  return {
    read(record) {
      if (record.kind === 'reply') {
        if (record.from === undefined) open.set(caseRunId(record.key), record.output.costUsd ?? 0);
      } else if (record.kind === 'case') {
        const { output, infrastructure, scores } = record.result;
        const id = caseRunId(record.result);
        const failedCall = infrastructure?.step === 'solver' ? (output.costUsd ?? 0) : 0;
        const judged = scores.reduce((total, { score }) => total + (score.costUsd ?? 0), 0);
        const cost = (open.get(id) ?? failedCall) + judged;
        open.delete(id);
        if (cost > 0) perCaseRun.push(cost);
      }
    },
    sum(lostCalls) {
      const known = [...perCaseRun, ...open.values()].filter((cost) => cost > 0);
      const usd = known.reduce((total, cost) => total + cost, 0);
      return { usd: usd + lostCalls * Math.max(0, ...known), perCaseRun: known };
    },
  };
}
