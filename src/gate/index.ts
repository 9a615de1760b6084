export { nameCaseRun } from './case-run-names.js';
export { createGate } from './create-gate.js';
export type { Gate, GateDecision, GateOptions, GateStatus } from './gate-decision.js';
