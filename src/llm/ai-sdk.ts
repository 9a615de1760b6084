/** A model object of the AI SDK, such as `anthropic('claude-sonnet-5-5')` or `azure('my-deployment')`. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
}

/** What a provider is asked, as far as it is touched here. */
interface CallParameters {
  readonly responseFormat?: unknown;
  readonly [other: string]: unknown;
}

/** What is used of the package `ai`, the same in its versions 6 and 7. */
export interface AiSdk {
  generateText(options: {
    readonly model: AiSdkModel;
    readonly system?: string;
    readonly prompt: string;
    readonly temperature?: number;
    readonly maxOutputTokens?: number;
    readonly maxRetries: number;
    readonly abortSignal: AbortSignal;
  }): Promise<GeneratedText>;
  embedMany(options: {
    readonly model: AiSdkModel;
    readonly values: readonly string[];
    readonly maxRetries: number;
    readonly abortSignal: AbortSignal;
  }): Promise<{
    readonly embeddings: readonly (readonly number[])[];
    readonly usage?: { readonly tokens?: number };
  }>;
  wrapLanguageModel(options: {
    readonly model: AiSdkModel;
    readonly middleware: {
      transformParams(call: { readonly params: CallParameters }): Promise<CallParameters>;
      wrapGenerate(call: { doGenerate(): Promise<object> }): Promise<object>;
    };
  }): AiSdkModel;
}

export interface GeneratedText {
  readonly text: string;
  readonly finishReason: string;
  readonly usage: { readonly inputTokens?: number; readonly outputTokens?: number };
  /** The service's own reply. */
  readonly response: { readonly body?: unknown };
}

/** The model, asking for JSON by this schema, and without the warnings that the SDK would print. */
export function askingFor(
  sdk: AiSdk,
  model: AiSdkModel,
  schema: Readonly<Record<string, unknown>> | null,
): AiSdkModel {
  return sdk.wrapLanguageModel({
    model,
    middleware: {
      transformParams: async ({ params }) =>
        schema === null ? params : { ...params, responseFormat: { type: 'json', schema, name: 'reply' } },
      wrapGenerate: async ({ doGenerate }) => ({ ...(await doGenerate()), warnings: [] }),
    },
  });
}
