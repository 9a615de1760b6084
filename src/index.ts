export { catalogFromDdl } from './catalog/index.js';
export {
  AstEquivalence,
  defaultEquivalenceChecks,
  PlanEquivalence,
  TextEquivalence,
  WitnessSearch,
  type WitnessSearchOptions,
} from './equivalence/index.js';
export type { GateDecision } from './gate/index.js';
export {
  type AiSdkLlmOptions,
  type AiSdkModel,
  createAiSdkLlm,
  createModels,
  createStubEmbedder,
  createStubModel,
  type ModelsOptions,
  type StubEmbedder,
  type StubEmbedderOptions,
  type StubLlm,
  type StubOptions,
  type StubReply,
  type StubScript,
} from './llm/index.js';
export { createRegistry, type RegistryOptions } from './registry/index.js';
export { type Board, renderFailure } from './report/index.js';
export {
  createSchemaRetriever,
  type RetrievalOptions,
  type RetrieverParts,
  type RetrieverScope,
  readSamples,
  type SampledValues,
  type Schema,
  type SchemaRetriever,
  type SchemaSelection,
  type SchemaSources,
  type SelectedTable,
} from './retrieval/index.js';
export { type RunRequest, type RunResult, run } from './run.js';
export {
  caseRunId,
  mergeRuns,
  type RecordedRun,
  type RescoreOptions,
  type RunFilter,
  type RunOptions,
  readRecordedRun,
  rescoreRun,
} from './runner/index.js';
export {
  Corroborate,
  type CorroborateOptions,
  ExecutionAccuracy,
  type ExecutionAccuracyOptions,
  type ExpectationSuiteOptions,
  ExpectationSuiteScorer,
  executionAccuracy,
  Faithfulness,
  FirstDecisive,
  failed,
  inconclusive,
  type JudgeAsking,
  type JudgeReading,
  judgedEquivalence,
  LlmJudge,
  type LlmJudgeOptions,
  notApplicable,
  type ObservedEquivalenceOptions,
  Outcome,
  observedEquivalence,
  passed,
  type ReplyRules,
  ResultMatch,
  type ResultMatchOptions,
  ResultSetEquivalence,
  type ResultSetEquivalenceOptions,
  RetrievalRecall,
  Routing,
  readJudgeReply,
  type Scale,
  SemanticEquivalence,
  type SemanticEquivalenceOptions,
  sqlEquivalenceJudge,
  type WitnessedEquivalenceOptions,
  witnessedEquivalence,
} from './scorers/index.js';
export { createSuite, loadBird, loadJsonl, loadSpider, loadSuite, type SuiteParts } from './suite/index.js';
export {
  type AssertEvalOptions,
  assertEval,
  CaseRunError,
  InconclusiveError,
  type SolverLike,
} from './testing/index.js';
export type * from './types/index.js';
export { errorCodes, SqlassayError, SqlassayTypeError } from './types/index.js';
