import type { ColumnKey, CommonKey, ComparedColumn, ComparisonSql, Wrap } from './comparison-sql.js';
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

/** A double with a fixed number of digits is sent rounded to them, which is what the client compares. */
const roundedDouble: ColumnKey = {
  key: (c) => `cast(cast(${c} as char) as binary)`,
  shown: (k) => `convert(${k} using utf8mb4)`,
  reads: 'number',
  double: (c) => `(cast(${c} as char) + 0e0)`,
  groups: 'finer',
};

const digits: Readonly<Record<string, number>> = {
  tinyint: 3,
  smallint: 5,
  mediumint: 8,
  int: 10,
  bigint: 20,
};

function decimalPlaces(column: ComparedColumn): { readonly whole: number; readonly scale: number } | null {
  if (column.kind === 'dec' && column.precision !== undefined && column.scale !== undefined)
    return { whole: column.precision - column.scale, scale: column.scale };
  const whole = digits[column.engineType.replace(/[( ].*$/, '')];
  return column.kind !== 'int' || whole === undefined ? null : { whole, scale: 0 };
}

/** Integers and decimals as one decimal that holds them all. */
function decimalKey(expected: ComparedColumn, actual: ComparedColumn): CommonKey | null {
  const one = decimalPlaces(expected);
  const other = decimalPlaces(actual);
  if (one === null || other === null) return null;
  const scale = Math.max(one.scale, other.scale);
  const width = Math.max(one.whole, other.whole) + scale;
  if (width > 65 || scale > 30) return null;
  const key: Wrap = (c) => `cast(${c} as decimal(${width}, ${scale}))`;
  return { expected: key, actual: key, groups: 'exactly' };
}

function withoutPrecision({ engineType }: ComparedColumn): string {
  return engineType.toLowerCase().replace(/\(\d+\)/, '');
}

export const mysqlComparison: ComparisonSql = {
  keyOf({ kind, engineType }) {
    if (kind !== 'f64') return keys[kind] ?? null;
    // Of a FLOAT six digits are sent, read as the nearest float.
    if (engineType.startsWith('float')) return null;
    return engineType.startsWith('double(') ? roundedDouble : same;
  },
  commonKey(expected, actual) {
    const kinds = [expected.kind, actual.kind];
    if (kinds.every((kind) => kind === 'text' || kind === 'enum'))
      return { expected: text.key, actual: text.key, shown: text.shown!, groups: 'exactly' };
    if (kinds.every((kind) => kind === 'int'))
      return { expected: same.key, actual: same.key, groups: 'exactly' };
    if (kinds.every((kind) => kind === 'blob'))
      return { expected: keys.blob!.key, actual: keys.blob!.key, groups: 'exactly' };
    if (kinds.every((kind) => kind === 'int' || kind === 'dec')) return decimalKey(expected, actual);
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
  plainTexts: null,
  joinHint: '',
};
