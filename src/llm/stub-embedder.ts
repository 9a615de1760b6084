import type { Embedder, Embeddings, LlmFailure, ModelPrice } from '../types/index.js';
import { costOf } from './prices.js';

export interface StubEmbedderOptions {
  /** Default `stub/embedder`. */
  readonly model?: string;
  /** Default null. */
  readonly price?: ModelPrice | null;
  /** Tokens of each text. Default 10. */
  readonly tokens?: number;
}

/** A model that embeds by a script and remembers what it was asked. */
export interface StubEmbedder extends Embedder {
  /** The texts of each call. */
  readonly calls: readonly (readonly string[])[];
}

/**
 * A model that embeds texts without a service, for tests.
 *
 * @param script - the vector of a text, or what the whole call comes to
 * @example
 * const embedder = createStubEmbedder((text) => [Number(text.includes('revenue')), Number(text.includes('customer'))]);
 */
export function createStubEmbedder(
  script: ((text: string) => readonly number[]) | LlmFailure,
  { model = 'stub/embedder', price = null, tokens = 10 }: StubEmbedderOptions = {},
): StubEmbedder {
  const calls: (readonly string[])[] = [];
  return {
    model,
    price,
    identity: model,
    calls,
    async embed(texts, signal): Promise<Embeddings | LlmFailure> {
      if (signal.aborted) return { failure: 'cancelled', message: 'it was cancelled' };
      calls.push([...texts]);
      if (typeof script !== 'function') return script;
      const usage = { inputTokens: tokens * texts.length, outputTokens: 0 };
      return {
        vectors: texts.map(script),
        usage,
        ...(price === null ? {} : { costUsd: costOf(price, usage) }),
      };
    },
  };
}
