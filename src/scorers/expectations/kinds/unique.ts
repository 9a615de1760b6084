import { countDuplicates, rowKey } from '../count-duplicates.js';
import { findColumn } from '../find-column.js';
import {
  type ExpectationCheck,
  type Finding,
  noRows,
  remarks,
  rowsText,
  unknownFinding,
} from '../finding.js';
import { isUnknown } from '../result-facts.js';

export const checkUnique: ExpectationCheck<'unique'> = async ({ kind, columns, column }, facts) => {
  const names = columns ?? [column!];
  const about = { kind, ...(names.length === 1 ? { column: names[0]! } : {}), expected: names };
  const found = names.map((name) => findColumn(name, facts));
  const indexes = found.flatMap((one) => ('index' in one ? [one.index] : []));
  if (indexes.length < names.length) {
    const problems = found.flatMap((one) => ('problem' in one ? [one.problem] : []));
    return { ...about, passed: false, ...remarks(...problems) };
  }
  const [duplicates, rows] = await Promise.all([facts.duplicates(indexes), facts.rowCount()]);
  if (isUnknown(duplicates)) return unknownFinding(about, duplicates);
  const passed = duplicates.rows === 0 && duplicates.complete;
  return {
    ...about,
    passed,
    count: duplicates.rows,
    ...(duplicates.rows === 0 && !duplicates.complete ? { undecided: true } : {}),
    ...remarks(
      duplicates.rows > 0 && `${rowsText(duplicates.rows)} whose values another row has too`,
      !duplicates.complete && 'not every row could be read',
      duplicates.withNull > 0 && `${rowsText(duplicates.withNull)} with NULL ignored`,
      rows === 0 && noRows,
    ),
    ...(duplicates.rows === 0 ? {} : { sample: sampleOf(indexes) }),
  };
};

function sampleOf(indexes: readonly number[]): NonNullable<Finding['sample']> {
  return async (facts, limit) => {
    const read = await facts.rows();
    if (isUnknown(read)) return [];
    const { keys } = countDuplicates(read.rows, indexes);
    return read.rows.filter((row) => keys.has(rowKey(row, indexes) ?? '')).slice(0, limit);
  };
}
