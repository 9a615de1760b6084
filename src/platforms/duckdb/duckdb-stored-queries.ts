import type { DuckDBConnection } from '@duckdb/node-api';
import type { StoredQuery } from '../../types/index.js';

const listing = `select 'view', view_name, sql from duckdb_views() where not internal
  union all select 'macro', function_name, macro_definition from duckdb_functions()
  where not internal and function_type in ('macro', 'table_macro')`;

/** The views and macros of a DuckDB database. */
export async function duckdbStoredQueries(connection: DuckDBConnection): Promise<readonly StoredQuery[]> {
  const result = await connection.run(listing);
  return (await result.getRowsJson()).map(([kind, name, definition]) => ({
    kind: kind === 'view' ? 'view' : 'macro',
    name: String(name),
    definition: typeof definition === 'string' ? definition : '',
  }));
}
