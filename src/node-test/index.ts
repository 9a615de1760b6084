import { after, describe, test } from 'node:test';
import { type EvalSuiteOptions, suiteTests } from '../testing/index.js';

export { type AssertEvalOptions, assertEval, CaseRunError, InconclusiveError } from '../testing/index.js';
export type { EvalSuiteOptions };

/**
 * Turns a suite into one node:test test per case run.
 *
 * @example
 * await evalSuite('evals.yaml', { mode: 'plans' });
 */
export async function evalSuite(file: string, options: EvalSuiteOptions = {}): Promise<void> {
  const suite = await suiteTests(file, options);
  describe(suite.name, () => {
    after(() => suite.close());
    for (const one of suite.tests) test(one.name, (context) => one.run((reason) => context.skip(reason)));
  });
}
