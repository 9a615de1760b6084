import {
  DuckDBArrayType,
  DuckDBDecimalType,
  DuckDBListType,
  DuckDBMapType,
  DuckDBStructType,
  type DuckDBType,
  DuckDBTypeId,
  DuckDBUnionType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { Cell, CellKind, Column } from '../../types/index.js';
import { doubleCell, intCell } from '../../values/index.js';

type ToCell = (value: DuckDBValue) => Cell;

const endOfTime = 9223372036854775807n;

const kinds: Partial<Record<DuckDBTypeId, CellKind>> = {
  [DuckDBTypeId.BOOLEAN]: 'bool',
  [DuckDBTypeId.TINYINT]: 'int',
  [DuckDBTypeId.SMALLINT]: 'int',
  [DuckDBTypeId.INTEGER]: 'int',
  [DuckDBTypeId.BIGINT]: 'int',
  [DuckDBTypeId.UTINYINT]: 'int',
  [DuckDBTypeId.USMALLINT]: 'int',
  [DuckDBTypeId.UINTEGER]: 'int',
  [DuckDBTypeId.UBIGINT]: 'int',
  [DuckDBTypeId.HUGEINT]: 'int',
  [DuckDBTypeId.UHUGEINT]: 'int',
  [DuckDBTypeId.BIGNUM]: 'int',
  [DuckDBTypeId.FLOAT]: 'f64',
  [DuckDBTypeId.DOUBLE]: 'f64',
  [DuckDBTypeId.DECIMAL]: 'dec',
  [DuckDBTypeId.VARCHAR]: 'text',
  [DuckDBTypeId.SQLNULL]: 'text',
  [DuckDBTypeId.BLOB]: 'blob',
  [DuckDBTypeId.DATE]: 'date',
  [DuckDBTypeId.TIME]: 'time',
  [DuckDBTypeId.TIME_NS]: 'time',
  [DuckDBTypeId.TIME_TZ]: 'time',
  [DuckDBTypeId.TIMESTAMP]: 'ts',
  [DuckDBTypeId.TIMESTAMP_S]: 'ts',
  [DuckDBTypeId.TIMESTAMP_MS]: 'ts',
  [DuckDBTypeId.TIMESTAMP_NS]: 'ts',
  [DuckDBTypeId.TIMESTAMP_TZ]: 'ts',
  [DuckDBTypeId.INTERVAL]: 'ivl',
  [DuckDBTypeId.UUID]: 'uuid',
  [DuckDBTypeId.BIT]: 'bits',
  [DuckDBTypeId.ENUM]: 'enum',
  [DuckDBTypeId.LIST]: 'list',
  [DuckDBTypeId.ARRAY]: 'list',
  [DuckDBTypeId.STRUCT]: 'struct',
  [DuckDBTypeId.UNION]: 'struct',
  [DuckDBTypeId.MAP]: 'map',
};

/** The column of an output, from DuckDB's type of it. */
export function duckdbColumn(name: string, type: DuckDBType): Column {
  const column = {
    name,
    engineType: type.alias ?? String(type),
    kind: isJson(type) ? 'json' : (kinds[type.typeId] ?? 'other'),
  } as const;
  return type instanceof DuckDBDecimalType ? { ...column, precision: type.width, scale: type.scale } : column;
}

/** How values of a type become cells, losslessly; decided once per column. */
export function duckdbCells(type: DuckDBType): ToCell {
  const toCell = cellsOf(type);
  return (value) => (value === null || value === undefined ? null : toCell(value));
}

function isJson(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.VARCHAR && type.alias === 'JSON';
}

// biome-ignore lint/suspicious/noExplicitAny: the type decides the value's class, which TypeScript cannot see.
type AnyValue = any;

function cellsOf(type: DuckDBType): (value: AnyValue) => Cell {
  if (isJson(type)) return (value) => ({ k: 'json', v: value });
  if (type instanceof DuckDBListType || type instanceof DuckDBArrayType) {
    const item = duckdbCells(type.valueType);
    return (value) => ({ k: 'list', v: value.items.map(item) });
  }
  if (type instanceof DuckDBStructType) {
    const items = type.entryTypes.map(duckdbCells);
    return (value) => ({
      k: 'struct',
      v: type.entryNames.map((name, index) => [name, items[index]!(value.entries[name])] as const),
    });
  }
  if (type instanceof DuckDBMapType) {
    const key = duckdbCells(type.keyType);
    const item = duckdbCells(type.valueType);
    return (value) => ({
      k: 'map',
      v: value.entries.map((entry: AnyValue) => [key(entry.key), item(entry.value)] as const),
    });
  }
  if (type instanceof DuckDBUnionType) {
    const members = new Map(
      type.memberTags.map((tag, index) => [tag, duckdbCells(type.memberTypes[index]!)]),
    );
    return (value) => ({ k: 'struct', v: [[value.tag, members.get(value.tag)!(value.value)]] });
  }
  return scalarCells(type);
}

function scalarCells(type: DuckDBType): (value: AnyValue) => Cell {
  switch (type.typeId) {
    case DuckDBTypeId.BOOLEAN:
    case DuckDBTypeId.VARCHAR:
    case DuckDBTypeId.TINYINT:
    case DuckDBTypeId.SMALLINT:
    case DuckDBTypeId.INTEGER:
    case DuckDBTypeId.UTINYINT:
    case DuckDBTypeId.USMALLINT:
    case DuckDBTypeId.UINTEGER:
      return (value) => value;
    case DuckDBTypeId.BIGINT:
    case DuckDBTypeId.UBIGINT:
    case DuckDBTypeId.HUGEINT:
    case DuckDBTypeId.UHUGEINT:
    case DuckDBTypeId.BIGNUM:
      return intCell;
    case DuckDBTypeId.FLOAT:
    case DuckDBTypeId.DOUBLE:
      return doubleCell;
    case DuckDBTypeId.DECIMAL:
      return (value) => ({ k: 'dec', u: value.value, s: value.scale });
    case DuckDBTypeId.BLOB:
      return (value) => ({ k: 'blob', v: value.bytes });
    case DuckDBTypeId.DATE:
      return (value) => ({ k: 'date', d: value.isFinite ? value.days : value.days > 0 ? 'inf' : '-inf' });
    case DuckDBTypeId.TIME:
      return (value) => ({ k: 'time', ns: value.micros * 1000n });
    case DuckDBTypeId.TIME_NS:
      return (value) => ({ k: 'time', ns: value.nanos });
    case DuckDBTypeId.TIME_TZ:
      return (value) => ({ k: 'time', ns: value.micros * 1000n, off: value.offset });
    case DuckDBTypeId.TIMESTAMP:
      return (value) => timestamp(value.micros, 1000n, 6, false);
    case DuckDBTypeId.TIMESTAMP_TZ:
      return (value) => timestamp(value.micros, 1000n, 6, true);
    case DuckDBTypeId.TIMESTAMP_S:
      return (value) => timestamp(value.seconds, 1_000_000_000n, 0, false);
    case DuckDBTypeId.TIMESTAMP_MS:
      return (value) => timestamp(value.millis, 1_000_000n, 3, false);
    case DuckDBTypeId.TIMESTAMP_NS:
      return (value) => timestamp(value.nanos, 1n, 9, false);
    case DuckDBTypeId.INTERVAL:
      return (value) => ({ k: 'ivl', mo: value.months, d: value.days, ns: value.micros * 1000n });
    case DuckDBTypeId.UUID:
      return (value) => ({ k: 'uuid', v: String(value) });
    case DuckDBTypeId.BIT:
      return (value) => ({ k: 'bits', v: String(value) });
    case DuckDBTypeId.ENUM:
      return (value) => ({ k: 'enum', v: value });
    default:
      return (value) => ({ k: 'other', v: String(value), t: String(type) });
  }
}

function timestamp(value: bigint, unit: bigint, precision: number, zoned: boolean): Cell {
  const ns = value === endOfTime ? 'inf' : value === -endOfTime ? '-inf' : value * unit;
  return { k: 'ts', ns, p: precision, tz: zoned };
}
