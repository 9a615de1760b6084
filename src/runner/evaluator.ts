import type { CaseResult } from '../types/index.js';
import { answersOf } from './cache/answers-of.js';
import { evaluate } from './evaluate.js';
import { openScope } from './open-scope.js';
import { prepareRun } from './prepare-run.js';
import type { RunOptions } from './run-options.js';
import { openResources } from './run-resources.js';
import type { PlannedRun } from './schedule/schedule.js';

/** Case runs one at a time, as a test runner asks for them: no journal, no reporters, no self-test. */
export interface Evaluator {
  readonly runs: readonly PlannedRun[];
  /** Null when the signal of the options was aborted on the way. */
  evaluate(run: PlannedRun): Promise<CaseResult | null>;
  close(): Promise<void>;
}

export async function openEvaluator(options: RunOptions): Promise<Evaluator> {
  const resources = openResources(options);
  try {
    const prepared = await prepareRun(options, resources);
    // A test runner has no place to say that an answer was kept from before, so that is only done when it is asked for.
    const answers = options.cache === true ? answersOf(options, prepared.solver, resources.databases) : null;
    const scope = openScope(options, prepared, resources, null, answers);
    const close = async (): Promise<void> => {
      await resources.close();
      await prepared.close();
    };
    return { runs: prepared.runs, evaluate: async (run) => scope.hide(await evaluate(run, scope)), close };
  } catch (error) {
    await resources.close();
    throw error;
  }
}
