import { findColumn, foreignKeyTarget } from '../catalog/index.js';
import type { Catalog } from '../types/index.js';
import { tableName } from './table-name.js';

/** Which tables foreign keys connect, in either direction. */
export interface ForeignKeyGraph {
  /**
   * The tables between one table and the nearest of others, neither end included: empty when a key connects them, null
   * when no way of few steps does.
   */
  between(table: string, others: ReadonlySet<string>): readonly string[] | null;
  /** The tables connected to one, by name. */
  neighbours(table: string): readonly string[];
  /** The columns by which one table and another are connected, of the one. */
  joinColumns(table: string, others: ReadonlySet<string>): readonly string[];
}

/** Tables that are further apart than this say little of each other. */
const maxSteps = 3;

export function createForeignKeyGraph(catalog: Catalog): ForeignKeyGraph {
  const edges = new Map<string, Map<string, Set<string>>>();
  const connect = (from: string, to: string, columns: readonly string[]): void => {
    const ends = edges.get(from) ?? new Map<string, Set<string>>();
    edges.set(from, ends.set(to, new Set([...(ends.get(to) ?? []), ...columns])));
  };
  for (const table of catalog.tables) {
    for (const key of table.foreignKeys) {
      const target = foreignKeyTarget(catalog, key);
      if (target === undefined) continue;
      const own = key.columns.map(
        (name) => findColumn(table, { name, quoted: true }, catalog.dialect)?.name ?? name,
      );
      connect(tableName(table), tableName(target.table), own);
      connect(tableName(target.table), tableName(table), target.columns);
    }
  }
  const neighbours = (table: string): string[] => [...(edges.get(table)?.keys() ?? [])].sort();
  return {
    neighbours,
    between(table, others) {
      if (others.has(table)) return [];
      const seen = new Set([table]);
      let paths: string[][] = [[table]];
      for (let step = 0; step < maxSteps; step++) {
        const next: string[][] = [];
        for (const path of paths) {
          for (const neighbour of neighbours(path.at(-1)!)) {
            if (others.has(neighbour)) return path.slice(1);
            if (seen.has(neighbour)) continue;
            seen.add(neighbour);
            next.push([...path, neighbour]);
          }
        }
        paths = next;
      }
      return null;
    },
    joinColumns(table, others) {
      const ends = edges.get(table) ?? new Map<string, Set<string>>();
      return [...ends].flatMap(([end, columns]) => (others.has(end) ? [...columns] : []));
    },
  };
}
