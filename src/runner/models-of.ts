import type { Slot } from '../execution/index.js';
import { createModels } from '../llm/index.js';
import type { Embedder, Llm, Models } from '../types/index.js';
import type { SpendingMeter } from './cost/spending-meter.js';
import type { RunOptions } from './run-options.js';

/**
 * The models of a run, each call under the run's limit. Mode retrieval has no language models: what a retriever or router
 * asks of one there fails, so that it needs no key and costs nothing. Texts may be embedded in every mode.
 */
export function modelsOf(
  { models: given, suite, mode }: RunOptions,
  limit: Slot,
  meter: SpendingMeter,
): Models {
  const models =
    given === undefined ? createModels({ settings: suite.settings.models, limit }) : limited(given, limit);
  const { embedder } = models;
  return {
    get: mode === 'retrieval' ? noModel : models.get,
    ...(embedder === undefined ? {} : { embedder: (id: string) => meter.watch(embedder(id)) }),
  };
}

function limited(models: Models, limit: Slot): Models {
  return {
    get(id): Llm {
      const model = models.get(id);
      return {
        model: model.model,
        price: model.price,
        ...(model.identity === undefined ? {} : { identity: model.identity }),
        generate: (request) => limit(() => model.generate(request)),
      };
    },
    ...(models.embedder === undefined
      ? {}
      : {
          embedder(id): Embedder {
            const model = models.embedder!(id);
            return {
              model: model.model,
              price: model.price,
              ...(model.identity === undefined ? {} : { identity: model.identity }),
              embed: (texts, signal) => limit(() => model.embed(texts, signal)),
            };
          },
        }),
  };
}

function noModel(model: string): Llm {
  return {
    model,
    price: null,
    generate: async () => ({ failure: 'rejected', message: 'Mode retrieval calls no language model' }),
  };
}
