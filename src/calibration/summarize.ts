import { addSpent } from '../llm/index.js';
import { cohenKappa, type Interval, wilsonInterval } from '../statistics/index.js';
import type { TokenUsage } from '../types/index.js';
import type { JudgedPair } from './calibrate.js';

/** A count out of a total, with its 95% Wilson interval; null where the total is zero. */
export interface Share {
  readonly count: number;
  readonly total: number;
  readonly share: number | null;
  readonly interval: Interval | null;
}

/** How far a judge agrees with labels; every share is over the pairs it decided. */
export interface CalibrationSummary {
  readonly pairs: number;
  readonly decided: number;
  readonly inconclusive: number;
  readonly accuracy: Share;
  /** Cohen's kappa of judge and labels; null where it is not defined. */
  readonly kappa: number | null;
  /** Pairs labelled wrong that the judge passed, out of those labelled wrong. */
  readonly falsePasses: Share;
  /** Pairs labelled right that the judge failed, out of those labelled right. */
  readonly falseFails: Share;
  readonly usage: TokenUsage | null;
  /** Null when nothing is known to have been spent. */
  readonly costUsd: number | null;
  readonly disagreements: readonly JudgedPair[];
}

export function summarize(judged: readonly JudgedPair[]): CalibrationSummary {
  const decided = judged.filter(({ score }) => score.passed !== null && score.verdict !== 'inconclusive');
  const count = (isRight: boolean, passes: boolean): number =>
    decided.filter(({ pair, score }) => pair.isRight === isRight && score.passed === passes).length;
  const [rightPassed, rightFailed] = [count(true, true), count(true, false)];
  const [wrongPassed, wrongFailed] = [count(false, true), count(false, false)];
  const spent = addSpent(...judged.map(({ score }) => score));
  return {
    pairs: judged.length,
    decided: decided.length,
    inconclusive: judged.length - decided.length,
    accuracy: shareOf(rightPassed + wrongFailed, decided.length),
    kappa: cohenKappa({
      bothYes: rightPassed,
      onlyFirstYes: rightFailed,
      onlySecondYes: wrongPassed,
      bothNo: wrongFailed,
    }),
    falsePasses: shareOf(wrongPassed, wrongPassed + wrongFailed),
    falseFails: shareOf(rightFailed, rightPassed + rightFailed),
    usage: spent.usage ?? null,
    costUsd: spent.costUsd ?? null,
    disagreements: decided.filter(({ pair, score }) => pair.isRight !== score.passed),
  };
}

function shareOf(count: number, total: number): Share {
  return {
    count,
    total,
    share: total === 0 ? null : count / total,
    interval: wilsonInterval(count, total),
  };
}
