import type { CaseResult } from '../../types/index.js';
import { type Share, toShare } from './share.js';

/** Counts case runs by status. */
export interface StatusTally {
  add(status: CaseResult['status']): void;
  /** Passed over the case runs that at least one scorer applies to. */
  share(): Share;
  readonly counts: Readonly<Record<CaseResult['status'], number>>;
}

export function createStatusTally(): StatusTally {
  const counts = { pass: 0, fail: 0, inconclusive: 0, error: 0, unscored: 0 };
  return {
    counts,
    add(status) {
      counts[status] += 1;
    },
    share: () => toShare(counts.pass, counts.pass + counts.fail + counts.inconclusive + counts.error),
  };
}
