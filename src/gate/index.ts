export { printAge } from './baseline-age.js';
export { nameCaseRun } from './case-run-names.js';
export { createGate } from './create-gate.js';
export type {
  Gate,
  GateBaseline,
  GateDecision,
  GateOptions,
  GateStatus,
  OpenedBaseline,
} from './gate-decision.js';
export { baselinePath, openBaseline } from './open-baseline.js';
export { printUsd } from './print-usd.js';
