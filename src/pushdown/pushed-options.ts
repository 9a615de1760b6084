import type { Tolerance } from '../values/index.js';

/** How two results are compared; the same meanings as the suite's `comparison`. */
export interface PushedOptions {
  readonly columnOrder: 'ignore' | 'strict';
  readonly nullEquality: 'equal' | 'distinct';
  readonly tolerance: Tolerance;
  /** Names of the columns that identify a row; empty for bags of rows. */
  readonly matchKey: readonly string[];
}
