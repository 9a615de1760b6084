import type { CaseResult, RunCounts } from '../types/index.js';

const fields = {
  pass: 'passed',
  fail: 'failed',
  inconclusive: 'inconclusive',
  error: 'error',
  unscored: 'unscored',
} as const;

/** Counts case runs as they finish; what has not finished is not run. */
export class Tally {
  readonly #counts = { passed: 0, failed: 0, inconclusive: 0, error: 0, unscored: 0 };
  readonly #total: number;

  constructor(total: number) {
    this.#total = total;
  }

  add({ status }: CaseResult): void {
    this.#counts[fields[status]] += 1;
  }

  /** Case runs that say something is wrong; `--bail` counts these. */
  get notPassed(): number {
    const { failed, inconclusive, error } = this.#counts;
    return failed + inconclusive + error;
  }

  counts(): RunCounts {
    const finished = Object.values(this.#counts).reduce((sum, count) => sum + count, 0);
    return { total: this.#total, ...this.#counts, notRun: this.#total - finished };
  }
}
