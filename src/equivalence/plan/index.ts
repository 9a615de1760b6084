export { PlanEquivalence } from './plan-equivalence.js';
