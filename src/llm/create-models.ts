import type { Llm, ModelPrice, ModelSettings, Models } from '../types/index.js';
import type { AiSdk, AiSdkModel } from './ai-sdk.js';
import { openModel, packagesOf } from './open-model.js';
import { type Environment, resolveModel } from './resolve-model.js';
import { createSdkLlm, type Limit, type RetrySettings } from './sdk-llm.js';
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
  return {
    get(id) {
      const known = opened.get(id);
      if (known !== undefined) return known;
      const own = Object.hasOwn(settings, id) ? settings[id]! : {};
      const resolved = resolveModel(id, own, environment);
      packages.require(packagesOf(resolved));
      const llm = createSdkLlm({
        model: id,
        price: resolved.price,
        identity: resolved.identity,
        secrets: resolved.apiKey === null ? [] : [resolved.apiKey],
        saysCost: resolved.saysCost,
        retry,
        limit,
        open: async () => ({
          sdk: await loadSdk(packages),
          model: await openModel(resolved, packages),
        }),
      });
      opened.set(id, llm);
      return llm;
    },
  };
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
