import { isSameType } from '../../../sql/index.js';
import { findColumn } from '../find-column.js';
import type { ExpectationCheck } from '../finding.js';

export const checkColumnType: ExpectationCheck<'column_type'> = ({ kind, column, type }, facts) => {
  const found = findColumn(column, facts);
  const about = { kind, column, expected: type };
  if ('problem' in found) return { ...about, passed: false, detail: found.problem };
  const { engineType, kind: cells } = found.column;
  if (engineType === '' || cells === 'mixed') {
    const detail = `${facts.dialect} does not tell the types of a result's columns: each value has its own`;
    return { ...about, passed: false, detail };
  }
  const passed = isSameType(type, engineType, facts.dialect);
  return {
    ...about,
    passed,
    actual: engineType,
    ...(passed ? {} : { detail: `its type is ${engineType}, not ${type}` }),
  };
};
