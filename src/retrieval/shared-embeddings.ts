import { LRUCache } from 'lru-cache';
import type { Embedder, Embeddings, LlmFailure } from '../types/index.js';

/**
 * Makes embeddings once for all who ask, at the same time or later. What they used up is told to
 * who asked first. A failure is not kept, and the end
 * of one who waits is not the end of the others.
 */
export function sharedEmbeddings(
  make: (signal: AbortSignal) => Promise<Embeddings | LlmFailure>,
): (signal: AbortSignal) => Promise<Embeddings | LlmFailure> {
  let made: Promise<Embeddings | LlmFailure> | undefined;
  return async function shared(signal): Promise<Embeddings | LlmFailure> {
    const isFirst = made === undefined;
    made ??= make(signal);
    const making = made;
    const reply = await making;
    if ('failure' in reply) {
      if (made === making) made = undefined;
      if (reply.failure === 'cancelled' && !isFirst && !signal.aborted) return shared(signal);
      return isFirst ? reply : { failure: reply.failure, message: reply.message };
    }
    return isFirst ? reply : { vectors: reply.vectors };
  };
}

/** Questions that are kept: roles and passes ask the same ones, and tables and columns are looked for one after the other. */
const kept = 1000;

/** Embeds questions, each once. */
export function questionEmbeddings(
  embedder: Embedder,
): (question: string, signal: AbortSignal) => Promise<Embeddings | LlmFailure> {
  const asked = new LRUCache<string, (signal: AbortSignal) => Promise<Embeddings | LlmFailure>>({
    max: kept,
  });
  return (question, signal) => {
    const known = asked.get(question);
    if (known !== undefined) return known(signal);
    const asking = sharedEmbeddings((own) => embedder.embed([question], own));
    asked.set(question, asking);
    return asking(signal);
  };
}
