import type { Expectation, ExpectationOf, ExpectationOutcome, Row } from '../../types/index.js';
import { isUnknown, type ResultFacts, type Unknown } from './result-facts.js';

/** What became of one expectation, before its sample of rows is taken. */
export interface Finding extends Omit<ExpectationOutcome, 'sampleRows'> {
  /** True when it could not be told whether the expectation holds; `passed` is then false. */
  readonly undecided?: boolean;
  /** The derived query that would have told failed. */
  readonly queryFailed?: boolean;
  /** Finds rows that break the expectation, for an expectation that is not met. */
  readonly sample?: (facts: ResultFacts, limit: number) => Promise<readonly Row[]>;
}

/** Tells whether expectations of one kind hold. Queries it needs are asked for before anything is awaited. */
export type ExpectationCheck<Kind extends Expectation['kind']> = (
  expectation: ExpectationOf<Kind>,
  facts: ResultFacts,
) => Finding | Promise<Finding>;

/** The finding for an expectation that could not be looked at. */
export function unknownFinding(
  { kind, ...rest }: { readonly kind: string; readonly column?: string; readonly expected?: unknown },
  { unknown, why }: Unknown,
): Finding {
  return {
    kind,
    ...rest,
    passed: false,
    detail: why,
    ...(unknown === 'query_failed' ? { queryFailed: true } : { undecided: true }),
  };
}

/** Rows that break an expectation of one column, out of those that are read. */
export function sampleWhere(breaks: (row: Row) => boolean): NonNullable<Finding['sample']> {
  return async (facts, limit) => {
    const read = await facts.rows();
    if (isUnknown(read)) return [];
    const found: Row[] = [];
    for (const row of read.rows) {
      if (breaks(row) && found.push(row) >= limit) break;
    }
    return found;
  };
}

/** `3 rows`, `1 row`. */
export function rowsText(count: number): string {
  return `${count} row${count === 1 ? '' : 's'}`;
}

/** Remarks of a finding as one text; undefined without any. */
export function remarks(...parts: readonly (string | false | null | undefined)[]): { detail?: string } {
  const said = parts.filter((part) => typeof part === 'string' && part !== '');
  return said.length === 0 ? {} : { detail: said.join('; ') };
}

export const noRows = 'there are no rows, so there is nothing to break it';
