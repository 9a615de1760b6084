import type { ComparisonSql } from '../dialects/index.js';
import { freshName } from '../sql/index.js';
import type { QueryRunner } from '../types/index.js';
import { countOf } from '../values/index.js';
import { embedded } from './embedding.js';
import type { DescribedQuery } from './pushed-comparison.js';

/**
 * The SQL to compare two results with: the cheaper one where all their texts have a collation that allows it. The database
 * is asked by a query that reads no row of either.
 */
export async function chooseComparison(
  queries: QueryRunner,
  sql: ComparisonSql,
  expected: DescribedQuery,
  actual: DescribedQuery,
): Promise<ComparisonSql> {
  const { plainTexts } = sql;
  if (plainTexts === null) return sql;
  const tests = [expected, actual].flatMap(({ columns }, side) =>
    columns.flatMap(({ kind }, place) =>
      kind === 'text' ? [plainTexts.isPlain(`${'ea'[side]}.c${place}`)] : [],
    ),
  );
  if (tests.length === 0) return sql;
  const prefix = freshName('sqlassay', `${expected.sql}\n${actual.sql}`);
  const sides = [expected, actual].map((query, side) =>
    embedded(`${prefix}_${'gp'[side]}`, query, queries.dialect),
  );
  const result = await queries.run(
    `with ${sides.join(',\n')}\nselect case when ${tests.join(' and ')} then 1 else 0 end from (select 1) o
left join (select * from ${prefix}_g limit 0) e on true left join (select * from ${prefix}_p limit 0) a on true`,
  );
  return result.kind === 'success' && countOf(result.rows[0]?.[0]) === 1 ? plainTexts.comparison : sql;
}
