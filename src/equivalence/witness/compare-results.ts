import { compareRowSets } from '../../rowsets/index.js';
import type { Cell, ResultSet, Row } from '../../types/index.js';
import { cellKey } from '../../values/index.js';

const tolerance = { absolute: 0, relative: 1e-9 };

/**
 * - `same`, or `unclear` where that cannot be said
 * - `order`: the same rows in another order, of two results that both have one
 * - `rows`: other rows, or another number of columns
 */
export type Difference = 'same' | 'unclear' | 'order' | 'rows';

/**
 * Compares two results as bags by position, and in order where both queries order their rows.
 *
 * @param whole compare only the whole part of doubles, for a dialect in which averages of integers may be integers
 */
export function compareResults(
  gold: ResultSet,
  candidate: ResultSet,
  ordered: boolean,
  whole = false,
): Difference {
  if (whole) {
    const difference = compareResults(truncated(gold), truncated(candidate), ordered);
    if (difference !== 'rows' && difference !== 'order') return difference;
  }
  if (gold.columns.length === candidate.columns.length && sameText(gold.rows, candidate.rows)) return 'same';
  const asBags = compareRowSets(gold, candidate, { order: 'ignore', tolerance });
  if (asBags.outcome === 'different') return 'rows';
  if (asBags.outcome === 'inconclusive') return 'unclear';
  if (!ordered) return 'same';
  const inOrder = compareRowSets(gold, candidate, { order: 'ordered', tolerance });
  return inOrder.outcome === 'different' ? 'order' : inOrder.outcome === 'equal' ? 'same' : 'unclear';
}

function truncated(result: ResultSet): ResultSet {
  const whole = (cell: Cell): Cell => {
    if (typeof cell === 'number') return Math.trunc(cell);
    if (cell === null || typeof cell !== 'object') return cell;
    if (cell.k === 'f64' && Number.isFinite(cell.v)) return Math.trunc(cell.v) + 0;
    return cell.k === 'dec' ? Number(cell.u / 10n ** BigInt(Math.max(0, cell.s))) : cell;
  };
  return { ...result, rows: result.rows.map((row) => row.map(whole)) };
}

function sameText(gold: readonly Row[], candidate: readonly Row[]): boolean {
  return gold.length === candidate.length && gold.every((row, at) => rowKey(row) === rowKey(candidate[at]!));
}

/** A text that results share exactly when they are equal; `ordered` takes the order of rows as part of the result. */
export function resultKey(result: ResultSet, ordered: boolean): string {
  const rows = result.rows.map(roundedKey);
  if (!ordered) rows.sort();
  return `${result.columns.length}\n${rows.join('\n')}`;
}

function rowKey(row: Row): string {
  return JSON.stringify(row.map(cellKey));
}

/** Doubles that are the sum of the same numbers in another order are one value here. */
function roundedKey(row: Row): string {
  return JSON.stringify(
    row.map((cell) => {
      const double =
        typeof cell === 'number' && !Number.isInteger(cell)
          ? cell
          : cell !== null && typeof cell === 'object' && cell.k === 'f64' && Number.isFinite(cell.v)
            ? cell.v
            : null;
      return double === null ? cellKey(cell) : `n${Number(double.toPrecision(9))}`;
    }),
  );
}

/** A result that says nothing of the data: no rows, or one row of NULLs and zeros. */
export function isHollow(result: ResultSet): boolean {
  if (result.rows.length === 0) return true;
  return result.rows.length === 1 && result.rows[0]!.every((cell) => cell === null || cell === 0);
}
