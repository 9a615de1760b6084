import type { Catalog } from '../../src/types/index.js';
import type { Random } from './random.js';

/** What a column can hold; the lists are of DuckDB. */
export type ColumnKind = 'INTEGER' | 'REAL' | 'DECIMAL(8, 2)' | 'TEXT' | 'INTEGER[]';

export interface ModelColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly notNull: boolean;
}

export interface ModelKey {
  readonly column: string;
  readonly parent: string;
  readonly parentColumn: string;
}

export interface ModelTable {
  readonly name: string;
  readonly columns: readonly ModelColumn[];
  readonly primaryKey: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly foreignKeys: readonly ModelKey[];
}

/** Tables, parents before children. */
export type SchemaModel = readonly ModelTable[];

/** The tables of a catalogue in the fuzzer's own words. */
export function modelOf(catalog: Catalog): SchemaModel {
  return catalog.tables.map((table) => ({
    name: table.name,
    columns: table.columns.map(({ name, type, nullable }) => ({
      name,
      kind: kindOf(type),
      notNull: !nullable,
    })),
    primaryKey: table.primaryKey,
    unique: table.unique,
    foreignKeys: table.foreignKeys.flatMap(({ columns, references }) =>
      columns.length !== 1 || references.columns.length !== 1
        ? []
        : [{ column: columns[0]!, parent: references.table, parentColumn: references.columns[0]! }],
    ),
  }));
}

function kindOf(type: string): ColumnKind {
  if (type.endsWith('[]')) return 'INTEGER[]';
  if (/int/i.test(type)) return 'INTEGER';
  if (/decimal/i.test(type)) return 'DECIMAL(8, 2)';
  return /char|text/i.test(type) ? 'TEXT' : 'REAL';
}

export function printSchema(schema: SchemaModel, dialect: string): readonly string[] {
  return schema.map((table) => {
    const parts = table.columns.map(
      ({ name, kind, notNull }) =>
        `${name} ${kind === 'REAL' && dialect !== 'sqlite' ? 'DOUBLE' : kind}${notNull ? ' NOT NULL' : ''}`,
    );
    if (table.primaryKey.length > 0) parts.push(`PRIMARY KEY (${table.primaryKey.join(', ')})`);
    for (const key of table.unique) parts.push(`UNIQUE (${key.join(', ')})`);
    for (const { column, parent, parentColumn } of table.foreignKeys)
      parts.push(`FOREIGN KEY (${column}) REFERENCES ${parent} (${parentColumn})`);
    return `CREATE TABLE ${table.name} (${parts.join(', ')})`;
  });
}

/** Whether a column's type may change without making a key of two types. */
function isFree(schema: SchemaModel, table: ModelTable, column: string): boolean {
  return (
    !table.primaryKey.includes(column) &&
    !table.foreignKeys.some((key) => key.column === column) &&
    !schema.some((one) =>
      one.foreignKeys.some((key) => key.parent === table.name && key.parentColumn === column),
    )
  );
}

function isTarget(schema: SchemaModel, table: ModelTable): boolean {
  return schema.some((one) => one.foreignKeys.some(({ parent }) => parent === table.name));
}

type Change = (schema: SchemaModel, table: ModelTable, random: Random) => ModelTable;

const withColumn = (table: ModelTable, name: string, change: Partial<ModelColumn>): ModelTable => ({
  ...table,
  columns: table.columns.map((one) => (one.name === name ? { ...one, ...change } : one)),
});

/** Each takes away or adds something that a proof may rely on. */
const changes: readonly Change[] = [
  (_, table, random) => {
    const { name, notNull } = random.pick(table.columns);
    return table.primaryKey.includes(name) ? table : withColumn(table, name, { notNull: !notNull });
  },
  (_, table, random) => {
    const bound = table.columns.filter(({ notNull }) => notNull);
    return bound.length === 0 ? table : withColumn(table, random.pick(bound).name, { notNull: false });
  },
  (schema, table) => (isTarget(schema, table) ? table : { ...table, primaryKey: [] }),
  (schema, table, random) =>
    isTarget(schema, table) || table.primaryKey.length !== 1
      ? table
      : { ...table, primaryKey: [...table.primaryKey, random.pick(table.columns).name].filter(isFirst) },
  (_, table, random) =>
    table.foreignKeys.length === 0
      ? table
      : { ...table, foreignKeys: table.foreignKeys.filter((key) => key !== random.pick(table.foreignKeys)) },
  (_, table, random) => {
    const { name, kind } = random.pick(table.columns);
    // DuckDB has no index of lists.
    return kind === 'INTEGER[]' ? table : { ...table, unique: [...table.unique, [name]] };
  },
  (_, table) => ({ ...table, unique: [] }),
  (schema, table, random) => {
    const free = table.columns.filter(
      ({ name, kind }) => kind !== 'INTEGER[]' && isFree(schema, table, name),
    );
    if (free.length === 0) return table;
    return withColumn(table, random.pick(free).name, {
      kind: random.pick(['INTEGER', 'REAL', 'DECIMAL(8, 2)', 'TEXT']),
    });
  },
];

function isFirst(name: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(name) === at;
}

/** The same tables with other constraints and types. */
export function changeSchema(schema: SchemaModel, random: Random): SchemaModel {
  let changed = schema;
  for (let left = 1 + random.below(2); left > 0; left--) {
    const at = random.below(changed.length);
    const table = random.pick(changes)(changed, changed[at]!, random);
    changed = changed.map((one, index) => (index === at ? table : one));
  }
  return changed;
}

const tableNames = ['r', 's', 'w', 'k'];
const columnNames = ['a', 'b', 'd', 'e', 'f'];

/** Two to four tables of a few columns, with keys, foreign keys and NOT NULL here and there. */
export function randomSchema(random: Random): SchemaModel {
  const schema: ModelTable[] = [];
  for (const name of tableNames.slice(0, 2 + random.below(3))) {
    const hasId = random.chance(0.7);
    const columns: ModelColumn[] = columnNames.slice(0, 2 + random.below(3)).map((column) => ({
      name: column,
      kind: random.pick(['INTEGER', 'INTEGER', 'INTEGER', 'TEXT', 'TEXT', 'REAL', 'DECIMAL(8, 2)']),
      notNull: random.chance(0.3),
    }));
    const foreignKeys: ModelKey[] = [];
    const parents = schema.filter(({ primaryKey }) => primaryKey.length === 1);
    for (let left = random.below(3); left > 0 && parents.length > 0; left--) {
      const parent = random.pick(parents);
      const column = `${parent.name}_id`;
      if (columns.some((one) => one.name === column)) continue;
      columns.push({ name: column, kind: 'INTEGER', notNull: random.chance(0.5) });
      foreignKeys.push({ column, parent: parent.name, parentColumn: 'id' });
    }
    schema.push({
      name,
      columns: hasId ? [{ name: 'id', kind: 'INTEGER', notNull: true }, ...columns] : columns,
      primaryKey: hasId ? ['id'] : [],
      unique: random.chance(0.25) ? [[random.pick(columns).name]] : [],
      foreignKeys,
    });
  }
  return schema;
}
