import type { CaseResult } from '../types/index.js';
import { evaluate } from './evaluate.js';
import { openScope } from './open-scope.js';
import { prepareRun } from './prepare-run.js';
import type { RunOptions } from './run-options.js';
import type { PlannedRun } from './schedule.js';

/** Case runs one at a time, as a test runner asks for them: no journal, no reporters, no self-test. */
export interface Evaluator {
  readonly runs: readonly PlannedRun[];
  /** Null when the signal of the options was aborted on the way. */
  evaluate(run: PlannedRun): Promise<CaseResult | null>;
  close(): Promise<void>;
}

export async function openEvaluator(options: RunOptions): Promise<Evaluator> {
  const prepared = await prepareRun(options);
  const { scope, close } = openScope(options, prepared, null);
  return { runs: prepared.runs, evaluate: (run) => evaluate(run, scope), close };
}
