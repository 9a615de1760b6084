export type { GoldOptions } from './execute-golds.js';
export { explainUndetermined } from './explain-undetermined.js';
export type { GoldOutcome, GoldReport } from './gold-report.js';
export { checkGolds, recordGolds } from './record-golds.js';
