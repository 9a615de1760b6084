import { freshName } from '../sql/index.js';
import type { QueryRunner } from '../types/index.js';
import { embedded } from './embedding.js';
import {
  DerivedQueryFailed,
  type DescribedQuery,
  different,
  emptyDiff,
  type PushedComparison,
  undecided,
} from './pushed-comparison.js';

/** The two queries of a comparison; expected rows that were written down have none. */
export interface ComparedQueries {
  readonly expected: DescribedQuery | null;
  readonly actual: DescribedQuery;
}

/**
 * Runs a comparison. When one of its queries fails, each side is run alone, to tell whose fault it is: the model's query
 * then fails, and everything else is inconclusive.
 */
export async function settleFailures(
  queries: QueryRunner,
  { expected, actual }: ComparedQueries,
  compare: () => Promise<PushedComparison>,
): Promise<PushedComparison> {
  try {
    return await compare();
  } catch (error) {
    if (!(error instanceof DerivedQueryFailed)) throw error;
    const { code, message } = error.failure;
    if (['runtime', 'type', 'unknown_name'].includes(code)) {
      const gold = expected === null ? null : await failureAlone(queries, expected);
      if (gold !== null)
        return undecided(`the gold query failed (${gold.code}): ${gold.message}`, {
          gold_query_failed: true,
          gold_error: gold.code,
        });
      const own = await failureAlone(queries, actual);
      if (own !== null) return different(`the query failed (${own.code}): ${own.message}`, emptyDiff);
    }
    const reason = `a query made for the comparison failed (${code}): ${message}`;
    return undecided(reason, { derived_query_failed: { code, message } });
  }
}

/** What a query fails with when every cell of it is worked out; null when it runs, or for a fault that is not its own. */
async function failureAlone(
  queries: QueryRunner,
  query: DescribedQuery,
): Promise<DerivedQueryFailed['failure'] | null> {
  const name = `${freshName('sqlassay', query.sql)}_q`;
  const counts = query.columns.map((_, place) => `count(c${place})`).join(', ');
  const result = await queries.run(
    `with ${embedded(name, query, queries.dialect)}\nselect ${counts} from ${name}`,
  );
  if (result.kind === 'success') return null;
  return ['runtime', 'type', 'unknown_name'].includes(result.code) ? result : null;
}
