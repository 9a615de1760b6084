import type { Embedder, Embeddings, LlmFailure, LlmSpent, ModelPrice } from '../types/index.js';
import type { AiSdk, AiSdkModel } from './ai-sdk.js';
import { type Attempted, callPatiently, type RetrySettings } from './call-patiently.js';
import { costOf } from './prices.js';
import { readFailure } from './read-failure.js';
import { scrubSecrets } from './scrub-secrets.js';
import type { Limit } from './sdk-llm.js';

export interface SdkEmbedderParts {
  readonly model: string;
  readonly price: ModelPrice | null;
  readonly identity: string;
  /** Never shown, wherever a service repeats them. */
  readonly secrets: readonly string[];
  readonly retry: RetrySettings;
  readonly limit: Limit;
  open(): Promise<{ readonly sdk: AiSdk; readonly model: AiSdkModel }>;
}

/** A model that embeds texts, called through the AI SDK. What the service does is a result; it is never thrown. */
export function createSdkEmbedder(parts: SdkEmbedderParts): Embedder {
  const { model, price, identity, secrets, limit, retry } = parts;
  let opened: ReturnType<SdkEmbedderParts['open']> | null = null;

  const ask = async (texts: readonly string[], signal: AbortSignal): Promise<Embeddings | LlmFailure> => {
    opened ??= parts.open();
    const service = await opened;
    return callPatiently((until) => callOnce(service, texts, price, until), { signal }, retry);
  };

  return {
    model,
    price,
    identity,
    embed: async (texts, signal) =>
      texts.length === 0 ? { vectors: [] } : scrubSecrets(await limit(() => ask(texts, signal)), secrets),
  };
}

async function callOnce(
  { sdk, model }: { readonly sdk: AiSdk; readonly model: AiSdkModel },
  texts: readonly string[],
  price: ModelPrice | null,
  abortSignal: AbortSignal,
): Promise<Attempted<Embeddings | LlmFailure>> {
  try {
    const { embeddings, usage } = await sdk.embedMany({ model, values: texts, maxRetries: 0, abortSignal });
    const spent = spentOn(usage?.tokens, price);
    const problem = problemWith(embeddings, texts.length);
    return {
      kind: 'reply',
      reply:
        problem === null
          ? { vectors: embeddings, ...spent }
          : { failure: 'malformed', message: problem, ...spent },
    };
  } catch (error) {
    return { kind: 'failed', attempt: readFailure(error, Date.now()) };
  }
}

function spentOn(tokens: number | undefined, price: ModelPrice | null): LlmSpent {
  // Where a service does not count, the SDK has zero or NaN.
  if (tokens === undefined || !Number.isSafeInteger(tokens) || tokens <= 0) {
    return price !== null && price.input === 0 ? { costUsd: 0 } : {};
  }
  const usage = { inputTokens: tokens, outputTokens: 0 };
  return { usage, ...(price === null ? {} : { costUsd: costOf(price, usage) }) };
}

function problemWith(vectors: readonly (readonly number[])[], texts: number): string | null {
  if (vectors.length !== texts) return `${vectors.length} vectors came back for ${texts} texts`;
  const length = vectors[0]?.length ?? 0;
  const isWhole = (vector: readonly number[]) => vector.length === length && vector.every(Number.isFinite);
  return length > 0 && vectors.every(isWhole)
    ? null
    : 'the vectors that came back are no vectors of one length';
}
