export {
  type Calibration,
  type CalibrationOptions,
  calibrate,
  type JudgedPair,
  type JudgingBudget,
} from './calibrate.js';
export type { LabelFile, LabelledPair } from './labelled-pair.js';
export { builtInCriteria, loadJudge } from './load-judge.js';
export { readLabels } from './read-labels.js';
export { type CalibrationSummary, type Share, summarize } from './summarize.js';
