export {
  type CachedFile,
  cacheFolderOf,
  clearCache,
  listCache,
  pruneCache,
} from './cache/cache-folder.js';
export { caseHash } from './case-hash.js';
export { caseRunId } from './case-run-id.js';
export { type CostCap, createCostCap, nothingSpent } from './cost/cost-cap.js';
export { requirePrices } from './cost/require-prices.js';
export { type Evaluator, openEvaluator } from './evaluator.js';
export { executeRun } from './execute-run.js';
export { isCi } from './is-ci.js';
export {
  type FoundRun,
  failedKeys,
  findRuns,
  type Journal,
  readJournal,
} from './journal/journal-reader.js';
export { type RecordedRun, readRecordedRun } from './journal/recorded-run.js';
export { mergeRuns } from './merge/merge-runs.js';
export { type RescoreOptions, rescoreRun } from './rescore/rescore-run.js';
export { runsFolderOf } from './run-info.js';
export type { RunFilter, RunOptions } from './run-options.js';
export { type PlannedRun, schedule } from './schedule/schedule.js';
export type { Shard } from './schedule/shard.js';
