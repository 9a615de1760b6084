export { type Baseline, formatBaseline } from './baseline.js';
export { createOutcomeCollector, type OutcomeCollector } from './collect-outcomes.js';
export { type Comparability, type Mismatch, type MismatchKind, relate } from './comparability.js';
export { compareOutcomes, type LabelComparison, type SideShare } from './compare-outcomes.js';
export { describeFlip, type Flip, regressionsOf } from './flips.js';
export { nameOutcome, nameOutcomes } from './name-outcomes.js';
export { parseBaseline, readBaseline } from './read-baseline.js';
export {
  type CaseOutcome,
  type FoldedScore,
  type FoldedVerdict,
  foldedStatus,
  outcomeKey,
  type RunOutcomes,
} from './run-outcomes.js';
