import type { Baseline, Flip } from '../outcomes/index.js';
import type { CaseResult, ErrorCode, KnownFailure, RunSummary } from '../types/index.js';

/**
 * - `met`: evaluated, and good enough
 * - `warn`: met, but accuracy dropped by more than is allowed, which may be noise
 * - `not_met`: evaluated, and not good enough
 * - `could_not_evaluate`: too much is undecided to say either
 * - `refused`: the baseline is not one that this run can be compared with
 */
export type GateStatus = 'met' | 'warn' | 'not_met' | 'could_not_evaluate' | 'refused';

/** The accepted baseline that a run was compared with. */
export interface GateBaseline {
  readonly path: string;
  /** `YYYY-MM-DD` */
  readonly acceptedAt: string;
  readonly ageDays: number;
  /** Cases, each in one role, that the baseline has. */
  readonly cases: number;
  /** Of these, how many the run does not have. */
  readonly missing: number;
  /** Cases of the run that the baseline does not have. */
  readonly added: number;
}

/** What a run comes to. The line, the status and the exit code always say the same. */
export interface GateDecision {
  readonly status: GateStatus;
  /** 0 met, 1 not met, 2 the baseline cannot be used, 3 could not evaluate, 130 interrupted. */
  readonly exitCode: 0 | 1 | 2 | 3 | 130;
  /** One line for the end of a report, such as `GATE passed · 41 passed · 2 failed (2 known) · ...`. */
  readonly line: string;
  /** Why it is not met or could not be evaluated, the weightiest first; empty when it is met. */
  readonly reasons: readonly string[];
  /** What does not change the exit code but should be looked at: drops that may be noise. */
  readonly warnings: readonly string[];
  /** Remarks that do not change the status, such as a known failure that passes by now. */
  readonly notes: readonly string[];
  /** Passed over the case runs that count and were evaluated; null when there are none. */
  readonly accuracy: number | null;
  /** Null without a baseline. */
  readonly baseline: GateBaseline | null;
  /** Codes of why the baseline is refused; empty where it is not. */
  readonly refusals: readonly ErrorCode[];
  /** What passed in the baseline and does not any more, known failures left out. */
  readonly regressions: readonly Flip[];
  /** What did not pass in the baseline and does now. */
  readonly improvements: readonly Flip[];
}

/** Watches a run's results and decides at its end. Holds counts, names and folded verdicts, never the results. */
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
  /** The baseline that the settings name for the run's mode, from `openBaseline`; null where they name none. */
  readonly baseline?: OpenedBaseline | null;
}

/** A baseline that a suite names, and what is there: null where none was accepted yet. */
export interface OpenedBaseline {
  readonly path: string;
  readonly baseline: Baseline | null;
}
