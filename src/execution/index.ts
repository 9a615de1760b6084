export { type Budget, createBudget } from './budget.js';
export { createDatabase, type Database, type Slot } from './database.js';
export { createGoldStore, type GoldStore } from './gold-store.js';
export { createGoldResults, createQueryRunner } from './query-runner.js';
