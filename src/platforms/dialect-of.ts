import type { DatasourceConfig } from '../types/index.js';

/** The SQL dialect of a kind of datasource. */
export function dialectOf(kind: DatasourceConfig['kind']): string {
  return kind;
}
