import type { Row, WitnessTable } from '../../types/index.js';
import { columnKind } from './column-kind.js';
import type { TestRows } from './legality.js';
import type { ScratchEngine } from './scratch-engine.js';
import type { SearchSchema, SearchTable } from './search-schema.js';
import { literalText, nameText } from './sql-text.js';

/**
 * - `plain`: only the columns that test databases fill, with NOT NULL and CHECK, and without keys: it is made sooner, and
 *   its rows are stored in the order they are inserted
 * - `full`: all columns, keys, checks and foreign keys as declared
 */
export type DdlForm = 'plain' | 'full';

/** CREATE TABLE statements for an engine. */
export function createStatements(schema: SearchSchema, engine: ScratchEngine, form: DdlForm): string[] {
  const name = (text: string): string => nameText(text, engine.dialect);
  const list = (names: readonly string[]): string => names.map(name).join(', ');
  const schemas = new Set(
    schema.flatMap(({ declared }) => (declared.schema === undefined ? [] : [declared.schema])),
  );
  return [
    ...(engine.hasSchemas ? [...schemas].map((one) => `CREATE SCHEMA IF NOT EXISTS ${name(one)}`) : []),
    ...schema.map((table) => {
      const { declared, columns } = table;
      const kept = declared.columns.filter(
        (column) =>
          form === 'full' ||
          column.generated !== undefined ||
          columns.some((one) => one.name === column.name),
      );
      const parts = kept.map((column) => {
        const kind = columns.find((one) => one.name === column.name)?.kind ?? columnKind(column.type);
        const type = engine.typeName(column.type, kind, column.collation);
        const generated =
          column.generated === undefined ? '' : `GENERATED ALWAYS AS (${column.generated}) VIRTUAL`;
        return [name(column.name), type, generated, column.nullable ? '' : 'NOT NULL']
          .filter((part) => part !== '')
          .join(' ');
      });
      if (form === 'full') {
        if (declared.primaryKey.length > 0) parts.push(`PRIMARY KEY (${list(declared.primaryKey)})`);
        for (const key of declared.unique) parts.push(`UNIQUE (${list(key)})`);
      }
      for (const check of declared.checks) parts.push(`CHECK (${check})`);
      if (form === 'full') parts.push(...foreignKeyParts(table, schema, engine, name, list));
      const options = declared.strict === true ? engine.strictTables : '';
      return `CREATE TABLE ${tableText(table, engine.dialect)} (${parts.join(', ')})${options}`;
    }),
  ];
}

/** Foreign keys whose parents are created before, and that point at a declared key as engines demand. */
function foreignKeyParts(
  table: SearchTable,
  schema: SearchSchema,
  engine: ScratchEngine,
  name: (text: string) => string,
  list: (names: readonly string[]) => string,
): string[] {
  return table.foreignKeys.flatMap(({ columns, parent, parentColumns }) => {
    const target = parentColumns.map((at) => parent.columns[at]!.name);
    const isKey = [parent.declared.primaryKey, ...parent.declared.unique].some(
      (key) => `${[...key].map(lower).sort()}` === `${target.map(lower).sort()}`,
    );
    if (!isKey || schema.indexOf(parent) > schema.indexOf(table)) return [];
    if (parent === table && !engine.selfReferences) return [];
    const from = columns.map((at) => table.columns[at]!.name);
    return [`FOREIGN KEY (${list(from)}) REFERENCES ${name(parent.name)} (${list(target)})`];
  });
}

function lower(text: string): string {
  return text.toLowerCase();
}

export function tableText(table: SearchTable, dialect: string): string {
  const name = nameText(table.name, dialect);
  return table.declared.schema === undefined ? name : `${nameText(table.declared.schema, dialect)}.${name}`;
}

/** INSERT statements, one a table with rows. */
export function insertStatements(schema: SearchSchema, rows: TestRows, engine: ScratchEngine): string[] {
  return schema.flatMap((table, at) => {
    const tableRows = rows[at]!;
    if (tableRows.length === 0) return [];
    const shown = shownColumns(table, tableRows);
    const names = shown.map((column) => nameText(table.columns[column]!.name, engine.dialect)).join(', ');
    const values = tableRows.map(
      (row) => `(${shown.map((column) => literalText(row[column]!, engine)).join(', ')})`,
    );
    return [`INSERT INTO ${tableText(table, engine.dialect)} (${names}) VALUES ${values.join(', ')}`];
  });
}

/** Columns that a query speaks of or that hold a value. */
function shownColumns(table: SearchTable, rows: readonly Row[]): number[] {
  const shown = table.columns.flatMap((column, at) =>
    column.mentioned || rows.some((row) => row[at] !== null) ? [at] : [],
  );
  return shown.length > 0 ? shown : [0];
}

/** The rows as a person reads them. */
export function witnessTables(schema: SearchSchema, rows: TestRows): WitnessTable[] {
  return schema.flatMap((table, at) => {
    const tableRows = rows[at]!;
    if (!table.used && tableRows.length === 0) return [];
    const shown = shownColumns(table, tableRows);
    return [
      {
        name: table.name,
        columns: shown.map((column) => table.columns[column]!.name),
        rows: tableRows.map((row) => shown.map((column) => row[column]!)),
      },
    ];
  });
}
