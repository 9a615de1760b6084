import { expect, it } from 'vitest';
import { createStubModel } from '../llm/index.js';
import {
  ExecutionAccuracy,
  ExpectationSuiteScorer,
  LlmJudge,
  observedEquivalence,
  ResultMatch,
  ResultSetEquivalence,
  witnessedEquivalence,
} from './index.js';

const wrong = { tolerence: 1 } as object;

it.each<[string, () => unknown]>([
  ['execution_accuracy', () => new ExecutionAccuracy(wrong)],
  ['result_match', () => new ResultMatch(wrong)],
  ['result_set_equivalence', () => new ResultSetEquivalence(wrong)],
  ['expectation_suite', () => new ExpectationSuiteScorer(wrong)],
  ['observed_equivalence', () => observedEquivalence(wrong)],
  ['witnessed_equivalence', () => witnessedEquivalence(wrong)],
  ['llm_judge', () => new LlmJudge({ model: 'openai/gpt-5.4', criteria: 'c', ...wrong })],
  ['llm_judge', () => new LlmJudge({ model: createStubModel('x'), criteria: 'c', ...wrong })],
])('%s says which option it does not know', (name, make) => {
  expect(make).toThrow(
    expect.objectContaining({
      code: 'E_SCORER_OPTIONS',
      where: `options of scorer "${name}"`,
      what: expect.stringContaining('"tolerence"'),
    }),
  );
});
