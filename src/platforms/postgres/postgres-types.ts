import type { CellKind } from '../../types/index.js';

/** A type of a server, as its catalogue tells. */
export interface PostgresType {
  readonly oid: number;
  /** As SQL spells it, without modifiers. */
  readonly name: string;
  readonly kind: CellKind;
  /** The element of an array. */
  readonly element: number | null;
  /** What stands between an array's elements. */
  readonly delimiter: string;
}

/** Types by OID; those of tables' rows are left out, there is one for each table. */
export type PostgresTypes = ReadonlyMap<number, PostgresType>;

/** OID, name, kind of type, category, element, delimiter and base of every type a column may have. */
export const typesListing = `select t.oid, pg_catalog.format_type(t.oid, null), t.typtype, t.typcategory, t.typelem,
    t.typdelim, t.typbasetype, t.typlen
  from pg_catalog.pg_type t
  where t.typtype in ('b', 'd', 'e', 'm', 'r', 'p') and not exists
    (select from pg_catalog.pg_type e join pg_catalog.pg_class c on c.oid = e.typrelid
     where e.oid = t.typelem and c.relkind <> 'c')`;

export const oids = {
  bool: 16,
  bytea: 17,
  char: 18,
  name: 19,
  int8: 20,
  int2: 21,
  int2vector: 22,
  int4: 23,
  text: 25,
  oid: 26,
  oidvector: 30,
  json: 114,
  float4: 700,
  float8: 701,
  unknown: 705,
  bpchar: 1042,
  varchar: 1043,
  date: 1082,
  time: 1083,
  timestamp: 1114,
  timestamptz: 1184,
  interval: 1186,
  timetz: 1266,
  bit: 1560,
  varbit: 1562,
  numeric: 1700,
  uuid: 2950,
  jsonb: 3802,
} as const;

const kinds: ReadonlyMap<number, CellKind> = new Map<number, CellKind>([
  [oids.bool, 'bool'],
  [oids.bytea, 'blob'],
  [oids.char, 'text'],
  [oids.name, 'text'],
  [oids.int8, 'int'],
  [oids.int2, 'int'],
  [oids.int4, 'int'],
  [oids.oid, 'int'],
  [oids.text, 'text'],
  [oids.json, 'json'],
  [oids.float4, 'f64'],
  [oids.float8, 'f64'],
  [oids.unknown, 'text'],
  [oids.bpchar, 'text'],
  [oids.varchar, 'text'],
  [oids.date, 'date'],
  [oids.time, 'time'],
  [oids.timetz, 'time'],
  [oids.timestamp, 'ts'],
  [oids.timestamptz, 'ts'],
  [oids.interval, 'ivl'],
  [oids.bit, 'bits'],
  [oids.varbit, 'bits'],
  [oids.numeric, 'dec'],
  [oids.uuid, 'uuid'],
  [oids.jsonb, 'json'],
]);

/** Reads the rows of `typesListing`. */
export function readTypes(rows: readonly (readonly (string | null)[])[]): PostgresTypes {
  const bases = new Map(rows.map((row) => [Number(row[0]), Number(row[6])]));
  const baseOf = (oid: number): number => {
    const base = bases.get(oid) ?? 0;
    return base === 0 ? oid : baseOf(base);
  };
  return new Map(
    rows.map(([oid, name, type, category, element, delimiter, , length]) => {
      const own = Number(oid);
      const isArray =
        category === 'A' &&
        Number(element) !== 0 &&
        Number(length) === -1 &&
        own !== oids.int2vector &&
        own !== oids.oidvector;
      const kind: CellKind = isArray
        ? 'list'
        : type === 'e'
          ? 'enum'
          : (kinds.get(baseOf(own)) ?? (category === 'S' ? 'text' : 'other'));
      return [
        own,
        {
          oid: baseOf(own),
          name: name ?? '',
          kind,
          element: isArray ? Number(element) : null,
          delimiter: delimiter ?? ',',
        },
      ];
    }),
  );
}
