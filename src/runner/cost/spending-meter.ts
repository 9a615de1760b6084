import { AsyncLocalStorage } from 'node:async_hooks';
import { addSpent } from '../../llm/index.js';
import type { Embedder, LlmSpent } from '../../types/index.js';

/** Adds up what embedding texts uses up, by the work inside of which it was asked for. */
export interface SpendingMeter {
  /** The same embedder, its calls counted. */
  watch(embedder: Embedder): Embedder;
  /** What calls inside of the work came to; null where there were none. */
  measure<Result>(
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly spent: LlmSpent | null }>;
}

export function createSpendingMeter(): SpendingMeter {
  const measured = new AsyncLocalStorage<LlmSpent[]>();
  return {
    watch: (embedder) => ({
      model: embedder.model,
      price: embedder.price,
      ...(embedder.identity === undefined ? {} : { identity: embedder.identity }),
      async embed(texts, signal) {
        const reply = await embedder.embed(texts, signal);
        measured.getStore()?.push(reply);
        return reply;
      },
    }),
    async measure(work) {
      const calls: LlmSpent[] = [];
      const result = await measured.run(calls, work);
      return { result, spent: calls.length === 0 ? null : addSpent(...calls) };
    },
  };
}
