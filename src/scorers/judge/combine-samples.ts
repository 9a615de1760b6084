import type { LlmFailure, TokenUsage } from '../../types/index.js';
import type { JudgeReading } from './reading.js';

/** In which order the two queries were shown. */
export type ShownOrder = 'as_listed' | 'swapped';

/** One answer of the judge. */
export interface JudgeSample {
  readonly order: ShownOrder;
  readonly reading: JudgeReading;
  /** Set when the provider gave no reply. */
  readonly failure?: LlmFailure['failure'];
  readonly usage?: TokenUsage;
  readonly costUsd?: number;
}

/** What several answers say together. */
export type Majority =
  | {
      readonly kind: 'decided';
      readonly passes: boolean;
      /** The mean of the scores that decided, from 0 to 1. */
      readonly value: number;
      readonly rationale: string;
      /** The share of the answers that say so. */
      readonly agreement: number;
      /** True when some answers pass and some fail. */
      readonly isDivided: boolean;
    }
  | {
      readonly kind: 'undecided';
      readonly why: string;
      readonly agreement: number;
      readonly isDivided: boolean;
    };

/** More than half of all answers must pass, or fail; an answer that cannot be read is neither. */
export function majorityOf(samples: readonly JudgeSample[], threshold: number): Majority {
  const read = samples.flatMap(({ reading }) => (reading.kind === 'score' ? [reading] : []));
  const passing = read.filter(({ score }) => score >= threshold);
  const failing = read.filter(({ score }) => score < threshold);
  const [larger, passes] = passing.length >= failing.length ? [passing, true] : [failing, false];
  const agreement = larger.length / samples.length;
  const isDivided = passing.length > 0 && failing.length > 0;
  if (agreement > 0.5) {
    const value = larger.reduce((sum, { score }) => sum + score, 0) / larger.length;
    return { kind: 'decided', passes, value, rationale: larger[0]!.rationale, agreement, isDivided };
  }
  return {
    kind: 'undecided',
    why: whyUndecided(samples, passing.length, failing.length),
    agreement,
    isDivided,
  };
}

function whyUndecided(samples: readonly JudgeSample[], passing: number, failing: number): string {
  const unread = samples.flatMap(({ reading }) => (reading.kind === 'unreadable' ? [reading.why] : []));
  if (samples.length === 1) return unread[0]!;
  const counts = `${passing} of ${samples.length} answers pass, ${failing} fail`;
  return unread.length === 0 ? counts : `${counts}, and ${unread.length} cannot be read: ${unread[0]}`;
}
