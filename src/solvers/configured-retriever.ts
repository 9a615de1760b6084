import {
  createSchemaRetriever,
  type RetrievalOptions,
  retrievalDefaults,
  type SchemaRetriever,
} from '../retrieval/index.js';
import { type Embedder, type Models, type SolverDatabases, SqlassayError } from '../types/index.js';
import type { RetrievalConfig } from './config/retrieval-config.js';
import { lentSchemas } from './lent-schemas.js';

/** The built-in retriever over a suite's databases, as the suite configures it. */
export function configuredRetriever(
  config: RetrievalConfig,
  databases: SolverDatabases,
  models: Models | undefined,
): { readonly retriever: SchemaRetriever; readonly embedder: Embedder | undefined } {
  const embedder = embedderOf(config.embeddings, models);
  const options = retrievalOptions(config);
  const retriever = createSchemaRetriever({
    sources: lentSchemas(databases, options.sampleValues ?? retrievalDefaults.sampleValues),
    options,
    ...(embedder === undefined ? {} : { embedder }),
  });
  return { retriever, embedder };
}

function retrievalOptions(written: RetrievalConfig): RetrievalOptions {
  const { embeddings: _, ...rest } = written;
  const camelCase = (name: string): string =>
    name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(rest).map(([name, value]) => [camelCase(name), value]));
}

function embedderOf(id: string | undefined, models: Models | undefined): Embedder | undefined {
  if (id === undefined) return undefined;
  if (models?.embedder !== undefined) return models.embedder(id);
  throw new SqlassayError('E_SOLVER_CONTEXT', {
    what: `No model can embed texts here, and the suite asks for ${id}`,
    where: 'solver.retrieval.embeddings',
    advice: 'Leave `embeddings` out, or pass `models` with an `embedder` in code.',
  });
}
