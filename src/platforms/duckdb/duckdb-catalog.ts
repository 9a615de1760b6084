import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, CatalogTable, ForeignKey } from '../../types/index.js';

type Json = ReturnType<typeof JSON.parse>;

/** The tables of the current database, from DuckDB's own catalogue functions. */
export async function duckdbCatalog(connection: DuckDBConnection): Promise<Catalog> {
  const columns = await rows(
    connection,
    `select schema_name, table_name, column_name, data_type, is_nullable from duckdb_columns()
     where database_name = current_database() and not internal order by schema_name, table_name, column_index`,
  );
  const views = await rows(
    connection,
    `select schema_name, view_name from duckdb_views() where database_name = current_database() and not internal`,
  );
  const constraints = await rows(
    connection,
    `select schema_name, table_name, constraint_type, constraint_text, constraint_column_names, expression,
       referenced_table, referenced_column_names
     from duckdb_constraints() where database_name = current_database() order by constraint_index`,
  );
  const viewKeys = new Set(views.map((view) => `${view.schema_name}.${view.view_name}`));
  const keyOf = (row: Json): string => `${row.schema_name}.${row.table_name}`;
  const tables = new Map<string, Json[]>();
  for (const column of columns) tables.set(keyOf(column), [...(tables.get(keyOf(column)) ?? []), column]);
  return {
    dialect: 'duckdb',
    tables: [...tables].map(([key, own]) => {
      const mine = constraints.filter((constraint) => keyOf(constraint) === key);
      return tableOf(own, viewKeys.has(key), mine);
    }),
  };
}

function tableOf(columns: readonly Json[], isView: boolean, constraints: readonly Json[]): CatalogTable {
  const { schema_name: schema, table_name: name } = columns[0];
  const ofType = (type: string): Json[] => constraints.filter((one) => one.constraint_type === type);
  const primaryKey: string[] = ofType('PRIMARY KEY')[0]?.constraint_column_names ?? [];
  return {
    name,
    ...(schema === 'main' ? {} : { schema }),
    kind: isView ? 'view' : 'table',
    columns: columns.map((column) => ({
      name: column.column_name,
      type: column.data_type,
      nullable: column.is_nullable && !primaryKey.includes(column.column_name),
    })),
    primaryKey,
    unique: ofType('UNIQUE').map((one) => one.constraint_column_names),
    foreignKeys: ofType('FOREIGN KEY').map(
      (one): ForeignKey => ({
        columns: one.constraint_column_names,
        references: { table: one.referenced_table, columns: one.referenced_column_names ?? [] },
      }),
    ),
    checks: ofType('CHECK').map((one) => one.expression ?? one.constraint_text),
  };
}

async function rows(connection: DuckDBConnection, sql: string): Promise<Json[]> {
  const result = await connection.run(sql);
  return result.getRowObjectsJson();
}
