import type { CatalogTable } from '../types/index.js';

/** What a table is called in records: `schema.table` outside the default schema. */
export function tableName({ schema, name }: Pick<CatalogTable, 'schema' | 'name'>): string {
  return schema === undefined ? name : `${schema}.${name}`;
}
