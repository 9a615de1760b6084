export type { GoldOptions } from './execute-golds.js';
export type { GoldOutcome, GoldReport } from './gold-report.js';
export { checkGolds, recordGolds } from './record-golds.js';
