export { caseRunId } from './case-run-id.js';
export { evaluate } from './evaluate.js';
export { executeRun } from './execute-run.js';
export {
  type FoundRun,
  failedKeys,
  findRuns,
  type Journal,
  readJournal,
} from './journal-reader.js';
export type { RunFilter, RunOptions } from './run-options.js';
