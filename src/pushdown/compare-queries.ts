import { dialectOf } from '../dialects/index.js';
import { foldIdentifier } from '../sql/index.js';
import type { Diff, QueryRunner } from '../types/index.js';
import { bagDifference } from './bag-difference.js';
import type { KeyPlaces } from './check-keys.js';
import { chooseComparison } from './choose-comparison.js';
import { countSides } from './count-sides.js';
import { embed } from './embedding.js';
import { keyedDifference } from './keyed-difference.js';
import { type ColumnPlan, planColumns } from './plan-columns.js';
import {
  type DescribedQuery,
  different,
  emptyDiff,
  type PushedComparison,
  undecided,
} from './pushed-comparison.js';
import type { PushedOptions } from './pushed-options.js';
import { type Reconciled, reconcileColumns } from './reconcile-columns.js';
import { settleFailures } from './settle-failures.js';

/**
 * Compares the results of two queries inside their database: columns by name, rows as bags or by a key. Only counts,
 * samples and rows that must be looked at leave the database; what is too much for that is inconclusive. Both queries
 * must run on their own.
 */
export function compareQueries(
  queries: QueryRunner,
  expected: DescribedQuery,
  actual: DescribedQuery,
  options: PushedOptions,
): Promise<PushedComparison> {
  return settleFailures(queries, { expected, actual }, async () => {
    const { comparison } = dialectOf(queries.dialect);
    if (comparison === null) return undecided(`results cannot be compared inside ${queries.dialect}`);
    const key = options.matchKey.length > 0;
    if (options.nullEquality === 'distinct' && !key) return distinctWithoutKey();
    const columns = reconcileColumns(expected.columns, actual.columns, queries.dialect);
    const places = keyPlaces(options, expected, actual, columns, queries.dialect);
    if ('outcome' in places) return places;
    const sql = await chooseComparison(queries, comparison, expected, actual);
    const shape = shapeProblem(columns, options);
    const plan = planColumns(expected.columns, actual.columns, columns, sql, options.tolerance);
    if (shape !== null) {
      const counts =
        'incomparable' in plan ? {} : await countSides(embed(queries, sql, plan, expected, actual));
      return different(shape.reason, { ...emptyDiff, ...counts, ...shape.diff });
    }
    if ('incomparable' in plan) {
      const { name, engineType } = plan.incomparable;
      return undecided(
        `column ${name} is of a type that cannot be compared inside ${queries.dialect} (${engineType})`,
      );
    }
    const embedding = embed(queries, sql, plan, expected, actual);
    if (!key) return withNames(await bagDifference(embedding, options.tolerance), plan);
    const inexact = places.find((place) => !isKeyType(plan.pairs[place]!));
    if (inexact !== undefined) {
      const { name } = plan.pairs[inexact]!;
      return undecided(
        `rows cannot be paired by ${name}, whose types or values are not compared exactly by the database`,
      );
    }
    return withNames(await keyedDifference(embedding, places, options), plan);
  });
}

/** The names of the columns that a diff's rows have: the expected ones, each with its partner. */
function withNames(compared: PushedComparison, { pairs }: ColumnPlan): PushedComparison {
  if (compared.diff === null) return compared;
  const names = {
    expectedColumns: pairs.map(({ expected }) => expected.name),
    actualColumns: pairs.map(({ actual }) => actual.name),
  };
  return { ...compared, diff: { ...compared.diff, ...names } };
}

/** A fail that every comparison without a key under `null_equality: distinct` ends in. */
export function distinctWithoutKey(): PushedComparison {
  return different(
    'null_equality distinct needs a match_key: without one no row with a NULL has a partner',
    emptyDiff,
  );
}

/** Keys are compared exactly, so a column may only be one where the database's equality is that of cells. */
function isKeyType({
  slots,
  groups,
}: {
  slots: { expected: number; actual: number };
  groups: string;
}): boolean {
  return slots.expected === slots.actual && groups === 'exactly';
}

function keyPlaces(
  { matchKey }: PushedOptions,
  expected: DescribedQuery,
  actual: DescribedQuery,
  { pairs }: Reconciled,
  dialect: string,
): KeyPlaces | PushedComparison {
  const has = ({ columns }: DescribedQuery, name: string): boolean =>
    columns.some(
      (column) => foldIdentifier(column.name, dialect, true) === foldIdentifier(name, dialect, true),
    );
  const absent = matchKey.filter((name) => !has(actual, name));
  if (absent.length > 0)
    return different(`the match key (${absent.join(', ')}) is not in the result`, {
      ...emptyDiff,
      missingColumns: absent,
    });
  const unknown = matchKey.filter((name) => !has(expected, name));
  if (unknown.length > 0)
    return undecided(`the match key (${unknown.join(', ')}) is not in the expected result`);
  return matchKey.map((name) =>
    pairs.findIndex(
      ([place]) =>
        foldIdentifier(expected.columns[place]!.name, dialect, true) === foldIdentifier(name, dialect, true),
    ),
  );
}

/** What is wrong with the columns themselves; null where nothing is. */
export function shapeProblem(
  { missing, unexpected, isReordered }: Reconciled,
  { columnOrder }: Pick<PushedOptions, 'columnOrder'>,
): { readonly reason: string; readonly diff: Partial<Diff> } | null {
  if (missing.length + unexpected.length > 0) {
    const parts = [
      missing.length > 0 ? `missing columns: ${missing.join(', ')}` : null,
      unexpected.length > 0 ? `unexpected columns: ${unexpected.join(', ')}` : null,
    ].filter((part) => part !== null);
    return { reason: parts.join('; '), diff: { missingColumns: missing, unexpectedColumns: unexpected } };
  }
  if (columnOrder !== 'strict' || !isReordered) return null;
  return { reason: 'the columns stand in another order', diff: { columnOrderMismatch: true } };
}
