import type { ColumnKey, ComparedColumn, ComparisonSql } from './comparison-sql.js';
import { quotedText } from './quoted-text.js';

const same: ColumnKey = { key: (c) => c, groups: 'exactly' };

/** Bytes, because texts are equal there whatever their case and the blanks at their end. */
const text: ColumnKey = {
  key: (c) => `cast(convert(${c} using utf8mb4) as binary)`,
  shown: (k) => `convert(${k} using utf8mb4)`,
  groups: 'exactly',
};

const keys: Readonly<Record<string, ColumnKey>> = {
  bool: same,
  int: same,
  dec: same,
  f64: same,
  text,
  enum: text,
  json: { ...text, reads: 'json', groups: 'finer' },
  blob: { key: (c) => `cast(${c} as binary)`, groups: 'exactly' },
  date: same,
  time: same,
  ts: same,
  bits: same,
};

function withoutPrecision({ engineType }: ComparedColumn): string {
  return engineType.toLowerCase().replace(/\(\d+\)/, '');
}

export const mysqlComparison: ComparisonSql = {
  keyOf: ({ kind }) => keys[kind] ?? null,
  commonKey(expected, actual) {
    const kinds = [expected.kind, actual.kind];
    if (kinds.every((kind) => kind === 'text' || kind === 'enum'))
      return { expected: text.key, actual: text.key, shown: text.shown!, groups: 'exactly' };
    if (kinds.every((kind) => kind === 'int'))
      return { expected: same.key, actual: same.key, groups: 'exactly' };
    if (kinds.every((kind) => kind === 'ts' || kind === 'time') && kinds[0] === kinds[1])
      return withoutPrecision(expected) === withoutPrecision(actual)
        ? { expected: same.key, actual: same.key, groups: 'exactly' }
        : null;
    return null;
  },
  asDouble: (c) => `(${c} + 0e0)`,
  isNumber: null,
  isDouble: null,
  // What a backslash means depends on a setting of the session.
  literal: (value) => (value.includes('\\') ? null : quotedText(value)),
  same: (one, other) => `${one} <=> ${other}`,
  fullJoin: false,
};
