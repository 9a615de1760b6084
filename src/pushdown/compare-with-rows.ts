import { compareRowSets } from '../rowsets/index.js';
import { foldIdentifier, freshName } from '../sql/index.js';
import type { Cell, Column, Diff, QueryRunner, Row } from '../types/index.js';
import { cellKey, countOf, exactOfCell, plainFromCell } from '../values/index.js';
import { distinctWithoutKey, shapeProblem } from './compare-queries.js';
import { derivedRows, embedded } from './embedding.js';
import {
  type DescribedQuery,
  different,
  emptyDiff,
  equal,
  type PushedComparison,
  undecided,
} from './pushed-comparison.js';
import { pushedLimits } from './pushed-limits.js';
import type { PushedOptions } from './pushed-options.js';
import { type Reconciled, reconcileColumns } from './reconcile-columns.js';
import { settleFailures } from './settle-failures.js';

/** Rows that were written down, with their columns' names, or null where columns are known by position only. */
export interface ExpectedRows {
  readonly rows: readonly Row[];
  readonly names: readonly string[] | null;
}

/**
 * Compares a query's result with rows that were written down. Its rows are counted first, and pulled only when they are not
 * many more than expected. Dates and the like match the texts they are written as.
 */
export function compareWithRows(
  queries: QueryRunner,
  { rows, names }: ExpectedRows,
  actual: DescribedQuery,
  options: PushedOptions,
): Promise<PushedComparison> {
  return settleFailures(queries, { expected: null, actual }, async () => {
    if (options.nullEquality === 'distinct' && options.matchKey.length === 0) return distinctWithoutKey();
    const expectedColumns = columnsOf(rows, names, actual.columns);
    const columns = reconcileColumns(expectedColumns, actual.columns, queries.dialect);
    const absent = options.matchKey.filter((name) => placeOf(name, actual.columns, queries.dialect) < 0);
    if (absent.length > 0)
      return different(`the match key (${absent.join(', ')}) is not in the result`, {
        ...emptyDiff,
        missingColumns: absent,
      });
    const unknown = options.matchKey.filter((name) => placeOf(name, expectedColumns, queries.dialect) < 0);
    if (unknown.length > 0)
      return undecided(`the match key (${unknown.join(', ')}) is not in the expected rows`);

    const name = `${freshName('sqlassay', actual.sql)}_p`;
    const counted = await derivedRows(
      queries,
      `with ${embedded(name, actual, queries.dialect)}\nselect count(*) from ${name}`,
    );
    const counts = { expectedRows: rows.length, actualRows: countOf(counted[0]?.[0]) };
    const shape = shapeProblem(columns, options);
    if (shape !== null) return different(shape.reason, { ...emptyDiff, ...counts, ...shape.diff });
    if (counts.actualRows > rows.length + pushedLimits.rows)
      return different(`${counts.expectedRows} rows were expected, and there are ${counts.actualRows}`, {
        ...emptyDiff,
        ...counts,
      });

    const pulled = await derivedRows(queries, actual.sql);
    const sides = {
      expected: { rows: rows.map((row) => columns.pairs.map(([place]) => row[place] ?? null)) },
      actual: { rows: pulled.map((row) => columns.pairs.map(([, place]) => row[place]!)) },
    };
    if (options.matchKey.length > 0) {
      const key = options.matchKey.map((each) => keyPlace(each, columns, expectedColumns, queries.dialect));
      return byKey(sides, key, columns, expectedColumns, options);
    }
    const { outcome, reason, flags, diff } = compareRowSets(sides.expected, sides.actual, {
      order: 'ignore',
      tolerance: options.tolerance,
      match: 'text_forms',
    });
    return { outcome, reason, flags, detail: {}, diff };
  });
}

/** Without names, columns are known by position: as many as the rows have, named as in the result. */
function columnsOf(
  rows: readonly Row[],
  names: readonly string[] | null,
  actual: readonly Column[],
): readonly Pick<Column, 'name'>[] {
  if (names !== null) return names.map((name) => ({ name }));
  const width = rows[0]?.length ?? actual.length;
  return Array.from({ length: width }, (_, place) => ({
    name: actual[place]?.name ?? `column ${place + 1}`,
  }));
}

function placeOf(name: string, columns: readonly Pick<Column, 'name'>[], dialect: string): number {
  return columns.findIndex(
    (column) => foldIdentifier(column.name, dialect, true) === foldIdentifier(name, dialect, true),
  );
}

function keyPlace(
  name: string,
  { pairs }: Reconciled,
  expected: readonly Pick<Column, 'name'>[],
  dialect: string,
): number {
  const place = placeOf(name, expected, dialect);
  return pairs.findIndex(([at]) => at === place);
}

interface Sides {
  readonly expected: { readonly rows: readonly Row[] };
  readonly actual: { readonly rows: readonly Row[] };
}

function byKey(
  { expected, actual }: Sides,
  key: readonly number[],
  { pairs }: Reconciled,
  columns: readonly Pick<Column, 'name'>[],
  { nullEquality, tolerance }: PushedOptions,
): PushedComparison {
  const names = key.map((place) => columns[pairs[place]![0]]!.name).join(', ');
  const counts = { expectedRows: expected.rows.length, actualRows: actual.rows.length };
  const found = index(actual.rows, key, nullEquality);
  const wanted = index(expected.rows, key, nullEquality);
  if (found === null)
    return different(`the match key (${names}) is not unique in the result`, { ...emptyDiff, ...counts });
  if (wanted === null) return undecided(`the match key (${names}) is not unique in the expected rows`);
  const missing: Row[] = [];
  const extra: Row[] = [];
  const mismatches: Record<string, number> = {};
  for (const [id, row] of wanted) {
    const other = found.get(id);
    const differing =
      other === undefined ? [] : pairs.filter((_, place) => !matches(row[place]!, other[place]!));
    for (const [place] of differing) {
      const { name } = columns[place]!;
      mismatches[name] = (mismatches[name] ?? 0) + 1;
    }
    if (other === undefined || differing.length > 0) missing.push(row);
    if (other !== undefined && differing.length > 0) extra.push(other);
  }
  for (const [id, row] of found) if (!wanted.has(id)) extra.push(row);
  if (missing.length + extra.length === 0) return equal();
  const diff: Diff = {
    ...emptyDiff,
    ...counts,
    missing: missing.length,
    extra: extra.length,
    missingSample: missing.slice(0, pushedLimits.sample),
    extraSample: extra.slice(0, pushedLimits.sample),
    columnMismatches: mismatches,
  };
  return different(
    `${missing.length} expected rows have no equal row, and ${extra.length} rows are not expected`,
    diff,
  );

  function matches(one: Cell, other: Cell): boolean {
    if (one === null || other === null) return one === other && nullEquality === 'equal';
    const options = { order: 'ignore', tolerance, match: 'text_forms' } as const;
    return compareRowSets({ rows: [[one]] }, { rows: [[other]] }, options).outcome === 'equal';
  }
}

/** Rows by their key; null where two have the same. Under `distinct`, a key with a NULL is nobody else's. */
function index(
  rows: readonly Row[],
  key: readonly number[],
  nullEquality: PushedOptions['nullEquality'],
): ReadonlyMap<string | symbol, Row> | null {
  const found = new Map<string | symbol, Row>();
  for (const row of rows) {
    const cells = key.map((place) => row[place]!);
    const isNobodys = nullEquality === 'distinct' && cells.some((cell) => cell === null);
    const id = isNobodys ? Symbol('null') : JSON.stringify(cells.map(keyText));
    if (found.has(id)) return null;
    found.set(id, row);
  }
  return found;
}

/** Written down, a date is its text. */
function keyText(cell: Cell): string {
  if (cell === null || exactOfCell(cell) !== null) return cellKey(cell);
  const plain = plainFromCell(cell);
  return typeof plain === 'string' ? `s${plain}` : cellKey(cell);
}
