/** How a provider of models is reached: by its own package of the AI SDK, or as an OpenAI-compatible service. */
export type Provider =
  | {
      readonly kind: 'package';
      /** `@ai-sdk/...`, and the function in it that makes a provider. */
      readonly package: string;
      readonly factory: string;
      /** Variables of the environment that may hold the key; the first one that is set counts. */
      readonly keys: readonly string[];
      /** Variable that holds another address for the provider's own protocol. */
      readonly addressVariable: string;
      /** False for a provider without models that embed texts. */
      readonly embeds?: false;
    }
  | {
      readonly kind: 'compatible';
      readonly baseUrl: string;
      /** None: it takes calls without a key. */
      readonly keys: readonly string[];
      /** True for a service on the user's own machine, which costs nothing. */
      readonly free?: boolean;
      /** True when `usage.cost` of its replies is US dollars. */
      readonly saysCost?: boolean;
      readonly embeds?: never;
    };

const compatible = (baseUrl: string, key: string): Provider => ({ kind: 'compatible', baseUrl, keys: [key] });

/** Providers by the part of a model's id before its first slash. */
export const providers: Readonly<Record<string, Provider>> = {
  openai: {
    kind: 'package',
    package: '@ai-sdk/openai',
    factory: 'createOpenAI',
    keys: ['OPENAI_API_KEY'],
    addressVariable: 'OPENAI_BASE_URL',
  },
  anthropic: {
    kind: 'package',
    package: '@ai-sdk/anthropic',
    factory: 'createAnthropic',
    keys: ['ANTHROPIC_API_KEY'],
    addressVariable: 'ANTHROPIC_BASE_URL',
    embeds: false,
  },
  google: {
    kind: 'package',
    package: '@ai-sdk/google',
    factory: 'createGoogleGenerativeAI',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    addressVariable: 'GOOGLE_GENERATIVE_AI_BASE_URL',
  },
  ollama: { kind: 'compatible', baseUrl: 'http://localhost:11434/v1', keys: [], free: true },
  lmstudio: { kind: 'compatible', baseUrl: 'http://localhost:1234/v1', keys: [], free: true },
  openrouter: {
    kind: 'compatible',
    baseUrl: 'https://openrouter.ai/api/v1',
    keys: ['OPENROUTER_API_KEY'],
    saysCost: true,
  },
  deepseek: compatible('https://api.deepseek.com/v1', 'DEEPSEEK_API_KEY'),
  fireworks: compatible('https://api.fireworks.ai/inference/v1', 'FIREWORKS_API_KEY'),
  groq: compatible('https://api.groq.com/openai/v1', 'GROQ_API_KEY'),
  mistral: compatible('https://api.mistral.ai/v1', 'MISTRAL_API_KEY'),
  together: compatible('https://api.together.xyz/v1', 'TOGETHER_API_KEY'),
  xai: compatible('https://api.x.ai/v1', 'XAI_API_KEY'),
};
