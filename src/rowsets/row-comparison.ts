import type { Diff } from '../types/index.js';
import type { Tolerance } from '../values/index.js';

/**
 * When two cells match:
 *
 * - `values`: equal, or numbers within the tolerance
 * - `text_forms`: also a number and a text that spells one, within the tolerance; a date or timestamp and its ISO text;
 *   a value of another type that is not text and the text it is written as
 * - `period_labels`: also an expected text or date `YYYY`, `YYYY-MM` or `YYYY-MM-DD` and a date, timestamp or text that
 *   starts with it
 */
export type CellMatching = 'values' | 'text_forms' | 'period_labels';

export interface CompareOptions {
  /** `ordered`: sequence equality, whatever `multiplicity` says. */
  readonly order: 'ordered' | 'ignore';
  /** `multiset`: a one-to-one pairing of the rows. `set`: every row has a match on the other side, whatever
   * the counts; under a tolerance one row may answer for several. Default multiset. */
  readonly multiplicity?: 'multiset' | 'set';
  /** `by_value`: some permutation of the columns makes the results equal. Default by_position. */
  readonly alignment?: 'by_position' | 'by_value';
  /** Default: none. */
  readonly tolerance?: Tolerance;
  /** Default `values`. */
  readonly match?: CellMatching;
  /** Steps of search allowed before the answer is inconclusive; a step is about one pair of rows looked at. */
  readonly budget?: number;
}

/** What came of comparing two row sets. */
export interface RowComparison {
  readonly outcome: 'equal' | 'different' | 'inconclusive';
  /** One sentence that a person can act on; of equal results, what made them equal. */
  readonly reason: string;
  /**
   * - `empty_both`: neither side has rows
   * - `columns_permuted`: equal only with the columns in another order
   * - `order_only`: the same rows in another order
   * - `truncated`: a side was cut, so that only too many rows are certain
   * - `search_budget`: deciding it would take more search than is allowed
   */
  readonly flags: readonly string[];
  /** What differs; null when equal. */
  readonly diff: Diff | null;
  /** For each expected column the actual column that answers it, when equal by value or lenient. */
  readonly columnMap?: readonly number[];
}
