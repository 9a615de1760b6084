export { catalogFromBird, catalogFromSpiderTables } from './spider-tables.js';
