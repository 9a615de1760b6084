export {
  type AssertEvalOptions,
  assertEval,
  CaseRunError,
  InconclusiveError,
  type SolverLike,
} from './assert-eval.js';
export { listTestsNow } from './list-tests-now.js';
export { type EvalSuiteOptions, type SuiteTest, type SuiteTests, suiteTests } from './suite-tests.js';
