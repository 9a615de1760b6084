export { readSamples } from './read-samples.js';
export { completeOptions, type RetrievalOptions, retrievalDefaults } from './retrieval-options.js';
export {
  createSchemaRetriever,
  type RetrieverParts,
  type RetrieverScope,
  recordOf,
  type SchemaRetriever,
  type SchemaSelection,
  type SelectedTable,
} from './schema-retriever.js';
export type { SampledValues, Schema, SchemaSources } from './schema-sources.js';
export { tableName } from './table-name.js';
