import type { SourceLocation, UndeterminedReason } from '../types/index.js';

/**
 * What became of one case's recorded result:
 *
 * - `same`: it reproduces
 * - `recorded`: it was written for the first time, or anew
 * - `changed`: it does not reproduce (`--check` only)
 * - `missing`: nothing is recorded (`--check` only)
 * - `failed`: the gold query did not run
 */
export interface GoldOutcome {
  readonly caseId: string;
  readonly kind: 'same' | 'recorded' | 'changed' | 'missing' | 'failed';
  readonly detail: string | null;
  readonly source: SourceLocation | null;
  /** Why the data do not determine what its gold queries return (`--check` only); fails nothing. */
  readonly undetermined: readonly UndeterminedReason[];
}

export interface GoldReport {
  readonly outcomes: readonly GoldOutcome[];
  /** Files that were written. */
  readonly files: readonly string[];
}
