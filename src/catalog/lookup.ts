import { declarationsOf, dialectOf } from '../dialects/index.js';
import { foldIdentifier } from '../sql/index.js';
import type { Catalog, CatalogColumn, CatalogTable, ForeignKey } from '../types/index.js';

/** A name in a query: text alone is a name without quotes. */
export type Identifier = string | { readonly name: string; readonly quoted: boolean };

/**
 * The table or view a query means by a name, folded as the dialect does. Without a schema only the default one is looked
 * in: which other schemas an engine would search is not known. Undefined too where two tables have the name.
 */
export function findTable(catalog: Catalog, name: Identifier, schema?: Identifier): CatalogTable | undefined {
  const { dialect } = catalog;
  const wanted = lookedUp(name, dialect);
  const inSchema = schema === undefined ? null : lookedUp(schema, dialect);
  const { defaultSchema } = declarationsOf(dialectOf(dialect).name);
  const found = catalog.tables.filter((table) => {
    const own = table.schema === undefined ? defaultSchema : kept(table.schema, dialect);
    return kept(table.name, dialect) === wanted && own === (inSchema ?? defaultSchema);
  });
  return found.length === 1 ? found[0] : undefined;
}

/** The column a query means by a name, folded as the dialect does. */
export function findColumn(
  table: CatalogTable,
  name: Identifier,
  dialect: string,
): CatalogColumn | undefined {
  const wanted = lookedUp(name, dialect);
  const found = table.columns.filter((column) => kept(column.name, dialect) === wanted);
  return found.length === 1 ? found[0] : undefined;
}

/**
 * What a foreign key points at, with the columns of the primary key where it names none. Undefined where the table or a
 * column is not in the catalogue, or their number is not the key's.
 */
export function foreignKeyTarget(
  catalog: Catalog,
  foreignKey: ForeignKey,
): { readonly table: CatalogTable; readonly columns: readonly string[] } | undefined {
  const { schema, table: name, columns } = foreignKey.references;
  const quoted = (text: string): Identifier => ({ name: text, quoted: true });
  const table = findTable(catalog, quoted(name), schema === undefined ? undefined : quoted(schema));
  if (table === undefined) return undefined;
  const names = columns.length > 0 ? columns : table.primaryKey;
  const spelled = names.flatMap((column) => findColumn(table, quoted(column), catalog.dialect)?.name ?? []);
  return spelled.length === foreignKey.columns.length && spelled.length === names.length
    ? { table, columns: spelled }
    : undefined;
}

function lookedUp(name: Identifier, dialect: string): string {
  return typeof name === 'string'
    ? foldIdentifier(name, dialect)
    : foldIdentifier(name.name, dialect, name.quoted);
}

function kept(name: string, dialect: string): string {
  return foldIdentifier(name, dialect, true);
}
