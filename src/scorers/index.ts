import type { ScorerFactory } from '../types/index.js';
import { firstDecisiveFactory } from './cascades/first-decisive-factory.js';
import { observedEquivalenceFactory, witnessedEquivalenceFactory } from './equivalence-presets.js';
import { birdFactory, executionAccuracyFactory, spiderFactory } from './execution-accuracy.js';
import { expectationSuiteFactory } from './expectations/expectation-suite.js';
import { faithfulnessFactory } from './faithfulness/faithfulness.js';
import { judgedEquivalenceFactory, sqlEquivalenceJudgeFactory } from './judge/judge-presets.js';
import { llmJudgeFactory } from './judge/llm-judge.js';
import { outcomeFactory } from './outcome.js';
import { resultMatchFactory } from './result-match.js';
import { resultSetEquivalenceFactory } from './result-set-equivalence.js';
import { retrievalRecallFactory } from './retrieval/retrieval-recall.js';
import { routingFactory } from './routing.js';
import { semanticEquivalenceFactory } from './semantic-equivalence.js';

export { Corroborate, type CorroborateOptions } from './cascades/corroborate.js';
export { type CascadeStep, FirstDecisive, strongest } from './cascades/first-decisive.js';
export {
  type ObservedEquivalenceOptions,
  observedEquivalence,
  type WitnessedEquivalenceOptions,
  witnessedEquivalence,
} from './equivalence-presets.js';
export {
  ExecutionAccuracy,
  type ExecutionAccuracyOptions,
  executionAccuracy,
} from './execution-accuracy.js';
export { expectationSchema } from './expectations/expectation-schema.js';
export { type ExpectationSuiteOptions, ExpectationSuiteScorer } from './expectations/expectation-suite.js';
export { Faithfulness } from './faithfulness/faithfulness.js';
export { finishScore } from './finish-score.js';
export type { LlmJudgeOptions } from './judge/judge-options.js';
export { type JudgeAsking, judgedEquivalence, sqlEquivalenceJudge } from './judge/judge-presets.js';
export { LlmJudge } from './judge/llm-judge.js';
export { type ReplyRules, readJudgeReply } from './judge/read-judge-reply.js';
export type { JudgeReading, Scale } from './judge/reading.js';
export { Outcome } from './outcome.js';
export { ResultMatch, type ResultMatchOptions } from './result-match.js';
export { ResultSetEquivalence, type ResultSetEquivalenceOptions } from './result-set-equivalence.js';
export { RetrievalRecall } from './retrieval/retrieval-recall.js';
export { Routing } from './routing.js';
export { runScorer, scorerApplies, scorerModes, scorerName, scorerNeeds } from './run-scorer.js';
export { failed, inconclusive, notApplicable, passed, type ScoreExtras, scorerError } from './score.js';
export { SemanticEquivalence, type SemanticEquivalenceOptions } from './semantic-equivalence.js';

/** The scorers that every registry holds, by name. */
export const builtInScorers: Readonly<Record<string, ScorerFactory>> = {
  result_match: resultMatchFactory,
  outcome: outcomeFactory,
  execution_accuracy: executionAccuracyFactory,
  'execution_accuracy.spider': spiderFactory,
  'execution_accuracy.bird': birdFactory,
  result_set_equivalence: resultSetEquivalenceFactory,
  semantic_equivalence: semanticEquivalenceFactory,
  observed_equivalence: observedEquivalenceFactory,
  witnessed_equivalence: witnessedEquivalenceFactory,
  first_decisive: firstDecisiveFactory,
  judged_equivalence: judgedEquivalenceFactory,
  sql_equivalence_judge: sqlEquivalenceJudgeFactory,
  llm_judge: llmJudgeFactory,
  expectation_suite: expectationSuiteFactory,
  retrieval_recall: retrievalRecallFactory,
  routing: routingFactory,
  faithfulness: faithfulnessFactory,
};
export { wrongOptions } from './read-options.js';
