import { compareQueries } from '../../src/pushdown/index.js';
import { compareRowSets } from '../../src/rowsets/index.js';
import type { QueryRunner, ResultSet, Row } from '../../src/types/index.js';
import { cellKey, cellsMatch } from '../../src/values/index.js';
import type { ResultPair } from './result-pairs.js';

export interface Verdicts {
  /** With its reason when inconclusive. */
  readonly pushed: string;
  readonly pulled: 'equal' | 'different' | 'inconclusive';
}

/** What the database says and what the client says of the pulled rows; null when the engine rejects the pair itself. */
export async function bothVerdicts(queries: QueryRunner, pair: ResultPair): Promise<Verdicts | null> {
  const { expected, actual, tolerance, matchKey = [], nullEquality = 'equal' } = pair;
  const one = await queries.run(expected);
  const other = await queries.run(actual);
  if (one.kind === 'error' || other.kind === 'error') return null;
  const columns = [await queries.describe(expected), await queries.describe(actual)] as const;
  if ('code' in columns[0] || 'code' in columns[1]) throw new Error('a query that runs is not described');
  const pushed = await compareQueries(
    queries,
    { sql: expected, columns: columns[0] },
    { sql: actual, columns: columns[1] },
    { columnOrder: 'ignore', nullEquality, tolerance, matchKey },
  );
  const names = other.columns.map(({ name }) => name);
  const reordered = other.rows.map((row): Row => one.columns.map(({ name }) => row[names.indexOf(name)]!));
  const pulled =
    matchKey.length === 0
      ? compareRowSets({ rows: one.rows }, { rows: reordered }, { order: 'ignore', tolerance }).outcome
      : byKey(one, reordered, pair);
  const reason = pushed.outcome === 'inconclusive' && pulled !== 'inconclusive' ? `: ${pushed.reason}` : '';
  return { pushed: `${pushed.outcome}${reason}`, pulled };
}

/** The contract of a keyed comparison, on rows in memory. */
function byKey(
  { columns, rows }: ResultSet,
  actual: readonly Row[],
  { tolerance, matchKey = [], nullEquality }: ResultPair,
): 'equal' | 'different' | 'inconclusive' {
  const places = matchKey.map((name) => columns.findIndex((column) => column.name === name));
  const isNobodys = (row: Row): boolean =>
    nullEquality === 'distinct' && places.some((place) => row[place] === null);
  const keyed = (all: readonly Row[]): Map<string, Row> | null => {
    const found = new Map<string, Row>();
    for (const row of all.filter((each) => !isNobodys(each))) {
      const key = JSON.stringify(places.map((place) => cellKey(row[place]!)));
      if (found.has(key)) return null;
      found.set(key, row);
    }
    return found;
  };
  const found = keyed(actual);
  const wanted = keyed(rows);
  if (found === null) return 'different';
  if (wanted === null) return 'inconclusive';
  if (rows.some(isNobodys) || actual.some(isNobodys) || wanted.size !== found.size) return 'different';
  for (const [key, row] of wanted) {
    const other = found.get(key);
    const matches = row.every((cell, place) => {
      const near = other?.[place];
      if (near === undefined) return false;
      if (cell === null || near === null) return cell === near && nullEquality !== 'distinct';
      return cellsMatch(cell, near, tolerance);
    });
    if (!matches) return 'different';
  }
  return 'equal';
}
