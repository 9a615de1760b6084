import type { Cell, ExpectationOf } from '../../../types/index.js';
import { printCell } from '../../../values/index.js';
import { compareCells, isValue, textOf } from '../cell-order.js';
import { findColumn } from '../find-column.js';
import { type ExpectationCheck, noRows, remarks, rowsText, unknownFinding } from '../finding.js';
import { isUnknown, type ReadRows } from '../result-facts.js';

/** An ORDER BY inside a subquery is not kept, so the rows are read as the query itself gives them. */
export const checkValuesInOrder: ExpectationCheck<'values_in_order'> = async (expectation, facts) => {
  const { kind, column, values, direction } = expectation;
  const found = findColumn(column, facts);
  const about = { kind, column, expected: values ?? direction };
  if ('problem' in found) return { ...about, passed: false, detail: found.problem };
  const read = await facts.rows();
  if (isUnknown(read)) return unknownFinding(about, read);
  const cells = read.rows.map((row) => row[found.index] ?? null);
  const place = values === undefined ? fallsAt(cells, expectation) : differsAt(cells, values, read);
  const nulls = values === undefined ? cells.filter((cell) => cell === null).length : 0;
  const isCut = place === null && !read.complete;
  const isDoubtful = place?.isDoubtful === true;
  return {
    ...about,
    passed: place === null && !isCut,
    ...(isCut || isDoubtful ? { undecided: true } : {}),
    ...(place === null ? {} : { actual: place.cell }),
    ...remarks(
      place?.why,
      isCut && 'not every row could be read',
      nulls > 0 && `${rowsText(nulls)} with NULL left out`,
      cells.length === 0 && place === null && noRows,
    ),
    ...(place === null
      ? {}
      : { sample: async () => read.rows.slice(Math.max(0, place.row - 1), place.row + 1) }),
  };
};

interface Place {
  readonly row: number;
  readonly cell: Cell;
  readonly why: string;
  /** Texts that are in order by some collation, which the query may have sorted by. */
  readonly isDoubtful?: boolean;
}

/** Where the column stops going in its direction; equal neighbours are in order. */
function fallsAt(cells: readonly Cell[], { direction }: ExpectationOf<'values_in_order'>): Place | null {
  let before: Cell = null;
  let doubtful: Place | null = null;
  const isForward = (step: number): boolean => (direction === 'ascending' ? step <= 0 : step >= 0);
  for (const [row, cell] of cells.entries()) {
    if (cell === null) continue;
    const step = before === null ? 0 : compareCells(before, cell);
    if (step === null) {
      const why = `row ${row + 1} has ${printCell(cell)}, which has no order beside ${printCell(before)}`;
      return { row, cell, why };
    }
    if (!isForward(step)) {
      const why = `row ${row + 1} has ${printCell(cell)} after ${printCell(before)}`;
      if (!collations.some((collation) => collates(collation, before, cell, isForward)))
        return { row, cell, why };
      const doubt = 'in order by some collation, but not by code points';
      doubtful ??= { row, cell, why: `${why}: ${doubt}`, isDoubtful: true };
    }
    before = cell;
  }
  return doubtful;
}

/** Engines sort text by the collations of columns and servers, most of which look at letters before their case. */
const collations = [
  new Intl.Collator('en'),
  new Intl.Collator('en', { sensitivity: 'base', ignorePunctuation: true }),
];

function collates(
  collation: Intl.Collator,
  before: Cell,
  cell: Cell,
  isForward: (step: number) => boolean,
): boolean {
  const [one, other] = [textOf(before), textOf(cell)];
  return one !== null && other !== null && isForward(collation.compare(one, other));
}

/** Where the column is not the list. */
function differsAt(cells: readonly Cell[], values: readonly Cell[], { complete }: ReadRows): Place | null {
  for (const [row, value] of values.entries()) {
    if (row >= cells.length) {
      if (!complete) return null;
      return { row, cell: null, why: `there are ${cells.length} rows for ${values.length} values` };
    }
    const cell = cells[row]!;
    if (cell === null ? value !== null : !isValue(cell, value))
      return { row, cell, why: `row ${row + 1} has ${printCell(cell)}, not ${printCell(value)}` };
  }
  if (cells.length === values.length) return null;
  const cell = cells[values.length]!;
  return { row: values.length, cell, why: `there are ${rowsText(cells.length)} for ${values.length} values` };
}
