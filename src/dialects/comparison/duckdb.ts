import type { ColumnKey, ComparedColumn, ComparisonSql, Wrap } from './comparison-sql.js';
import { numberTexts } from './number-text.js';
import { quotedText } from './quoted-text.js';

const same: ColumnKey = { key: (c) => c, groups: 'exactly' };

/** A text may have a collation that no cast takes away and that its type does not show; this one compares the bytes. */
const exactText: Wrap = (c) => `cast(${c} as varchar) collate "c"`;

const text: ColumnKey = { key: exactText, groups: 'exactly' };

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
  ivl: {
    key: exactText,
    shown: (k) => `cast(${k} as interval)`,
    groups: 'exactly',
  },
  json: {
    key: exactText,
    shown: (k) => `cast(${k} as json)`,
    groups: 'finer',
  },
};

/** Equal values may still differ inside, as intervals do; their texts then tell. */
const composite: ColumnKey = {
  key: (c) =>
    `case when ${c} is null then null else struct_pack(v := ${c}, t := encode(cast(${c} as varchar))) end`,
  shown: (k) => `struct_extract(${k}, 'v')`,
  groups: 'finer',
};

const digits: Readonly<Record<string, number>> = {
  TINYINT: 3,
  SMALLINT: 5,
  INTEGER: 10,
  BIGINT: 19,
  UTINYINT: 3,
  USMALLINT: 5,
  UINTEGER: 10,
  UBIGINT: 20,
};

function numberText({ kind }: ComparedColumn): Wrap | null {
  switch (kind) {
    case 'bool':
      return (c) => `cast(cast(${c} as integer) as varchar)`;
    case 'int':
      return (c) => `cast(${c} as varchar)`;
    case 'dec':
      return (c) =>
        `case when ${c} = trunc(${c}) then split_part(cast(${c} as varchar), '.', 1) else 'd' || rtrim(cast(${c} as varchar), '0') end`;
    case 'f64':
      return (c) =>
        `case when ${c} = trunc(${c}) and abs(${c}) < 1e18 then cast(cast(${c} as hugeint) as varchar) else 'f' || cast(cast(${c} as double) as varchar) end`;
    default:
      return null;
  }
}

function decimalPlaces(column: ComparedColumn): { readonly whole: number; readonly scale: number } | null {
  if (column.kind === 'dec' && column.precision !== undefined && column.scale !== undefined)
    return { whole: column.precision - column.scale, scale: column.scale };
  const whole = digits[column.engineType];
  return whole === undefined ? null : { whole, scale: 0 };
}

/** Integers and decimals as one decimal that holds them all. */
function decimalKey(expected: ComparedColumn, actual: ComparedColumn) {
  const one = decimalPlaces(expected);
  const other = decimalPlaces(actual);
  if (one === null || other === null) return null;
  const scale = Math.max(one.scale, other.scale);
  const width = Math.max(one.whole, other.whole) + scale;
  if (width > 38) return null;
  const key: Wrap = (c) => `cast(${c} as decimal(${width}, ${scale}))`;
  return { expected: key, actual: key, groups: 'exactly' } as const;
}

export const duckdbComparison: ComparisonSql = {
  keyOf(column) {
    if (['list', 'struct', 'map'].includes(column.kind)) return composite;
    return keys[column.kind] ?? null;
  },
  commonKey(expected, actual) {
    const kinds = [expected.kind, actual.kind];
    if (kinds.every((kind) => kind === 'text' || kind === 'enum'))
      return { expected: text.key, actual: text.key, shown: text.shown!, groups: 'exactly' };
    const isNarrow = kinds.every((kind) => kind === 'int' || kind === 'dec');
    const decimal = isNarrow ? decimalKey(expected, actual) : null;
    if (decimal !== null) return decimal;
    if (kinds.every((kind) => kind === 'f64')) {
      const key: Wrap = (c) => `cast(${c} as double)`;
      return { expected: key, actual: key, groups: 'exactly' };
    }
    return numberTexts(numberText, expected, actual);
  },
  asDouble: (c) => `cast(${c} as double)`,
  isNumber: null,
  isDouble: null,
  literal: quotedText,
  same: (one, other) => `${one} is not distinct from ${other}`,
  fullJoin: true,
  plainTexts: null,
  joinHint: '',
};
