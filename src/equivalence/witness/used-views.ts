import type { Catalog, CatalogTable } from '../../types/index.js';
import { outlineQuery, type QueryOutline } from './query-outline.js';
import { nameText } from './sql-text.js';

export interface UsedViews {
  /** CREATE VIEW statements, each after those it reads. */
  readonly statements: readonly string[];
  /** The outlines of their queries. */
  readonly outlines: readonly QueryOutline[];
  /** A view whose query is not known. */
  readonly unknown: string | null;
}

/** The views that queries read, and the views that these read. */
export function usedViews(catalog: Catalog, outlines: readonly QueryOutline[], dialect: string): UsedViews {
  const statements: string[] = [];
  const found: QueryOutline[] = [];
  const visited = new Set<CatalogTable>();
  let unknown: string | null = null;
  const visit = (outline: QueryOutline): void => {
    for (const table of catalog.tables) {
      if (table.kind !== 'view' || !outline.tables.has(table.name.toLowerCase()) || visited.has(table))
        continue;
      visited.add(table);
      if (table.definition === undefined) {
        unknown ??= table.name;
        continue;
      }
      const inner = outlineQuery(table.definition, dialect, catalog);
      found.push(inner);
      visit(inner);
      const columns = table.columns.map(({ name }) => nameText(name, dialect)).join(', ');
      const list = columns === '' ? '' : ` (${columns})`;
      statements.push(`CREATE VIEW ${nameText(table.name, dialect)}${list} AS ${table.definition}`);
    }
  };
  outlines.forEach(visit);
  return { statements, outlines: found, unknown };
}
