import type { DatasourceConfig } from '../types/index.js';
import { dialects } from './platform-drivers.js';

/** The SQL dialect of a kind of datasource. */
export function dialectOf(kind: DatasourceConfig['kind']): string {
  return dialects[kind];
}
