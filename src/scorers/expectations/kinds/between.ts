import type { Cell } from '../../../types/index.js';
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
  if (extremes !== null && !isUnknown(extremes)) {
    const ends = [extremes.min, extremes.max].filter((cell) => cell !== null);
    if (ends.every(isWithin))
      return {
        ...about,
        passed: true,
        actual: extremes,
        count: 0,
        ...remarks(nullRemark(nulls), rows === 0 ? noRows : ends.length === 0 && 'every value is NULL'),
      };
  }
  return checkValues(about, found.index, facts, {
    holds: (cells) => cells.map(isWithin),
    broken: 'a value outside the bounds',
    acceptsNull: false,
  });
};

/** What cannot be compared is not within. */
function sign(comparison: number | null): number {
  return comparison ?? -1;
}
