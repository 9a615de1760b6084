import { type Interval, wilsonInterval } from '../../statistics/index.js';

/** A part of a whole with its 95% Wilson interval; `share` and `interval` are null when the whole is empty. */
export interface Share {
  readonly passed: number;
  readonly of: number;
  readonly share: number | null;
  readonly interval: Interval | null;
}

export function toShare(passed: number, of: number): Share {
  return { passed, of, share: of === 0 ? null : passed / of, interval: wilsonInterval(passed, of) };
}
