import type { Cell, ResultSet, Row } from '../../types/index.js';

/** Rows that are wrong under every contract of comparison, and what it means when a scorer passes them. */
export interface Mutant {
  readonly rows: readonly Row[];
  readonly unnoticed: string;
}

/** Text that no database of a suite holds. */
const foreign = '\u{10FFFD} not in the data';

/** Wrong versions of a result: a changed cell, a number far from every other, a row too many, and no rows. */
export function mutants({ columns, rows }: ResultSet): readonly Mutant[] {
  const [first, ...rest] = rows;
  const row: Row = first ?? columns.map((): Cell => null);
  const strange: Row = [foreign, ...row.slice(1)];
  const found: Mutant[] = [{ rows: [strange, ...rest], unnoticed: 'A changed cell was not noticed' }];
  const changed = withFarNumber(rows);
  if (changed !== null) {
    found.push({
      rows: changed,
      unnoticed: 'A number that became more than twice the largest was not noticed',
    });
  }
  if (first !== undefined) {
    found.push({ rows: [...rows, strange], unnoticed: 'An added row was not noticed' });
    found.push({ rows: [], unnoticed: 'A result without rows was not noticed' });
  }
  return found;
}

/** The rows with their first number changed to one that lies outside the range of all of them; null without numbers. */
function withFarNumber(rows: readonly Row[]): readonly Row[] | null {
  const sizes = rows.flatMap((row) => row.flatMap((cell) => sizeOf(cell) ?? []));
  const largest = sizes.reduce((most, size) => Math.max(most, size), 0);
  if (sizes.length === 0 || largest > 1e300) return null;
  const at = rows.findIndex((row) => row.some((cell) => sizeOf(cell) !== null));
  const place = rows[at]!.findIndex((cell) => sizeOf(cell) !== null);
  const far: Cell = { k: 'int', v: BigInt(Math.ceil(largest)) * 2n + 2n };
  return rows.with(at, rows[at]!.with(place, far));
}

/** About how far a finite number is from zero; null for every other cell. */
function sizeOf(cell: Cell): number | null {
  const size = Math.abs(numberOf(cell));
  return Number.isFinite(size) ? size : null;
}

function numberOf(cell: Cell): number {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'object' || cell === null) return Number.NaN;
  if (cell.k === 'f64') return cell.v;
  if (cell.k === 'int') return Number(cell.v);
  return cell.k === 'dec' ? Number(cell.u) / 10 ** cell.s : Number.NaN;
}

/** A query that gives a wrong version of a query's result, and what it means when a scorer passes it. */
export interface QueryMutant {
  readonly sql: string;
  readonly rows: 'none' | 'one_too_many';
  readonly unnoticed: string;
}

/** Wrong versions of a query's result, for scorers that have the query run again: a row too many, and no rows. */
export function queryMutants(sql: string, { rows }: ResultSet): readonly QueryMutant[] {
  if (rows.length === 0) return [];
  const query = `(\n${sql}\n)`;
  return [
    {
      sql: `select * from ${query} sqlassay_a union all select * from (select * from ${query} sqlassay_b limit 1) sqlassay_c`,
      rows: 'one_too_many',
      unnoticed: 'An added row was not noticed',
    },
    {
      sql: `select * from ${query} sqlassay_a where 1 = 0`,
      rows: 'none',
      unnoticed: 'A result without rows was not noticed',
    },
  ];
}
