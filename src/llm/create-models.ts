import {
  type Embedder,
  type Llm,
  type ModelPrice,
  type ModelSettings,
  type Models,
  SqlassayError,
} from '../types/index.js';
import type { AiSdk, AiSdkModel } from './ai-sdk.js';
import type { RetrySettings } from './call-patiently.js';
import { openEmbeddingModel, openModel, packagesOf } from './open-model.js';
import { providers } from './providers.js';
import { type Environment, type ResolvedModel, resolveModel } from './resolve-model.js';
import { createSdkEmbedder } from './sdk-embedder.js';
import { createSdkLlm, type Limit } from './sdk-llm.js';
import { installedPackages, type SdkPackages } from './sdk-packages.js';

export interface ModelsOptions {
  /** Model ids to how they are reached and what they cost, where the built-in knowledge does not do. */
  readonly settings?: Readonly<Record<string, ModelSettings>>;
  /** Through which every call goes, so that only so many are made at the same time. Default: no limit. */
  readonly limit?: Limit;
  /** Where keys are read from. Default: the process's environment. */
  readonly environment?: Environment;
  readonly retry?: RetrySettings;
  /** Default: the packages that are installed. */
  readonly packages?: SdkPackages;
}

const unlimited: Limit = (work) => work();

/**
 * Models by their ids, `provider/name`, called through the AI SDK (packages `ai` and `@ai-sdk/...`, versions 6 and 7).
 *
 * @example
 * const models = createModels({ settings: { 'local/qwen': { baseUrl: 'http://localhost:8000/v1' } } });
 * const reply = await models.get('local/qwen').generate({ prompt: 'Hello', signal });
 */
export function createModels({
  settings = {},
  limit = unlimited,
  environment = process.env,
  retry = {},
  packages = installedPackages(),
}: ModelsOptions = {}): Models {
  const opened = new Map<string, Llm>();
  const embedders = new Map<string, Embedder>();
  const resolve = (id: string): ResolvedModel => {
    const resolved = resolveModel(id, Object.hasOwn(settings, id) ? settings[id]! : {}, environment);
    packages.require(packagesOf(resolved));
    return resolved;
  };
  const partsOf = (id: string, resolved: ResolvedModel) => ({
    model: id,
    price: resolved.price,
    identity: resolved.identity,
    secrets: resolved.apiKey === null ? [] : [resolved.apiKey],
    retry,
    limit,
  });
  return {
    get(id) {
      const known = opened.get(id);
      if (known !== undefined) return known;
      const resolved = resolve(id);
      const llm = createSdkLlm({
        ...partsOf(id, resolved),
        saysCost: resolved.saysCost,
        open: async () => ({
          sdk: await loadSdk(packages),
          model: await openModel(resolved, packages),
        }),
      });
      opened.set(id, llm);
      return llm;
    },
    embedder(id) {
      const known = embedders.get(id);
      if (known !== undefined) return known;
      const resolved = resolve(id);
      requireEmbeddings(resolved);
      const embedder = createSdkEmbedder({
        ...partsOf(id, resolved),
        open: async () => ({
          sdk: await loadSdk(packages),
          model: await openEmbeddingModel(resolved, packages),
        }),
      });
      embedders.set(id, embedder);
      return embedder;
    },
  };
}

function requireEmbeddings({ id, provider, reach }: ResolvedModel): void {
  const known = Object.hasOwn(providers, provider) ? providers[provider]! : null;
  if (reach.kind !== 'package' || known?.embeds !== false) return;
  throw new SqlassayError('E_MODEL_UNKNOWN', {
    what: `${provider} has no models that embed texts, and ${id} is asked to`,
    advice: 'Name one of another provider, such as openai/text-embedding-3-small or ollama/nomic-embed-text.',
  });
}

export interface AiSdkLlmOptions {
  /** Its id in reports and the key of its price. Default: the SDK's `provider/modelId`. */
  readonly id?: string;
  readonly price?: ModelPrice | null;
  readonly limit?: Limit;
  readonly retry?: RetrySettings;
  readonly packages?: SdkPackages;
}

/**
 * A model object of the AI SDK as an `Llm`, for providers that have no id here.
 *
 * @example
 * new LlmJudge({ model: createAiSdkLlm(azure('my-deployment'), { price: { input: 2, output: 8 } }), criteria })
 * @throws SqlassayError E_MODEL_PACKAGE_MISSING without the package `ai`
 */
export function createAiSdkLlm(
  model: AiSdkModel,
  {
    id = `${model.provider}/${model.modelId}`,
    price = null,
    limit = unlimited,
    retry = {},
    packages = installedPackages(),
  }: AiSdkLlmOptions = {},
): Llm {
  packages.require(['ai']);
  return createSdkLlm({
    model: id,
    price,
    identity: JSON.stringify({ id, provider: model.provider, name: model.modelId }),
    secrets: [],
    saysCost: false,
    retry,
    limit,
    open: async () => ({ sdk: await loadSdk(packages), model }),
  });
}

async function loadSdk(packages: SdkPackages): Promise<AiSdk> {
  return (await packages.load('ai')) as unknown as AiSdk;
}
