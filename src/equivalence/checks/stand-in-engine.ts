import { dialectOf } from '../../dialects/index.js';

/** Engines that read a dialect well enough to look for counterexamples in; those that are not its own are confirmed. */
const standIns: Readonly<Record<string, 'sqlite' | 'duckdb'>> = {
  sqlite: 'sqlite',
  mysql: 'sqlite',
  duckdb: 'duckdb',
  postgres: 'duckdb',
  redshift: 'duckdb',
  snowflake: 'duckdb',
  spark: 'duckdb',
  databricks: 'duckdb',
  trino: 'duckdb',
  generic: 'duckdb',
};

/** The engine to look for counterexamples in; null where none can stand in for the dialect's own. */
export function standInEngine(dialect: string): 'sqlite' | 'duckdb' | null {
  return standIns[dialectOf(dialect).name] ?? null;
}
