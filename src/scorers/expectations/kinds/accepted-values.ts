import { isValue } from '../cell-order.js';
import { checkValues } from '../check-values.js';
import { findColumn } from '../find-column.js';
import type { ExpectationCheck } from '../finding.js';

export const checkAcceptedValues: ExpectationCheck<'accepted_values' | 'in_set'> = (
  { kind, column, values },
  facts,
) => {
  const found = findColumn(column, facts);
  const about = { kind, column, expected: values };
  if ('problem' in found) return { ...about, passed: false, detail: found.problem };
  const named = values.filter((value) => value !== null);
  return checkValues(about, found.index, facts, {
    holds: (cells) => cells.map((cell) => named.some((value) => isValue(cell, value))),
    broken: 'a value that is not accepted',
    acceptsNull: values.includes(null),
  });
};
