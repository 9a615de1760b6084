import { hasColumn } from '../find-column.js';
import type { ExpectationCheck } from '../finding.js';

export const checkColumnPresence: ExpectationCheck<'column_presence'> = ({ kind, columns }, facts) => {
  const missing = columns.filter((name) => !hasColumn(name, facts));
  const actual = facts.columns.map(({ name }) => name);
  return {
    kind,
    passed: missing.length === 0,
    expected: columns,
    actual,
    count: missing.length,
    ...(missing.length === 0
      ? {}
      : {
          detail: `the result has no column ${missing.map((name) => `"${name}"`).join(', ')}; its columns are ${actual.map((name) => `"${name}"`).join(', ')}`,
        }),
  };
};
