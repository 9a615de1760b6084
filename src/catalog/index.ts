export type { TypeClass } from '../dialects/index.js';
export { catalogFromDdl, type DdlCatalog, type SkippedDdl } from './catalog-from-ddl.js';
export { type Affinity, type ColumnType, columnType } from './column-type.js';
export { findColumn, findTable, foreignKeyTarget, type Identifier } from './lookup.js';
export { catalogFromBird, catalogFromSpiderTables } from './spider-tables.js';
