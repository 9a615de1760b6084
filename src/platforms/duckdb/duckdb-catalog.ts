import type { DuckDBConnection } from '@duckdb/node-api';
import type { Catalog, CatalogTable, ForeignKey } from '../../types/index.js';
import { type DeclaredColumn, declaredColumns, namesCollations } from '../embedded/declared-columns.js';

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
  const texts = await rows(
    connection,
    `select schema_name, table_name, sql from duckdb_tables() where database_name = current_database() and not internal
     union all by name select schema_name, view_name as table_name, sql from duckdb_views()
     where database_name = current_database() and not internal`,
  );
  const collates = namesCollations(texts.map(({ sql }) => sql ?? ''));
  const declared = new Map(texts.map((row) => [keyOf(row), declaredColumns(row.sql ?? '', 'duckdb')]));
  const viewKeys = new Set(views.map((view) => `${view.schema_name}.${view.view_name}`));
  const tables = new Map<string, Json[]>();
  const namesakes = (name: string): readonly string[] =>
    [...tables.values()]
      .filter(([first]) => first.table_name.toLowerCase() === name.toLowerCase())
      .map(([first]) => first.schema_name);
  for (const column of columns) tables.set(keyOf(column), [...(tables.get(keyOf(column)) ?? []), column]);
  return {
    dialect: 'duckdb',
    tables: [...tables].map(([key, own]) => {
      const mine = constraints.filter((constraint) => keyOf(constraint) === key);
      const isView = viewKeys.has(key);
      const known = isView ? new Map<string, DeclaredColumn>() : (declared.get(key) ?? new Map());
      return tableOf(
        own,
        isView,
        mine,
        namesakes,
        (name) => known.get(name) ?? (collates ? { collation: '' } : {}),
      );
    }),
  };
}

function keyOf(row: Json): string {
  return `${row.schema_name}.${row.table_name}`;
}

function tableOf(
  columns: readonly Json[],
  isView: boolean,
  constraints: readonly Json[],
  /** The schemas that have a table of a name. */
  namesakes: (table: string) => readonly string[],
  declared: (column: string) => DeclaredColumn,
): CatalogTable {
  const { schema_name: schema, table_name: name } = columns[0];
  const ofType = (type: string): Json[] => constraints.filter((one) => one.constraint_type === type);
  const primaryKey: string[] = ofType('PRIMARY KEY')[0]?.constraint_column_names ?? [];
  return {
    name,
    ...(schema === 'main' ? {} : { schema }),
    kind: isView ? 'view' : 'table',
    columns: columns.map((column) => {
      const { collation, generated } = declared(column.column_name.toLowerCase());
      return {
        name: column.column_name,
        type: column.data_type,
        nullable: isView || (column.is_nullable && !primaryKey.includes(column.column_name)),
        ...(collation === undefined || /^binary$/i.test(collation) ? {} : { collation }),
        ...(generated === undefined ? {} : { generated }),
      };
    }),
    primaryKey,
    unique: ofType('UNIQUE').map((one) => one.constraint_column_names),
    // DuckDB does not tell the schema of the table a key points at.
    foreignKeys: ofType('FOREIGN KEY').flatMap((one): ForeignKey[] => {
      const [parentSchema, ...others] = namesakes(one.referenced_table);
      if (parentSchema === undefined || others.length > 0) return [];
      return [
        {
          columns: one.constraint_column_names,
          references: {
            ...(parentSchema === 'main' ? {} : { schema: parentSchema }),
            table: one.referenced_table,
            columns: one.referenced_column_names ?? [],
          },
        },
      ];
    }),
    checks: ofType('CHECK').map((one) => one.expression ?? one.constraint_text),
  };
}

async function rows(connection: DuckDBConnection, sql: string): Promise<Json[]> {
  const result = await connection.run(sql);
  return result.getRowObjectsJson();
}
