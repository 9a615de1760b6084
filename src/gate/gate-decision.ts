import type { CaseResult, KnownFailure, RunSummary } from '../types/index.js';

/**
 * - `met`: evaluated, and good enough
 * - `not_met`: evaluated, and not good enough
 * - `could_not_evaluate`: too much is undecided to say either
 */
export type GateStatus = 'met' | 'not_met' | 'could_not_evaluate';

/** What a run comes to. The line, the status and the exit code always say the same. */
export interface GateDecision {
  readonly status: GateStatus;
  /** 0 met, 1 not met, 3 could not evaluate, 130 interrupted. */
  readonly exitCode: 0 | 1 | 3 | 130;
  /** One line for the end of a report, such as `GATE passed · 41 passed · 2 failed (2 known) · ...`. */
  readonly line: string;
  /** Why it is not met or could not be evaluated, the weightiest first; empty when it is met. */
  readonly reasons: readonly string[];
  /** Remarks that do not change the status, such as a known failure that passes by now. */
  readonly notes: readonly string[];
  /** Passed over the case runs that count and were evaluated; null when there are none. */
  readonly accuracy: number | null;
}

/** Watches a run's results and decides at its end. Holds counts and a few names, never the results. */
export interface Gate {
  add(result: CaseResult): void;
  /** The entry that excuses this result: it failed, and its failure is known and not out of date. */
  knownFailure(result: CaseResult): KnownFailure | null;
  decide(summary: RunSummary): GateDecision;
}

export interface GateOptions {
  readonly knownFailures?: readonly KnownFailure[];
  /** The day known failures are judged by, `YYYY-MM-DD`. */
  readonly today: string;
}
