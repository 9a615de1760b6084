import { findColumn } from '../find-column.js';
import { type ExpectationCheck, noRows, remarks, rowsText, sampleWhere, unknownFinding } from '../finding.js';
import { isUnknown } from '../result-facts.js';

export const checkNotNull: ExpectationCheck<'not_null'> = async ({ kind, column }, facts) => {
  const found = findColumn(column, facts);
  if ('problem' in found) return { kind, column, passed: false, detail: found.problem };
  const [nulls, rows] = await Promise.all([facts.nullCount(found.index), facts.rowCount()]);
  if (isUnknown(nulls)) return unknownFinding({ kind, column }, nulls);
  return {
    kind,
    column,
    passed: nulls === 0,
    count: nulls,
    ...remarks(nulls > 0 && `${rowsText(nulls)} with NULL`, rows === 0 && noRows),
    ...(nulls === 0 ? {} : { sample: sampleWhere((row) => row[found.index] === null) }),
  };
};
