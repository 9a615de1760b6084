import { type ExpectationCheck, unknownFinding } from '../finding.js';
import { isUnknown } from '../result-facts.js';

export const checkRowCount: ExpectationCheck<'row_count'> = async ({ kind, exact, min, max }, facts) => {
  const expected = exact ?? { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
  const count = await facts.rowCount();
  if (isUnknown(count)) return unknownFinding({ kind, expected }, count);
  const passed = exact === undefined ? count >= (min ?? 0) && count <= (max ?? count) : count === exact;
  const wanted =
    exact !== undefined
      ? `${exact}`
      : [min === undefined ? '' : `at least ${min}`, max === undefined ? '' : `at most ${max}`]
          .filter(Boolean)
          .join(' and ');
  return {
    kind,
    passed,
    expected,
    actual: count,
    count,
    ...(passed ? {} : { detail: `the result has ${count} rows, not ${wanted}` }),
  };
};
