import type { Cell, Column, DatasourceKind } from '../../src/types/index.js';
import { mysqlValues } from './mysql-values.js';
import { postgresValues } from './postgres-values.js';

/** One value as an engine writes it in SQL, and the cell it must arrive as. */
export interface ValueCase {
  readonly kind: DatasourceKind;
  readonly sql: string;
  readonly cell: Cell;
  readonly column?: Partial<Column>;
}

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const day = 86_400_000_000_000n;
/** 2024-01-02 03:04:05, in nanoseconds since the epoch. */
const moment = 1_704_164_645_000_000_000n;

function duckdb(sql: string, cell: Cell, column?: Partial<Column>): ValueCase {
  return { kind: 'duckdb', sql: `select ${sql}`, cell, ...(column === undefined ? {} : { column }) };
}

function sqlite(sql: string, cell: Cell): ValueCase {
  return { kind: 'sqlite', sql: `select ${sql}`, cell, column: { kind: 'mixed' } };
}

export const valueCases: readonly ValueCase[] = [
  ...mysqlValues,
  ...postgresValues,
  sqlite('null', null),
  sqlite('1', 1),
  sqlite('-7', -7),
  sqlite('9007199254740991', 9007199254740991),
  sqlite('9007199254740993', { k: 'int', v: 9007199254740993n }),
  sqlite('-9223372036854775808', { k: 'int', v: -9223372036854775808n }),
  sqlite('9223372036854775807', { k: 'int', v: 9223372036854775807n }),
  sqlite('1.0', { k: 'f64', v: 1 }),
  sqlite('0.1', 0.1),
  sqlite('1e300 * 10', { k: 'f64', v: 1e301 }),
  sqlite('9e999', { k: 'f64', v: Infinity }),
  sqlite('-9e999', { k: 'f64', v: -Infinity }),
  sqlite('9e999 - 9e999', null),
  sqlite("''", ''),
  sqlite("'Žofie ☃ 🦋'", 'Žofie ☃ 🦋'),
  sqlite("'a' || char(0) || 'b'", 'a\0b'),
  sqlite('char(65533)', '\ufffd'),
  sqlite("cast(x'ff41fe' as text)", { k: 'text', v: '\ufffdA\ufffd', raw: bytes(0xff, 0x41, 0xfe) }),
  sqlite("x'00ff'", { k: 'blob', v: bytes(0, 255) }),
  sqlite("x''", { k: 'blob', v: bytes() }),
  sqlite('1 = 1', 1),
  sqlite("date('2024-01-02')", '2024-01-02'),
  sqlite("json_extract('{\"a\": [1, 2]}', '$.a')", '[1,2]'),
  duckdb('null', null),
  duckdb('true', true, { kind: 'bool', engineType: 'BOOLEAN' }),
  duckdb('1::tinyint', 1, { kind: 'int', engineType: 'TINYINT' }),
  duckdb('255::utinyint', 255, { engineType: 'UTINYINT' }),
  duckdb('9007199254740993::bigint', { k: 'int', v: 9007199254740993n }, { engineType: 'BIGINT' }),
  duckdb('12::bigint', 12),
  duckdb('18446744073709551615::ubigint', { k: 'int', v: 18446744073709551615n }),
  duckdb("'-170141183460469231731687303715884105728'::hugeint", {
    k: 'int',
    v: -170141183460469231731687303715884105728n,
  }),
  duckdb('340282366920938463463374607431768211455::uhugeint', {
    k: 'int',
    v: 340282366920938463463374607431768211455n,
  }),
  duckdb(
    '1.10::decimal(10,2)',
    { k: 'dec', u: 110n, s: 2 },
    {
      kind: 'dec',
      engineType: 'DECIMAL(10,2)',
      precision: 10,
      scale: 2,
    },
  ),
  duckdb("'-1234567890123456789012345678.0123456789'::decimal(38,10)", {
    k: 'dec',
    u: -12345678901234567890123456780123456789n,
    s: 10,
  }),
  duckdb('0.1::double', 0.1, { kind: 'f64', engineType: 'DOUBLE' }),
  duckdb('1::double', { k: 'f64', v: 1 }),
  duckdb("'-0'::double", { k: 'f64', v: -0 }),
  duckdb("'nan'::double", { k: 'f64', v: Number.NaN }),
  duckdb("'-inf'::double", { k: 'f64', v: -Infinity }),
  duckdb('0.1::float', 0.10000000149011612, { engineType: 'FLOAT' }),
  duckdb("'Žofie ☃ 🦋'", 'Žofie ☃ 🦋', { kind: 'text', engineType: 'VARCHAR' }),
  duckdb('chr(97) || chr(0) || chr(98)', 'a\0b'),
  duckdb("'\\x00\\xFF'::blob", { k: 'blob', v: bytes(0, 255) }, { kind: 'blob' }),
  duckdb("date '2024-01-02'", { k: 'date', d: 19724 }, { kind: 'date', engineType: 'DATE' }),
  duckdb("'infinity'::date", { k: 'date', d: 'inf' }),
  duckdb("'-infinity'::date", { k: 'date', d: '-inf' }),
  duckdb("date '0044-03-15 (BC)'", { k: 'date', d: -735160 }),
  duckdb("time '23:59:59.999999'", { k: 'time', ns: 86_399_999_999_000n }, { kind: 'time' }),
  duckdb("'01:02:03+05:30'::timetz", { k: 'time', ns: 3_723_000_000_000n, off: 19_800 }),
  duckdb(
    "timestamp '2024-01-02 03:04:05.123456'",
    { k: 'ts', ns: moment + 123_456_000n, p: 6, tz: false },
    {
      kind: 'ts',
      engineType: 'TIMESTAMP',
    },
  ),
  duckdb("'2024-01-02 03:04:05'::timestamp_s", { k: 'ts', ns: moment, p: 0, tz: false }),
  duckdb("'2024-01-02 03:04:05.123'::timestamp_ms", { k: 'ts', ns: moment + 123_000_000n, p: 3, tz: false }),
  duckdb("'2024-01-02 03:04:05.123456789'::timestamp_ns", {
    k: 'ts',
    ns: moment + 123_456_789n,
    p: 9,
    tz: false,
  }),
  duckdb("'2024-01-02 03:04:05+02'::timestamptz", {
    k: 'ts',
    ns: moment - 7_200_000_000_000n,
    p: 6,
    tz: true,
  }),
  duckdb("timestamptz '2024-01-02 03:04:05'", { k: 'ts', ns: moment, p: 6, tz: true }),
  duckdb("'infinity'::timestamp", { k: 'ts', ns: 'inf', p: 6, tz: false }),
  duckdb("'-infinity'::timestamptz", { k: 'ts', ns: '-inf', p: 6, tz: true }),
  duckdb("interval '1 year 2 months 3 days 04:00:05.000006'", {
    k: 'ivl',
    mo: 14,
    d: 3,
    ns: day / 6n + 5_000_006_000n,
  }),
  duckdb(
    "'12345678-1234-5678-1234-567812345678'::uuid",
    { k: 'uuid', v: '12345678-1234-5678-1234-567812345678' },
    {
      kind: 'uuid',
    },
  ),
  duckdb("'010110'::bit", { k: 'bits', v: '010110' }),
  duckdb("'b'::enum('a', 'b')", { k: 'enum', v: 'b' }, { kind: 'enum' }),
  duckdb(
    `'{"a":9007199254740993}'::json`,
    { k: 'json', v: '{"a":9007199254740993}' },
    {
      kind: 'json',
      engineType: 'JSON',
    },
  ),
  duckdb('[1, null, 3]', { k: 'list', v: [1, null, 3] }, { kind: 'list', engineType: 'INTEGER[]' }),
  duckdb('[[1.5::decimal(3,1)], []]', {
    k: 'list',
    v: [
      { k: 'list', v: [{ k: 'dec', u: 15n, s: 1 }] },
      { k: 'list', v: [] },
    ],
  }),
  duckdb('[1, 2]::integer[2]', { k: 'list', v: [1, 2] }),
  duckdb(
    "{'a': 1, 'b': 'x'}",
    {
      k: 'struct',
      v: [
        ['a', 1],
        ['b', 'x'],
      ],
    },
    { kind: 'struct' },
  ),
  duckdb(
    "map {'k': 9007199254740993}",
    { k: 'map', v: [['k', { k: 'int', v: 9007199254740993n }]] },
    { kind: 'map' },
  ),
  duckdb('union_value(num := 2)', { k: 'struct', v: [['num', 2]] }),
  duckdb('sum(i) from range(3) t(i)', 3, { engineType: 'HUGEINT' }),
];
