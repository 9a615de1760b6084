export { AstEquivalence, TextEquivalence } from './ast/index.js';
export {
  type CheckedPair,
  closestReason,
  defaultEquivalenceChecks,
  runChecks,
  standInEngine,
  startScratch,
} from './checks/index.js';
export { openKeptWitnesses } from './kept/open-kept-witnesses.js';
export { PlanEquivalence } from './plan/index.js';
export {
  parseStoredDatabase,
  printStoredDatabase,
  type StoredDatabase,
} from './witness/stored-database.js';
export { WitnessSearch, type WitnessSearchOptions } from './witness/witness-search.js';
