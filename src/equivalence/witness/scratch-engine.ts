import type { ColumnKind } from './column-kind.js';

/** What the search needs to know of an engine whose scratch databases it uses. */
export interface ScratchEngine {
  /** The dialect its texts are written in. */
  readonly dialect: string;
  /** Databases tried by default, and at most when nearly all results are empty. */
  readonly databases: number;
  readonly mostDatabases: number;
  /** A type to declare a column with; the declared type itself where the engine knows it. */
  typeName(declared: string, kind: ColumnKind, collation?: string): string;
  readonly hasBooleans: boolean;
  readonly hasSchemas: boolean;
  /** Dates and numbers must be well-formed to be stored in columns of their types. */
  readonly strictTypes: boolean;
  /** What follows a table whose columns hold only values of their type. */
  readonly strictTables: string;
  blob(hex: string): string;
  /** Rows of one INSERT may point at each other by a foreign key. */
  readonly selfReferences: boolean;
  /** A setup of tables and then rows is cheap where its tables are those of the one before. */
  readonly keepsTables: boolean;
  /** What makes a script one transaction, where that saves time. */
  readonly transaction: { readonly opening: readonly string[]; readonly closing: readonly string[] };
  /** Makes foreign keys hold on this connection. */
  readonly enforceForeignKeys: readonly string[];
  /** Settings under which the engine may read rows in another order, one list a variation. */
  readonly otherOrders: readonly (readonly string[])[];
  /** A query whose one cell is the engine's version. */
  readonly versionQuery: string;
  /** An expression that breaks ties at random. */
  readonly randomNumber: string;
  /** Pseudo-columns that show where a row is stored. */
  readonly rowAddresses: readonly string[];
}

const sqlite: ScratchEngine = {
  dialect: 'sqlite',
  databases: 400,
  mostDatabases: 2000,
  typeName: (declared) => declared,
  hasBooleans: false,
  hasSchemas: false,
  strictTypes: false,
  strictTables: ' STRICT',
  blob: (hex) => `X'${hex}'`,
  selfReferences: true,
  keepsTables: true,
  transaction: { opening: ['BEGIN'], closing: ['COMMIT'] },
  enforceForeignKeys: ['PRAGMA foreign_keys = on'],
  otherOrders: [['PRAGMA reverse_unordered_selects = on'], ['PRAGMA automatic_index = off']],
  randomNumber: 'random()',
  versionQuery: 'select sqlite_version()',
  rowAddresses: ['rowid', '_rowid_', 'oid'],
};

const duckdbTypes: Readonly<Record<ColumnKind, string>> = {
  integer: 'INTEGER',
  real: 'DOUBLE',
  decimal: 'DECIMAL(18,4)',
  text: 'VARCHAR',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
  time: 'TIME',
  boolean: 'BOOLEAN',
  blob: 'BLOB',
  any: 'VARCHAR',
};
const duckdbKnows =
  /^(tinyint|smallint|integer|int|bigint|hugeint|utinyint|usmallint|uinteger|ubigint|varchar|text|char|bpchar|string|real|float|double|decimal|numeric|boolean|bool|date|time|timestamp|timestamptz|blob|uuid|json|interval)(\s*\(\s*\d+(\s*,\s*\d+)?\s*\))?(\[\])?$|^double precision$|^character varying(\s*\(\d+\))?$|^timestamp with(out)? time zone$|^enum\s*\(|^struct\s*\(|^map\s*\(/i;

const duckdb: ScratchEngine = {
  dialect: 'duckdb',
  databases: 120,
  mostDatabases: 400,
  typeName: (declared, kind) => (duckdbKnows.test(declared.trim()) ? declared : duckdbTypes[kind]),
  hasBooleans: true,
  hasSchemas: true,
  strictTypes: true,
  strictTables: '',
  blob: (hex) => `'${hex.replace(/../g, '\\x$&')}'`,
  selfReferences: false,
  keepsTables: false,
  transaction: { opening: [], closing: [] },
  enforceForeignKeys: [],
  otherOrders: [],
  randomNumber: 'random()',
  versionQuery: 'select version()',
  rowAddresses: ['rowid'],
};

const engines: ReadonlyMap<string, ScratchEngine> = new Map([
  ['sqlite', sqlite],
  ['duckdb', duckdb],
]);

/** The engine for a dialect to which texts are equal that differ in case, as far as the engine can play it. */
export function withLooseText(engine: ScratchEngine): ScratchEngine {
  if (engine !== sqlite) return engine;
  return {
    ...engine,
    typeName(declared, kind, collation = '') {
      const type = engine.typeName(declared, kind);
      return kind === 'text' && !/_(bin|cs)$/i.test(collation) ? `${type} COLLATE NOCASE` : type;
    },
  };
}

/** The engine behind a scratch, by its dialect; undefined for one that is not known here. */
export function scratchEngine(name: string): ScratchEngine | undefined {
  return engines.get(name);
}
