export {
  parseStoredDatabase,
  printStoredDatabase,
  type StoredDatabase,
} from './witness/stored-database.js';
export { WitnessSearch, type WitnessSearchOptions } from './witness/witness-search.js';
