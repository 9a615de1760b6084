export type { TypeClass } from '../dialects/index.js';
export { type Affinity, type ColumnType, columnType } from './column-type.js';
export { catalogFromBird, catalogFromSpiderTables } from './spider-tables.js';
