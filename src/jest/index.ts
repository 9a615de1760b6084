import { type EvalSuiteOptions, listTestsNow, type SuiteTests, suiteTests } from '../testing/index.js';

export { type AssertEvalOptions, assertEval, CaseRunError, InconclusiveError } from '../testing/index.js';
export type { EvalSuiteOptions };

/** The part of Jest's globals that is used. */
interface JestGlobals {
  describe(name: string, define: () => void): void;
  test(name: string, body: () => Promise<void>, timeout?: number): void;
  beforeAll(body: () => Promise<void>, timeout?: number): void;
  afterAll(body: () => Promise<void>): void;
}

/** Databases have time limits of their own; the test runner's must not come first. */
const timeoutMs = 120_000;

/**
 * Turns a suite into one Jest test per case run. Jest cannot skip a test that has begun, so a case run that says
 * nothing passes with a note on the console.
 *
 * @example
 * evalSuite('evals.yaml', { mode: 'plans' });
 */
export function evalSuite(file: string, options: EvalSuiteOptions = {}): void {
  const { describe, test, beforeAll, afterAll } = globalThis as unknown as JestGlobals;
  const { name, tests } = listTestsNow(file, options);
  describe(name, () => {
    let suite: SuiteTests | undefined;
    beforeAll(async () => {
      suite = await suiteTests(file, options);
    }, timeoutMs);
    afterAll(async () => suite?.close());
    for (const [index, testName] of tests.entries()) {
      const note = (reason: string): void => console.warn(`${testName}: says nothing, ${reason}`);
      test(testName, async () => suite?.tests[index]?.run(note), timeoutMs);
    }
  });
}
