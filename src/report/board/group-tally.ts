import type { CaseResult } from '../../types/index.js';
import type { GroupBoard } from './board.js';
import { createScorerTallies, type ScorerTallies } from './scorer-tally.js';
import { createStatusTally, type StatusTally } from './status-tally.js';

/** Splits case runs by a property that each has none, one or several of. */
export interface GroupTally {
  add(result: CaseResult, names: readonly string[]): void;
  boards(): readonly GroupBoard[];
}

/** Names past this many share one row, so that free-form tags cannot grow the board without bound. */
const maxGroups = 500;
const others = '(others)';

export function createGroupTally(labels: readonly string[]): GroupTally {
  const groups = new Map<string, { readonly statuses: StatusTally; readonly scorers: ScorerTallies }>();
  const groupOf = (name: string) => {
    const key = groups.has(name) || groups.size < maxGroups ? name : others;
    const group = groups.get(key) ?? { statuses: createStatusTally(), scorers: createScorerTallies(labels) };
    groups.set(key, group);
    return group;
  };
  return {
    add(result, names) {
      for (const group of new Set(names.map(groupOf))) {
        group.statuses.add(result.status);
        group.scorers.add(result);
      }
    },
    boards: () =>
      [...groups]
        .map(([name, { statuses, scorers }]) => ({
          name,
          caseRuns: statuses.share(),
          scorers: scorers.shares(),
        }))
        .sort((a, b) => (a.name === others ? 1 : b.name === others ? -1 : a.name < b.name ? -1 : 1)),
  };
}
