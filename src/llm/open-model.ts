import type { AiSdkModel } from './ai-sdk.js';
import type { ResolvedModel } from './resolve-model.js';
import type { SdkPackages } from './sdk-packages.js';

const compatiblePackage = '@ai-sdk/openai-compatible';

/** The packages that calling this model needs. */
export function packagesOf({ reach }: Pick<ResolvedModel, 'reach'>): readonly string[] {
  return ['ai', reach.kind === 'package' ? reach.package : compatiblePackage];
}

/** The SDK's object for a model. */
export async function openModel(model: ResolvedModel, packages: SdkPackages): Promise<AiSdkModel> {
  const { reach, name, provider, baseUrl, apiKey } = model;
  const [, sdkPackage] = packagesOf(model);
  const exported = await packages.load(sdkPackage!);
  const common = {
    ...(baseUrl === null ? {} : { baseURL: baseUrl }),
    ...(apiKey === null ? {} : { apiKey }),
  };
  if (reach.kind === 'package') {
    const factory = exported[reach.factory] as (options: object) => (name: string) => AiSdkModel;
    return factory(common)(name);
  }
  const factory = exported.createOpenAICompatible as (options: object) => {
    chatModel(name: string): AiSdkModel;
  };
  return factory({ ...common, name: provider, supportsStructuredOutputs: true }).chatModel(name);
}
