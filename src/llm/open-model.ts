import type { AiSdkModel } from './ai-sdk.js';
import type { ResolvedModel } from './resolve-model.js';
import type { SdkPackages } from './sdk-packages.js';

const compatiblePackage = '@ai-sdk/openai-compatible';

/** The packages that calling this model needs. */
export function packagesOf({ reach }: Pick<ResolvedModel, 'reach'>): readonly string[] {
  return ['ai', reach.kind === 'package' ? reach.package : compatiblePackage];
}

/** A provider of the AI SDK, as far as it is used here. */
type SdkProvider = ((name: string) => AiSdkModel) & {
  chatModel?(name: string): AiSdkModel;
  embeddingModel?(name: string): AiSdkModel;
};

/** The SDK's object for a model. */
export async function openModel(model: ResolvedModel, packages: SdkPackages): Promise<AiSdkModel> {
  const provider = await openProvider(model, packages);
  return model.reach.kind === 'package' ? provider(model.name) : provider.chatModel!(model.name);
}

/** The SDK's object for a model that embeds texts. */
export async function openEmbeddingModel(model: ResolvedModel, packages: SdkPackages): Promise<AiSdkModel> {
  return (await openProvider(model, packages)).embeddingModel!(model.name);
}

async function openProvider(model: ResolvedModel, packages: SdkPackages): Promise<SdkProvider> {
  const { reach, provider, baseUrl, apiKey } = model;
  const [, sdkPackage] = packagesOf(model);
  const exported = await packages.load(sdkPackage!);
  const common = {
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
    ...(apiKey === null ? {} : { apiKey }),
  };
  const factory = exported[reach.kind === 'package' ? reach.factory : 'createOpenAICompatible'] as (
    options: object,
  ) => SdkProvider;
  if (reach.kind === 'package') return factory(common);
  return factory({ ...common, name: provider, supportsStructuredOutputs: true });
}
