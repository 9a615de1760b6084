import type { CaseResult, Mode } from '../../types/index.js';
import type { RoutingBoard } from './board.js';
import { toShare } from './share.js';

/** Counts how often a router ranked a right datasource first, and all of them within its shortlist. */
export interface RoutingTally {
  add(result: CaseResult): void;
  board(mode: Mode): RoutingBoard | null;
}

export function createRoutingTally(): RoutingTally {
  const right = { top1: 0, shortlist: 0, exact: 0 };
  let scored = 0;
  let neverScored = 0;
  return {
    add(result) {
      // It is not known what a case run that never ran would have come to, and a share must not rise because of it.
      if (result.infrastructure !== null && result.expected === 'allowed') neverScored += 1;
      for (const { score } of result.scores) {
        if (score.scorer !== 'routing' || score.verdict === 'not_applicable') continue;
        scored += 1;
        for (const part of ['top1', 'shortlist', 'exact'] as const) {
          if (score.detail[part] === true) right[part] += 1;
        }
      }
    },
    board(mode) {
      if (scored === 0) return null;
      const of = scored + neverScored;
      return {
        top1: toShare(right.top1, of),
        shortlist: toShare(right.shortlist, of),
        exact: mode === 'retrieval' ? null : toShare(right.exact, of),
      };
    },
  };
}
