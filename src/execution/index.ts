export { type Budget, caseSeconds, createBudget } from './budget.js';
export {
  type CaseDatasource,
  caseDatasource,
  datasourceLabels,
  goldSqlOf,
  suiteDatasources,
} from './case-datasource.js';
export { createDatabase, type Database, type Slot } from './database.js';
export { createDatabases, type Databases } from './databases.js';
export { createGoldStore, type GoldStore } from './gold-store.js';
export { createGoldResults, createQueryRunner } from './query-runner.js';
export { sharedSignal } from './shared-signal.js';
export { createSolverDatabases } from './solver-databases.js';
