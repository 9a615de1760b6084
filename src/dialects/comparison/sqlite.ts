import type { ColumnKey, ComparisonSql } from './comparison-sql.js';
import { quotedText } from './quoted-text.js';

/** The plus takes the column's affinity away, which would turn texts into numbers when keys are joined. */
const value: ColumnKey = { key: (c) => `(+${c} collate binary)`, groups: 'exactly' };

export const sqliteComparison: ComparisonSql = {
  keyOf: () => value,
  commonKey: () => ({ expected: value.key, actual: value.key, groups: 'exactly' }),
  asDouble: (c) => `cast(${c} as real)`,
  isNumber: (c) => `typeof(${c}) in ('integer', 'real')`,
  isDouble: (c) => `typeof(${c}) = 'real'`,
  literal: quotedText,
  same: (one, other) => `${one} is ${other}`,
  fullJoin: false,
  plainTexts: null,
  // Only materialized ones get an automatic index.
  joinHint: 'materialized',
};
