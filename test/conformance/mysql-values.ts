import type { Cell, Column } from '../../src/types/index.js';
import type { ValueCase } from './platform-values.js';

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
/** 2024-01-02 03:04:05, in nanoseconds since the epoch. */
const moment = 1_704_164_645_000_000_000n;

/** What `select` can say by itself. */
function mysql(sql: string, cell: Cell, column?: Partial<Column>): ValueCase {
  return { kind: 'mysql', sql: `select ${sql}`, cell, ...(column === undefined ? {} : { column }) };
}

/** Types that only a table's columns are of. */
export const mysqlTypes = `
  create table typed (
    flag tinyint(1), tiny tinyint unsigned, small smallint, medium mediumint, wide bigint unsigned,
    price decimal(10,2) unsigned, single float, fixed float(7,3), twice double, bits bit(9), nothing date, noday datetime,
    stamp timestamp(3) null, span time(2), years year, word char(5), old varchar(20) character set latin1, long_text text,
    bytes blob, exactly binary(4), upto varbinary(5), doc json, pick enum('a', 'b'), many set('x', 'y'), place point
  );
  set sql_mode = '', time_zone = '+05:00';
  insert into typed values (
    1, 255, -7, 8388607, 18446744073709551615, 2.20, 0.1, 1.5, -0e0, b'101010101', '0000-00-00', '2024-02-00 01:00:00',
    '2024-01-02 08:04:05.123', '-838:59:59.00', 2024, 'ab', 'é', 'Žofie', x'00ff', 'ab', 'cd', '{"a": 9007199254740993}',
    'b', 'x,y', point(1, 2)
  );`;

function typed(name: string, cell: Cell, column: Partial<Column>): ValueCase {
  return mysql(`${name} from typed`, cell, column);
}

export const mysqlValues: readonly ValueCase[] = [
  mysql('null', null),
  mysql('1', 1, { kind: 'int', engineType: 'int' }),
  mysql('-7', -7),
  mysql('9007199254740991', 9007199254740991, { engineType: 'bigint' }),
  mysql('9007199254740993', { k: 'int', v: 9007199254740993n }),
  mysql('-9223372036854775808', { k: 'int', v: -9223372036854775808n }),
  mysql('cast(18446744073709551615 as unsigned)', { k: 'int', v: 18446744073709551615n }, { kind: 'int' }),
  mysql('true', 1),
  mysql('1 = 2', 0),
  mysql('count(*) from people', 3, { kind: 'int', engineType: 'bigint' }),
  mysql(
    '1.10',
    { k: 'dec', u: 110n, s: 2 },
    { kind: 'dec', engineType: 'decimal(3,2)', precision: 3, scale: 2 },
  ),
  mysql(
    'cast(-1.5 as decimal(65,20))',
    { k: 'dec', u: -150_000_000_000_000_000_000n, s: 20 },
    { precision: 65, scale: 20 },
  ),
  mysql('-1234567890123456789012345678.0123456789', {
    k: 'dec',
    u: -12345678901234567890123456780123456789n,
    s: 10,
  }),
  mysql('avg(id) from people', { k: 'dec', u: 20000n, s: 4 }, { kind: 'dec', scale: 4 }),
  mysql('1/0', null),
  mysql('0.1e0', 0.1, { kind: 'f64', engineType: 'double' }),
  mysql('0.1e0 + 0.2e0', 0.30000000000000004),
  mysql('1e0', { k: 'f64', v: 1 }),
  mysql('1e300 * 10', { k: 'f64', v: 1e301 }),
  mysql("''", '', { kind: 'text' }),
  mysql("'Žofie ☃ 🦋'", 'Žofie ☃ 🦋', { kind: 'text', engineType: 'varchar(9)' }),
  mysql("concat('a', char(0), 'b')", { k: 'blob', v: bytes(97, 0, 98) }),
  mysql("'a\\0b'", 'a\0b'),
  mysql("_latin1 x'e9'", 'é'),
  mysql("x'00ff'", { k: 'blob', v: bytes(0, 255) }, { kind: 'blob', engineType: 'varbinary(2)' }),
  mysql("x''", { k: 'blob', v: bytes() }),
  mysql("date '2024-01-02'", { k: 'date', d: 19724 }, { kind: 'date', engineType: 'date' }),
  mysql("date '9999-12-31'", { k: 'date', d: 2932896 }),
  mysql(
    "timestamp '2024-01-02 03:04:05'",
    { k: 'ts', ns: moment, p: 0, tz: false },
    { kind: 'ts', engineType: 'datetime' },
  ),
  mysql(
    "timestamp '2024-01-02 03:04:05.123456'",
    { k: 'ts', ns: moment + 123_456_000n, p: 6, tz: false },
    { engineType: 'datetime(6)' },
  ),
  mysql(
    "time '23:59:59.999999'",
    { k: 'time', ns: 86_399_999_999_000n },
    { kind: 'time', engineType: 'time(6)' },
  ),
  mysql("timediff('10:00', '12:00:00')", { k: 'other', v: '-02:00:00', t: 'TIME' }),
  mysql("time '100:00:00'", { k: 'other', v: '100:00:00', t: 'TIME' }),
  mysql('from_unixtime(1704164645)', { k: 'ts', ns: moment, p: 0, tz: false }),
  mysql("json_extract('{\"a\": [1, 2]}', '$.a')", '[1, 2]'),
  typed('flag', 1, { kind: 'int', engineType: 'tinyint(1)' }),
  typed('tiny', 255, { engineType: 'tinyint unsigned' }),
  typed('small', -7, { engineType: 'smallint' }),
  typed('medium', 8388607, { engineType: 'mediumint' }),
  typed('wide', { k: 'int', v: 18446744073709551615n }, { engineType: 'bigint unsigned' }),
  typed(
    'price',
    { k: 'dec', u: 220n, s: 2 },
    { engineType: 'decimal(10,2) unsigned', precision: 10, scale: 2 },
  ),
  typed('single', 0.10000000149011612, { kind: 'f64', engineType: 'float' }),
  typed('fixed', 1.5, { kind: 'f64', engineType: 'float(7,3)' }),
  typed('twice', { k: 'f64', v: 0 }, { kind: 'f64', engineType: 'double' }),
  typed('bits', { k: 'bits', v: '101010101' }, { kind: 'bits', engineType: 'bit(9)' }),
  typed('nothing', { k: 'other', v: '0000-00-00', t: 'DATE' }, { kind: 'date' }),
  typed('noday', { k: 'other', v: '2024-02-00 01:00:00', t: 'DATETIME' }, { kind: 'ts' }),
  typed('stamp', { k: 'ts', ns: moment + 123_000_000n, p: 3, tz: false }, { engineType: 'timestamp(3)' }),
  typed('span', { k: 'other', v: '-838:59:59.00', t: 'TIME' }, { kind: 'time', engineType: 'time(2)' }),
  typed('years', 2024, { kind: 'int', engineType: 'year' }),
  typed('word', 'ab', { kind: 'text', engineType: 'char(5)' }),
  typed('old', 'é', { kind: 'text', engineType: 'varchar(20)' }),
  typed('long_text', 'Žofie', { kind: 'text', engineType: 'text' }),
  typed('bytes', { k: 'blob', v: bytes(0, 255) }, { kind: 'blob', engineType: 'blob' }),
  typed('exactly', { k: 'blob', v: bytes(97, 98, 0, 0) }, { kind: 'blob', engineType: 'binary(4)' }),
  typed('upto', { k: 'blob', v: bytes(99, 100) }, { kind: 'blob', engineType: 'varbinary(5)' }),
  typed("json_value(doc, '$.a')", '9007199254740993', { kind: 'text' }),
  typed('pick', { k: 'enum', v: 'b' }, { kind: 'enum', engineType: 'enum' }),
  typed('pick + 0', 2, { kind: 'int' }),
  typed('many', 'x,y', { kind: 'text', engineType: 'set' }),
  typed('hex(place)', '000000000101000000000000000000F03F0000000000000040', { kind: 'text' }),
  typed('place is null', 0, { kind: 'int' }),
];
