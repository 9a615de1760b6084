export { addSpent } from './add-spent.js';
export type { AiSdkModel } from './ai-sdk.js';
export type { RetrySettings } from './call-patiently.js';
export { type AiSdkLlmOptions, createAiSdkLlm, createModels, type ModelsOptions } from './create-models.js';
export { costOf, listedPrice, modelPrices, pricesAsOf } from './prices.js';
export { scrubSecrets } from './scrub-secrets.js';
export type { Limit } from './sdk-llm.js';
export { installedPackages, type SdkPackages } from './sdk-packages.js';
export {
  createStubEmbedder,
  type StubEmbedder,
  type StubEmbedderOptions,
} from './stub-embedder.js';
export {
  createStubModel,
  type StubLlm,
  type StubOptions,
  type StubReply,
  type StubScript,
} from './stub-llm.js';
