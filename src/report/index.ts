export type { Board, GroupBoard, LatencyBoard, ScorerBoard, ScorerShare } from './board/board.js';
export { type BoardBuilder, type BoardOptions, createBoard } from './board/create-board.js';
export { type BoardRendering, renderBoard } from './board/render-board.js';
export type { Share } from './board/share.js';
export { renderComparison } from './comparison/render-comparison.js';
export { type ComparedRun, describeComparison, type RunComparison } from './comparison/run-comparison.js';
export { type FailureOptions, renderFailure } from './failure/render-failure.js';
export { renderWitness } from './failure/witness-block.js';
export {
  createReporter,
  isReporterName,
  type ReporterName,
  reporterNames,
} from './reporters/create-reporter.js';
export { gateLine, gateRemarks, whereabouts } from './reporters/outcome-text.js';
export { type ReportedRun, readReport } from './reporters/read-report.js';
export { readReporterModule } from './reporters/read-reporter-module.js';
export type { GithubIo, ReporterIo } from './reporters/reporter-io.js';
export { plainWitness, resultJson, toJson } from './reporters/result-json.js';
export { type CommandGuard, createCommandGuard } from './reporters/workflow-commands.js';
export { createTally, type Outcome, type Tally } from './tally.js';
export { cutLine } from './text/cut-text.js';
export { visibleLine, visibleText } from './text/visible-text.js';
