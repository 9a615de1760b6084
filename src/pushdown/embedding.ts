import type { ComparisonSql } from '../dialects/index.js';
import { embeddable, freshName } from '../sql/index.js';
import type { QueryRunner, Row } from '../types/index.js';
import type { ColumnPlan, Side } from './plan-columns.js';
import { DerivedQueryFailed, type DescribedQuery } from './pushed-comparison.js';

/** Two queries embedded in every query of one comparison. */
export interface Embedding {
  readonly queries: QueryRunner;
  readonly sql: ComparisonSql;
  readonly plan: ColumnPlan;
  /** `with <expected>, <actual>`, to be followed by a comma or a query. */
  readonly head: string;
  readonly expected: string;
  readonly actual: string;
  /** Begins every further name. */
  readonly prefix: string;
}

export function embed(
  queries: QueryRunner,
  sql: ComparisonSql,
  plan: ColumnPlan,
  expected: DescribedQuery,
  actual: DescribedQuery,
): Embedding {
  const prefix = freshName('sqlassay', `${expected.sql}\n${actual.sql}`);
  const names = { expected: `${prefix}_g`, actual: `${prefix}_p` };
  const head = `with ${embedded(names.expected, expected, queries.dialect)},\n${embedded(names.actual, actual, queries.dialect)}`;
  return { queries, sql, plan, head, prefix, ...names };
}

/** A query under a name, its columns named by their places; it may end in a comment. */
export function embedded(name: string, { sql, columns }: DescribedQuery, dialect: string): string {
  const list = columns.map((_, place) => `c${place}`).join(', ');
  return `${name}(${list}) as (\n${embeddable(sql, dialect)}\n)`;
}

/** The rows of a query made for the comparison. Throws `DerivedQueryFailed` when it fails or was cut short. */
export async function derivedRows(queries: QueryRunner, sql: string): Promise<readonly Row[]> {
  const result = await queries.run(sql);
  if (result.kind === 'error') throw new DerivedQueryFailed(result);
  if (result.truncated !== null)
    throw new DerivedQueryFailed({
      code: 'memory',
      message: `the difference is larger than the limit of ${result.truncated} allows to read`,
    });
  return result.rows;
}

/** The keys of one side's rows as `k0, k1, ..`; a key that only the other side has is NULL. */
function keysOf({ plan, expected, actual }: Embedding, side: Side): string {
  const list = plan.keys.map((_, index) => `${keyExpression(plan, index, side)} k${index}`);
  return `select ${list.join(', ')}, ${side === 'expected' ? 1 : -1} w from ${side === 'expected' ? expected : actual}`;
}

/** One key of one side's rows, in terms of its query's columns. */
export function keyExpression({ keys }: ColumnPlan, index: number, side: Side): string {
  const key = keys[index]![side];
  return key === null ? 'null' : key.wrap(`c${key.place}`);
}

export function keyNames({ plan }: Embedding): readonly string[] {
  return plan.keys.map((_, index) => `k${index}`);
}

export function shownKeys({ plan }: Embedding): string {
  return plan.keys.map(({ shown }, index) => `${shown(`k${index}`)} s${index}`).join(', ');
}

/** The keys of both sides' rows with `w`, 1 for an expected row and -1 for an actual one. */
export function bothSides(embedding: Embedding): string {
  return `${keysOf(embedding, 'expected')}\nunion all\n${keysOf(embedding, 'actual')}`;
}
