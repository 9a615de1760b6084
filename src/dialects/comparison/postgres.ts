import type { ColumnKey, ComparedColumn, ComparisonSql, Wrap } from './comparison-sql.js';
import { numberTexts } from './number-text.js';
import { quotedText } from './quoted-text.js';

const same: ColumnKey = { key: (c) => c, groups: 'exactly' };

/** By code points, whatever the column's collation holds for equal. */
const text: ColumnKey = { key: (c) => `(${c})::text collate "C"`, groups: 'exactly' };

/** Under the collation of the database, which is always one that tells every two texts apart; sizes of texts stay known. */
const plainText: ColumnKey = { key: (c) => `(${c})::text`, groups: 'exactly' };

/** A cast to text cuts the blanks that a fixed-length text is filled up with; its output keeps them. */
const padded: ColumnKey = {
  key: (c) => `(case when ${c} is null then null else concat(${c}) end) collate "C"`,
  groups: 'exactly',
};

const keys: Readonly<Record<string, ColumnKey>> = {
  bool: same,
  int: same,
  dec: same,
  f64: same,
  text,
  enum: text,
  other: text,
  blob: same,
  date: same,
  time: same,
  ts: same,
  uuid: same,
  bits: same,
  // A month and 30 days are equal to the engine.
  ivl: { key: text.key, shown: (k) => `(${k})::interval`, groups: 'exactly' },
};

/** Fixed-length texts, and domains, which may be made of them. */
function isPadded({ engineType }: ComparedColumn): boolean {
  return !/^(?:text|character varying|name|citext)\b/.test(engineType);
}

function numberText({ kind }: ComparedColumn): Wrap | null {
  switch (kind) {
    case 'bool':
      return (c) => `(${c})::int::text collate "C"`;
    case 'int':
      return (c) => `(${c})::text collate "C"`;
    case 'dec':
      return (c) =>
        `(case when ${c} = trunc(${c}) then trunc(${c})::text else 'd' || trim_scale(${c})::text end) collate "C"`;
    case 'f64':
      return (c) =>
        `(case when ${c} = trunc(${c}) and abs(${c}) < 9e18 then (${c})::bigint::text else 'f' || (${c})::float8::text end) collate "C"`;
    default:
      return null;
  }
}

const byCodePoints: ComparisonSql = {
  keyOf(column) {
    const { kind, engineType } = column;
    if (kind === 'text' && isPadded(column)) return padded;
    if (kind === 'json') return { key: text.key, shown: (k) => `(${k})::${engineType}`, groups: 'finer' };
    // An anonymous record cannot be read back from its text.
    const isNested = ['list', 'struct', 'map'].includes(kind);
    if (isNested && engineType !== '' && !engineType.startsWith('record'))
      return { key: text.key, shown: (k) => `(${k})::${engineType}`, groups: 'finer' };
    return keys[kind] ?? null;
  },
  commonKey(expected, actual) {
    const kinds = [expected.kind, actual.kind];
    if (kinds.every((kind) => kind === 'text' || kind === 'enum')) {
      const key = (column: ComparedColumn): Wrap => (isPadded(column) ? padded.key : text.key);
      return { expected: key(expected), actual: key(actual), groups: 'exactly' };
    }
    if (expected.engineType === 'oid' || actual.engineType === 'oid') return null;
    if (kinds.every((kind) => kind === 'int')) {
      const key: Wrap = (c) => `(${c})::bigint`;
      return { expected: key, actual: key, groups: 'exactly' };
    }
    if (kinds.every((kind) => kind === 'f64')) {
      const key: Wrap = (c) => `(${c})::float8`;
      return { expected: key, actual: key, groups: 'exactly' };
    }
    if (kinds.every((kind) => kind === 'int' || kind === 'dec')) {
      const key: Wrap = (c) => `(${c})::numeric`;
      return { expected: key, actual: key, groups: 'exactly' };
    }
    if (kinds.every((kind) => kind === 'ts' || kind === 'time')) {
      const base = ({ engineType }: ComparedColumn): string => engineType.replace(/\(\d+\)/, '');
      return base(expected) === base(actual)
        ? { expected: same.key, actual: same.key, groups: 'exactly' }
        : null;
    }
    return numberTexts(numberText, expected, actual);
  },
  asDouble: (c) => `(${c})::float8`,
  isNumber: null,
  isDouble: null,
  literal: quotedText,
  // A full join takes no IS NOT DISTINCT FROM; arrays hold NULLs for equal.
  same: (one, other) => `array[${one}] = array[${other}]`,
  fullJoin: true,
  plainTexts: null,
  joinHint: '',
};

function isUnpaddedText(column: ComparedColumn): boolean {
  return column.kind === 'text' && !isPadded(column);
}

export const postgresComparison: ComparisonSql = {
  ...byCodePoints,
  plainTexts: {
    isPlain: (c) => `pg_collation_for(${c}) = '"default"'`,
    comparison: {
      ...byCodePoints,
      keyOf: (column) => (isUnpaddedText(column) ? plainText : byCodePoints.keyOf(column)),
      commonKey: (expected, actual) =>
        isUnpaddedText(expected) && isUnpaddedText(actual)
          ? { expected: plainText.key, actual: plainText.key, groups: 'exactly' }
          : byCodePoints.commonKey(expected, actual),
    },
  },
};
