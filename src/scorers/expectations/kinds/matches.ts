import { printCell } from '../../../values/index.js';
import { checkValues } from '../check-values.js';
import { findColumn } from '../find-column.js';
import type { ExpectationCheck } from '../finding.js';
import { testPattern } from '../test-pattern.js';

export const checkMatches: ExpectationCheck<'matches'> = ({ kind, column, pattern }, facts) => {
  const found = findColumn(column, facts);
  const about = { kind, column, expected: pattern };
  if ('problem' in found) return { ...about, passed: false, detail: found.problem };
  return checkValues(about, found.index, facts, {
    holds: (cells) => testPattern(pattern, cells.map(printCell)),
    broken: 'a value that the pattern does not match',
    acceptsNull: false,
  });
};
