export { closestReason } from './closest-reason.js';
export { defaultEquivalenceChecks } from './default-checks.js';
export { type CheckedPair, runChecks } from './run-checks.js';
export { standInEngine } from './stand-in-engine.js';
export { startScratch } from './start-scratch.js';
