import type { Cell, Column } from '../../src/types/index.js';
import type { ValueCase } from './platform-values.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
/** 2024-01-02 03:04:05, in nanoseconds since the epoch. */
const moment = 1_704_164_645_000_000_000n;

function postgres(sql: string, cell: Cell, column?: Partial<Column>): ValueCase {
  return { kind: 'postgres', sql: `select ${sql}`, cell, ...(column === undefined ? {} : { column }) };
}

export const postgresValues: readonly ValueCase[] = [
  postgres('null', null),
  postgres('true', true, { kind: 'bool', engineType: 'boolean' }),
  postgres('(-7)::smallint', -7, { kind: 'int', engineType: 'smallint' }),
  postgres('2147483647', 2147483647, { kind: 'int', engineType: 'integer' }),
  postgres('12::bigint', 12, { engineType: 'bigint' }),
  postgres('9007199254740993', { k: 'int', v: 9007199254740993n }, { engineType: 'bigint' }),
  postgres("'-9223372036854775808'::bigint", { k: 'int', v: -9223372036854775808n }),
  postgres(
    '1.10::numeric(10,2)',
    { k: 'dec', u: 110n, s: 2 },
    { kind: 'dec', engineType: 'numeric(10,2)', precision: 10, scale: 2 },
  ),
  postgres('-1234567890123456789012345678.0123456789', {
    k: 'dec',
    u: -12345678901234567890123456780123456789n,
    s: 10,
  }),
  postgres('1.5', { k: 'dec', u: 15n, s: 1 }, { kind: 'dec', engineType: 'numeric' }),
  postgres("'nan'::numeric", { k: 'f64', v: Number.NaN }, { kind: 'dec' }),
  postgres("'-infinity'::numeric", { k: 'f64', v: -Infinity }),
  postgres('0.1::float8', 0.1, { kind: 'f64', engineType: 'double precision' }),
  postgres('1::float8', { k: 'f64', v: 1 }),
  postgres("'-0'::float8", { k: 'f64', v: -0 }),
  postgres("'nan'::float8", { k: 'f64', v: Number.NaN }),
  postgres("'-inf'::float8", { k: 'f64', v: -Infinity }),
  postgres('0.30000000000000004::float8', 0.30000000000000004),
  postgres('0.1::real', 0.10000000149011612, { kind: 'f64', engineType: 'real' }),
  postgres("''", '', { kind: 'text', engineType: 'text' }),
  postgres("'Žofie ☃ 🦋'::varchar(20)", 'Žofie ☃ 🦋', { kind: 'text', engineType: 'character varying(20)' }),
  postgres("'ab'::char(4)", 'ab  ', { kind: 'text', engineType: 'character(4)' }),
  postgres("'ab'::name", 'ab', { kind: 'text', engineType: 'name' }),
  postgres(`'a'::"char"`, 'a', { kind: 'text' }),
  postgres("'\\x00ff'::bytea", { k: 'blob', v: bytes(0, 255) }, { kind: 'blob', engineType: 'bytea' }),
  postgres("''::bytea", { k: 'blob', v: bytes() }),
  postgres("date '2024-01-02'", { k: 'date', d: 19724 }, { kind: 'date', engineType: 'date' }),
  postgres("'infinity'::date", { k: 'date', d: 'inf' }),
  postgres("'-infinity'::date", { k: 'date', d: '-inf' }),
  postgres("date '0044-03-15 BC'", { k: 'date', d: -735160 }),
  postgres("date '12024-01-02'", { k: 'date', d: 3672149 }),
  postgres("time '23:59:59.999999'", { k: 'time', ns: 86_399_999_999_000n }, { kind: 'time' }),
  postgres("time '24:00'", { k: 'time', ns: 86_400_000_000_000n }),
  postgres("'01:02:03+05:30'::timetz", { k: 'time', ns: 3_723_000_000_000n, off: 19_800 }),
  postgres(
    "timestamp '2024-01-02 03:04:05.123456'",
    { k: 'ts', ns: moment + 123_456_000n, p: 6, tz: false },
    { kind: 'ts', engineType: 'timestamp without time zone' },
  ),
  postgres(
    "'2024-01-02 03:04:05.5'::timestamp(0)",
    { k: 'ts', ns: moment + 1_000_000_000n, p: 0, tz: false },
    { engineType: 'timestamp(0) without time zone' },
  ),
  postgres("'2024-01-02 03:04:05+02'::timestamptz", {
    k: 'ts',
    ns: moment - 7_200_000_000_000n,
    p: 6,
    tz: true,
  }),
  postgres("timestamptz '2024-01-02 03:04:05'", { k: 'ts', ns: moment, p: 6, tz: true }),
  postgres("timestamp '0001-01-01 00:00:00 BC'", {
    k: 'ts',
    ns: -62_167_219_200_000_000_000n,
    p: 6,
    tz: false,
  }),
  postgres("'infinity'::timestamp", { k: 'ts', ns: 'inf', p: 6, tz: false }),
  postgres("'-infinity'::timestamptz", { k: 'ts', ns: '-inf', p: 6, tz: true }),
  postgres(
    "interval '1 year 2 months 3 days 04:00:05.000006'",
    { k: 'ivl', mo: 14, d: 3, ns: 14_405_000_006_000n },
    { kind: 'ivl', engineType: 'interval' },
  ),
  postgres("interval '-1 year 2 months -3 days 100:00:00'", {
    k: 'ivl',
    mo: -10,
    d: -3,
    ns: 360_000_000_000_000n,
  }),
  postgres("interval '1 month -00:00:00.5'", { k: 'ivl', mo: 1, d: 0, ns: -500_000_000n }),
  postgres("interval '0'", { k: 'ivl', mo: 0, d: 0, ns: 0n }),
  postgres(
    "'12345678-1234-5678-1234-567812345678'::uuid",
    { k: 'uuid', v: '12345678-1234-5678-1234-567812345678' },
    { kind: 'uuid' },
  ),
  postgres(
    `'{"a":9007199254740993}'::json`,
    { k: 'json', v: '{"a":9007199254740993}' },
    { kind: 'json', engineType: 'json' },
  ),
  postgres(`'{"b": 1, "a": 2}'::jsonb`, { k: 'json', v: '{"a": 2, "b": 1}' }, { engineType: 'jsonb' }),
  postgres("b'010110'", { k: 'bits', v: '010110' }, { kind: 'bits' }),
  postgres("'0101'::varbit(6)", { k: 'bits', v: '0101' }, { engineType: 'bit varying(6)' }),
  postgres("'glad'::mood", { k: 'enum', v: 'glad' }, { kind: 'enum', engineType: 'mood' }),
  postgres("'7'::percent", 7, { kind: 'int' }),
  postgres(
    "array['glad', null]::mood[]",
    { k: 'list', v: [{ k: 'enum', v: 'glad' }, null] },
    { kind: 'list', engineType: 'mood[]' },
  ),
  postgres('array[7]::percent[]', { k: 'list', v: [7] }),
  postgres('array[1, null, 3]', { k: 'list', v: [1, null, 3] }, { kind: 'list', engineType: 'integer[]' }),
  postgres("'{}'::int[]", { k: 'list', v: [] }),
  postgres("'[2:3]={5,6}'::int[]", { k: 'list', v: [5, 6] }),
  postgres("array[['a b', 'NULL'], ['c\"d\\e', null]]", {
    k: 'list',
    v: [
      { k: 'list', v: ['a b', 'NULL'] },
      { k: 'list', v: ['c"d\\e', null] },
    ],
  }),
  postgres("array['{', '}', ',', '']", { k: 'list', v: ['{', '}', ',', ''] }),
  postgres('array[1.10, 2]::numeric(5,2)[]', {
    k: 'list',
    v: [
      { k: 'dec', u: 110n, s: 2 },
      { k: 'dec', u: 200n, s: 2 },
    ],
  }),
  postgres("array[timestamp '2024-01-02 03:04:05']", {
    k: 'list',
    v: [{ k: 'ts', ns: moment, p: 6, tz: false }],
  }),
  postgres("row(1, 'x')", { k: 'other', v: '(1,x)', t: 'record' }, { kind: 'other' }),
  postgres('int4range(1, 3)', { k: 'other', v: '[1,3)', t: 'int4range' }),
  postgres("inet '10.0.0.1'", { k: 'other', v: '10.0.0.1', t: 'inet' }),
  postgres("'1 2'::int2vector", { k: 'other', v: '1 2', t: 'int2vector' }),
  postgres('sum(i) from generate_series(0, 2) i', 3, { engineType: 'bigint' }),
  postgres('avg(i) from generate_series(1, 2) i', { k: 'dec', u: 15000000000000000n, s: 16 }),
  postgres('to_char(now(), $$TZ$$)', 'UTC'),
];
