import { createRegistry } from '../registry/index.js';
import { type Evaluator, isCi, openEvaluator, type PlannedRun, type RunOptions } from '../runner/index.js';
import { loadSuite } from '../suite/index.js';
import type { Suite } from '../types/index.js';
import { caseFailure, InconclusiveError } from './case-failure.js';

/** What may be said about how a suite's tests run; see `RunOptions`. */
export type EvalSuiteOptions = Omit<
  RunOptions,
  | 'suite'
  | 'reporters'
  | 'runsFolder'
  | 'resume'
  | 'retryErrors'
  | 'bail'
  | 'selfTest'
  | 'signal'
  | 'maxCostUsd'
> & {
  /** What an undecided case run does to its test. Default `throw`; `skip` is ignored under CI. */
  readonly onInconclusive?: 'throw' | 'skip';
};

/** One test of a suite. */
export interface SuiteTest {
  readonly name: string;
  /** Resolves when it passed; `skip` is called, with why, when it says nothing. Throws when it did not pass. */
  run(skip: (reason: string) => void): Promise<void>;
}

export interface SuiteTests {
  readonly name: string;
  readonly tests: readonly SuiteTest[];
  close(): Promise<void>;
}

/** One test per case run of a suite file; the databases are shared and opened at the first test. */
export async function suiteTests(file: string, options: EvalSuiteOptions = {}): Promise<SuiteTests> {
  const { onInconclusive = 'throw', ...runOptions } = options;
  const registry = runOptions.registry ?? createRegistry({ pluginsFor: file });
  const suite = await loadSuite(file, { registry });
  const evaluator = await openEvaluator({ ...runOptions, registry, suite });
  const skipsUndecided = onInconclusive === 'skip' && !isCi();
  return {
    name: suite.name,
    tests: evaluator.runs.map((run) => suiteTest(run, evaluator, suite, skipsUndecided)),
    close: () => evaluator.close(),
  };
}

/** How a test of a case run is called; the pass is told only when there are several. */
export function testName({ caseId, role, pass, case: { question } }: PlannedRun, passes: number): string {
  return `${caseId} [${role}]${passes > 1 ? ` #${pass}` : ''} ${question}`;
}

function suiteTest(run: PlannedRun, evaluator: Evaluator, suite: Suite, skipsUndecided: boolean): SuiteTest {
  const passes = Math.max(...evaluator.runs.map(({ pass }) => pass));
  return {
    name: testName(run, passes),
    async run(skip) {
      const result = await evaluator.evaluate(run);
      if (result === null) return;
      if (result.status === 'unscored') return skip('no scorer applies');
      const failure = caseFailure(result);
      if (failure === null) return;
      const known = suite.knownFailures.find(({ id, until }) => id === run.caseId && until >= today());
      if (known !== undefined) return skip(`known failure until ${known.until}: ${known.why}`);
      if (failure instanceof InconclusiveError && skipsUndecided)
        return skip(failure.message.split('\n', 1)[0]!);
      throw failure;
    },
  };
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
