import { type ExpectationCheck, noRows, remarks, rowsText, unknownFinding } from '../finding.js';
import { isUnknown } from '../result-facts.js';

export const checkExpression: ExpectationCheck<'expression'> = async ({ kind, sql }, facts) => {
  const [untrue, rows] = await Promise.all([facts.untrue(sql), facts.rowCount()]);
  if (isUnknown(untrue)) return unknownFinding({ kind, expected: sql }, untrue);
  const passed = untrue.rows === 0;
  return {
    kind,
    expected: sql,
    passed,
    count: untrue.rows,
    ...remarks(
      !passed && `it is not true for ${rowsText(untrue.rows)}`,
      untrue.nulls > 0 && `for ${untrue.nulls} of them it is NULL`,
      untrue.notes.includes('dqs') && 'a name in double quotes was read as a text, as SQLite does',
      rows === 0 && noRows,
    ),
    ...(passed ? {} : { sample: (_: unknown, limit: number) => facts.untrueRows(sql, limit) }),
  };
};
