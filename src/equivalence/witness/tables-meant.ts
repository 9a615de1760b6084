import { spelledTokens } from '../../tokenizer/index.js';
import type { Catalog, CatalogTable } from '../../types/index.js';

/**
 * The catalogue without tables that the queries cannot mean: of several with one name, the default schema's is meant where
 * no query names the schema of another. Where that does not settle it, all stay.
 */
export function tablesMeant(catalog: Catalog, queries: readonly string[], dialect: string): Catalog {
  const byName = new Map<string, CatalogTable[]>();
  for (const table of catalog.tables) {
    const name = table.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), table]);
  }
  if (byName.size === catalog.tables.length) return catalog;
  const spelled = new Set(
    queries.flatMap((sql) => spelledTokens(sql, dialect).map(({ value }) => value.toLowerCase())),
  );
  const isMeant = (table: CatalogTable): boolean => {
    const namesakes = byName.get(table.name.toLowerCase())!;
    if (namesakes.length === 1) return true;
    const others = namesakes.filter(({ schema }) => schema !== undefined);
    const settled =
      others.length === namesakes.length - 1 &&
      others.every(({ schema }) => !spelled.has(schema!.toLowerCase()));
    return !settled || table.schema === undefined;
  };
  return { ...catalog, tables: catalog.tables.filter(isMeant) };
}
