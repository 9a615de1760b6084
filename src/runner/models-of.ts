import type { Slot } from '../execution/index.js';
import { type Models, SqlassayError } from '../types/index.js';
import type { RunOptions } from './run-options.js';

/**
 * The models of a run, each call under the run's limit. Mode retrieval has none: what a retriever or router asks of a
 * model there fails, so that it needs no key and costs nothing.
 */
export function modelsOf({ models, mode }: RunOptions, limit: Slot): Models {
  if (mode === 'retrieval') return { get: (model) => noModel(model) };
  if (models === undefined) return { get: (id) => unreachable(id) };
  return {
    get(id) {
      const model = models.get(id);
      return {
        model: model.model,
        price: model.price,
        ...(model.identity === undefined ? {} : { identity: model.identity }),
        generate: (request) => limit(() => model.generate(request)),
      };
    },
  };
}

function noModel(model: string): ReturnType<Models['get']> {
  return {
    model,
    price: null,
    generate: async () => ({ failure: 'rejected', message: 'Mode retrieval calls no model' }),
  };
}

function unreachable(id: string): never {
  throw new SqlassayError('E_MODE_UNSUPPORTED', {
    what: `No service is known for the model ${id}`,
    advice: 'Pass `models` in code.',
  });
}
