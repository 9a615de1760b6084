import type { Catalog, CatalogTable, ForeignKey } from '../../types/index.js';
import { type ColumnKind, columnKind } from './column-kind.js';

/** A column that test databases fill; columns that neither query speaks of and that may be NULL are left out. */
export interface SearchColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly nullable: boolean;
  /** One of the queries names it, or takes all columns. */
  readonly mentioned: boolean;
}

export interface SearchForeignKey {
  readonly columns: readonly number[];
  readonly parent: SearchTable;
  readonly parentColumns: readonly number[];
}

export interface SearchTable {
  readonly name: string;
  readonly declared: CatalogTable;
  /** A query reads it; the others are there for foreign keys. */
  readonly used: boolean;
  readonly columns: readonly SearchColumn[];
  /**
   * Sets of columns in which no two rows are equal: declared keys, and what foreign keys point at, since most engines
   * demand a key there.
   */
  readonly keys: readonly (readonly number[])[];
  readonly foreignKeys: readonly SearchForeignKey[];
}

/** The tables of a search, parents before their children where foreign keys make no cycle. */
export type SearchSchema = readonly SearchTable[];

interface Draft extends SearchTable {
  readonly keys: number[][];
  readonly foreignKeys: SearchForeignKey[];
}

/**
 * @param isUsed whether a query reads the table
 * @param isMentioned whether a query names the column
 */
export function searchSchema(
  catalog: Catalog,
  isUsed: (table: CatalogTable) => boolean,
  isMentioned: (table: CatalogTable, column: string) => boolean,
): SearchSchema {
  const parentOf = (key: ForeignKey): CatalogTable | undefined => {
    const named = catalog.tables.filter(
      ({ name, kind }) => kind === 'table' && name.toLowerCase() === key.references.table.toLowerCase(),
    );
    return named.length === 1 ? named[0] : named.find(({ schema }) => schema === key.references.schema);
  };
  const drafts = new Map<CatalogTable, Draft>();
  const targets = new Map<CatalogTable, Set<string>>();
  const wanted = catalog.tables.filter((table) => table.kind === 'table' && isUsed(table));
  // What a foreign key points at is kept in the parent, so parents are drafted after all their children are known.
  const reached = new Set(wanted);
  for (const table of reached) {
    for (const key of keptKeys(table)) {
      const parent = parentOf(key);
      if (parent === undefined) continue;
      reached.add(parent);
      const names = targets.get(parent) ?? new Set();
      targets.set(parent, names);
      for (const name of targetColumns(key.references.columns, parent)) names.add(name.toLowerCase());
    }
  }
  for (const table of reached) drafts.set(table, draft(table));
  for (const [table, made] of drafts) {
    for (const key of keptKeys(table)) {
      const parent = parentOf(key);
      const target = parent && drafts.get(parent);
      if (parent === undefined || target === undefined) continue;
      const columns = key.columns.map((name) => indexOf(made, name));
      const parentColumns = targetColumns(key.references.columns, parent).map((name) =>
        indexOf(target, name),
      );
      if (columns.length !== parentColumns.length || [...columns, ...parentColumns].includes(-1)) continue;
      made.foreignKeys.push({ columns, parent: target, parentColumns });
      addKey(target, parentColumns);
    }
  }
  return parentsFirst([...drafts.values()]);

  function keeps(table: CatalogTable, column: CatalogTable['columns'][number]): boolean {
    const name = column.name.toLowerCase();
    // Nothing can be inserted there.
    if (column.generated !== undefined) return false;
    return (
      !column.nullable ||
      isGeneratedFrom(table, column.name) ||
      (isUsed(table) && isMentioned(table, column.name)) ||
      table.primaryKey.some((key) => key.toLowerCase() === name) ||
      (targets.get(table)?.has(name) ?? false) ||
      table.checks.some((check) => check.toLowerCase().includes(name))
    );
  }

  /** A foreign key with a column that stays NULL asks for no parent. */
  function keptKeys(table: CatalogTable): CatalogTable['foreignKeys'] {
    return table.foreignKeys.filter((key) =>
      key.columns.every((name) => {
        const column = table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase());
        return column !== undefined && keeps(table, column);
      }),
    );
  }

  function draft(table: CatalogTable): Draft {
    // A table needs a column, though `count(*)` asks for none.
    const kept = table.columns.filter((column) => keeps(table, column));
    const stored = table.columns.filter(({ generated }) => generated === undefined);
    const inKey = new Set(table.primaryKey.map((name) => name.toLowerCase()));
    const made: Draft = {
      name: table.name,
      declared: table,
      used: isUsed(table),
      columns: (kept.length > 0 ? kept : stored.slice(0, 1)).map((column) => ({
        name: column.name,
        kind: columnKind(column.type),
        nullable: column.nullable && !inKey.has(column.name.toLowerCase()),
        mentioned: isUsed(table) && (isMentioned(table, column.name) || isGeneratedFrom(table, column.name)),
      })),
      keys: [],
      foreignKeys: [],
    };
    for (const names of [table.primaryKey, ...table.unique])
      if (names.length > 0)
        addKey(
          made,
          names.map((name) => indexOf(made, name)),
        );
    return made;
  }
}

function isGeneratedFrom(table: CatalogTable, column: string): boolean {
  return table.columns.some(({ generated }) => generated?.toLowerCase().includes(column.toLowerCase()));
}

function addKey(table: Draft, columns: number[]): void {
  const sorted = [...columns].sort((a, b) => a - b);
  if (sorted.includes(-1) || table.keys.some((key) => `${key}` === `${sorted}`)) return;
  table.keys.push(sorted);
}

function targetColumns(columns: readonly string[], parent: CatalogTable): readonly string[] {
  return columns.length > 0 ? columns : parent.primaryKey;
}

function indexOf(table: SearchTable, name: string): number {
  return table.columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());
}

function parentsFirst(tables: readonly SearchTable[]): SearchSchema {
  const ordered: SearchTable[] = [];
  const visited = new Set<SearchTable>();
  const visit = (table: SearchTable): void => {
    if (visited.has(table)) return;
    visited.add(table);
    for (const key of table.foreignKeys) visit(key.parent);
    ordered.push(table);
  };
  tables.forEach(visit);
  return ordered;
}
