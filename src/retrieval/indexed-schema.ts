import type { CatalogColumn, CatalogTable } from '../types/index.js';
import { createForeignKeyGraph, type ForeignKeyGraph } from './foreign-key-graph.js';
import type { Schema } from './schema-sources.js';
import { createSearchIndex, type IndexedTexts, type SearchIndex } from './search-index.js';
import { tableName } from './table-name.js';

/** One datasource, ready to be searched. */
export interface IndexedSchema {
  readonly schema: Schema;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly searchTables: SearchIndex;
  /** Ids are `columnId(table, column)`. */
  readonly searchColumns: SearchIndex;
  readonly graph: ForeignKeyGraph;
  /** What it is about as a whole, to tell datasources apart. */
  readonly whole: Omit<IndexedTexts, 'id'>;
}

export function columnId(table: string, column: string): string {
  return JSON.stringify([table, column]);
}

export function indexSchema(schema: Schema): IndexedSchema {
  const { catalog, samples = {} } = schema;
  const tables = new Map(catalog.tables.map((table) => [tableName(table), table]));
  const valuesOf = (table: string, { name }: CatalogColumn): string =>
    (samples[table]?.[name] ?? []).join(' ');
  const tableTexts = [...tables].map(
    ([id, { name, columns, comment }]): IndexedTexts => ({
      id,
      name,
      parts: columns.map((column) => column.name).join(' '),
      comment: [comment, ...columns.map((column) => column.comment)].join(' '),
      values: columns.map((column) => valuesOf(id, column)).join(' '),
    }),
  );
  const columnTexts = [...tables].flatMap(([table, { columns, name }]) =>
    columns.map(
      (column): IndexedTexts => ({
        id: columnId(table, column.name),
        name: column.name,
        parts: name,
        comment: column.comment ?? '',
        values: valuesOf(table, column),
      }),
    ),
  );
  return {
    schema,
    tables,
    searchTables: createSearchIndex(tableTexts),
    searchColumns: createSearchIndex(columnTexts),
    graph: createForeignKeyGraph(catalog),
    whole: {
      name: joined(tableTexts, 'name'),
      parts: joined(tableTexts, 'parts'),
      comment: joined(tableTexts, 'comment'),
      values: joined(tableTexts, 'values'),
    },
  };
}

function joined(texts: readonly IndexedTexts[], field: keyof IndexedTexts): string {
  return texts.map((one) => one[field]).join(' ');
}
