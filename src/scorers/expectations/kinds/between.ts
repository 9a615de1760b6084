import type { Cell } from '../../../types/index.js';
import { printCell } from '../../../values/index.js';
import { compareCells, readLike } from '../cell-order.js';
import { checkValues, nullRemark } from '../check-values.js';
import { findColumn } from '../find-column.js';
import { type ExpectationCheck, noRows, remarks } from '../finding.js';
import { isUnknown } from '../result-facts.js';

export const checkBetween: ExpectationCheck<'between'> = async ({ kind, column, min, max }, facts) => {
  const found = findColumn(column, facts);
  const expected = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const about = { kind, column, expected };
  if ('problem' in found) return { ...about, passed: false, detail: found.problem };
  const isWithin = (cell: Cell): boolean =>
    (min === undefined || sign(compareCells(cell, readLike(min, cell))) >= 0) &&
    (max === undefined || sign(compareCells(readLike(max, cell), cell)) >= 0);

  const [extremes, nulls, rows] = await Promise.all([
    facts.extremes(found.index),
    facts.nullCount(found.index),
    facts.rowCount(),
  ]);
  const known = extremes === null || isUnknown(extremes) ? null : extremes;
  const ends = known === null ? [] : [known.min, known.max].filter((cell) => cell !== null);
  if (known !== null && ends.every(isWithin)) {
    const why = rows === 0 ? noRows : ends.length === 0 && 'every value is NULL';
    return { ...about, passed: true, actual: known, count: 0, ...remarks(nullRemark(nulls), why) };
  }
  const finding = await checkValues(about, found.index, facts, {
    holds: (cells) => cells.map(isWithin),
    broken: 'a value outside the bounds',
    acceptsNull: false,
  });
  const outside = ends.filter((cell) => !isWithin(cell));
  if (outside.length === 0 || (finding.undecided !== true && finding.queryFailed !== true)) return finding;
  // The value at the end is enough to know, even where not all values can be looked at.
  const { undecided: _, queryFailed: __, count: ___, ...rest } = finding;
  return {
    ...rest,
    actual: outside,
    ...remarks(`there is ${outside.map(printCell).join(' and ')}`, finding.detail),
  };
};

/** What cannot be compared is not within. */
function sign(comparison: number | null): number {
  return comparison ?? -1;
}
