import type { Case, Suite } from '../types/index.js';

/** Seconds of database time that a side of a comparison may use; null is unbounded. */
export interface Budget {
  /** What is left, in milliseconds; null when unbounded, never below zero. */
  remainingMs(): number | null;
  /** Takes the time a query used, whether it succeeded or not. */
  draw(seconds: number): void;
}

export function createBudget(seconds: number | null): Budget {
  let left = seconds;
  return {
    remainingMs: () => (left === null ? null : Math.max(0, Math.floor(left * 1000))),
    draw(used) {
      if (left !== null) left = Math.max(0, left - used);
    },
  };
}

/** Seconds of database time of one case; its gold has its own equal pool. The case's own budget comes first. */
export function caseSeconds({ budget }: Case, { settings }: Suite): number | null {
  return budget === undefined ? settings.caseTimeoutSeconds : budget.maxSeconds;
}
