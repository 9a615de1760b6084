import { type DeterminismRules, determinismRules } from './determinism.js';
import type { SqlDialect } from './dialect.js';
import { duckdb } from './duckdb.js';
import { generic } from './generic.js';
import { mysql } from './mysql.js';
import { postgres, redshift } from './postgres.js';
import { clickhouse, tsql } from './servers.js';
import { sqlite } from './sqlite.js';
import { bigquery, databricks, snowflake, spark, trino } from './warehouses.js';

/** Every dialect that is known by name. */
export const dialects: readonly SqlDialect[] = [
  sqlite,
  duckdb,
  postgres,
  redshift,
  mysql,
  snowflake,
  bigquery,
  databricks,
  spark,
  trino,
  tsql,
  clickhouse,
  generic,
];

const byName = new Map(
  dialects.flatMap((one) => [one.name, ...one.aliases].map((name) => [name, one] as const)),
);

/** The table of a dialect, by any of its names; a name nobody knows is read as standard SQL. */
export function dialectOf(name: string): SqlDialect {
  return byName.get(name.toLowerCase()) ?? generic;
}

/** What makes a query of a dialect give another result on the same data. */
export function determinismOf(name: string): DeterminismRules {
  return determinismRules[dialectOf(name).name] ?? determinismRules.generic!;
}

export { type ColumnTypes, columnTypesOf, type TypeClass } from './column-types.js';
export type {
  ColumnKey,
  CommonKey,
  ComparedColumn,
  ComparisonSql,
  GroupingKey,
  Wrap,
} from './comparison/comparison-sql.js';
export { type Declarations, declarationsOf } from './declarations.js';
export type { DeterminismRules } from './determinism.js';
export type { NameFolding, SqlDialect } from './dialect.js';
export { isSameType } from './type-names.js';
