import type { Basis, Diff, ExpectationOutcome, ScoreResult } from '../types/index.js';

/** The parts of a score that may be left out. */
export interface ScoreExtras {
  readonly value?: number | null;
  readonly basis?: Basis;
  readonly flags?: readonly string[];
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly diff?: Diff | null;
  readonly outcomes?: readonly ExpectationOutcome[] | null;
}

function shared(scorer: string, { flags = [], detail = {}, diff = null, outcomes = null }: ScoreExtras) {
  return { scorer, flags, detail, diff, outcomes };
}

export function passed(scorer: string, reason: string | null = null, extras: ScoreExtras = {}): ScoreResult {
  const { value = 1, basis = 'observed' } = extras;
  return { ...shared(scorer, extras), verdict: 'pass', passed: true, value, basis, reason };
}

export function failed(scorer: string, reason: string, extras: ScoreExtras = {}): ScoreResult {
  const { value = 0, basis = 'observed' } = extras;
  return { ...shared(scorer, extras), verdict: 'fail', passed: false, value, basis, reason };
}

export function inconclusive(scorer: string, reason: string, extras: ScoreExtras = {}): ScoreResult {
  return {
    ...shared(scorer, extras),
    verdict: 'inconclusive',
    passed: false,
    value: null,
    basis: null,
    reason,
  };
}

export function notApplicable(scorer: string, reason: string | null = null): ScoreResult {
  return {
    ...shared(scorer, {}),
    verdict: 'not_applicable',
    passed: null,
    value: null,
    basis: null,
    reason,
  };
}

/** The scorer itself broke; `thrown` is what it threw. */
export function scorerError(scorer: string, thrown: unknown): ScoreResult {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    ...shared(scorer, { detail: { error: message } }),
    verdict: 'error',
    passed: null,
    value: null,
    basis: null,
    reason: `The scorer broke: ${message}`,
  };
}
