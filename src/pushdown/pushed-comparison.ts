import type { Column, Diff, ExecutionError } from '../types/index.js';

/** What came of comparing two results inside the database. */
export interface PushedComparison {
  readonly outcome: 'equal' | 'different' | 'inconclusive';
  /** One sentence that a person can act on. */
  readonly reason: string;
  /** `tolerance_decisive`: some rows are equal only within the tolerance. */
  readonly flags: readonly string[];
  /** Free JSON, such as how many rows could not be decided. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly diff: Diff | null;
}

/** A query with the columns it has. */
export interface DescribedQuery {
  readonly sql: string;
  readonly columns: readonly Column[];
}

/** A diff in which nothing was counted yet. */
export const emptyDiff: Diff = {
  expectedRows: null,
  actualRows: null,
  missing: null,
  extra: null,
  missingSample: [],
  extraSample: [],
};

export function equal(
  flags: readonly string[] = [],
  detail: PushedComparison['detail'] = {},
): PushedComparison {
  return { outcome: 'equal', reason: 'the same rows', flags, detail, diff: null };
}

export function different(
  reason: string,
  diff: Diff,
  detail: PushedComparison['detail'] = {},
): PushedComparison {
  return { outcome: 'different', reason, flags: [], detail, diff };
}

export function undecided(
  reason: string,
  detail: PushedComparison['detail'] = {},
  diff: Diff | null = null,
): PushedComparison {
  return { outcome: 'inconclusive', reason, flags: [], detail, diff };
}

/** A query made for the comparison failed; the comparison ends inconclusive. */
export class DerivedQueryFailed extends Error {
  constructor(readonly failure: Pick<ExecutionError, 'code' | 'message'>) {
    super(failure.message);
  }
}
