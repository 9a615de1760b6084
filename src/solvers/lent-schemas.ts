import { readSamples, type SchemaSources } from '../retrieval/index.js';
import type { SolverDatabases } from '../types/index.js';

/** The schemas of the suite's databases, with values of them where some are wanted. */
export function lentSchemas(databases: SolverDatabases, sampleValues: number): SchemaSources {
  return {
    names: databases.names,
    async get(name, signal = new AbortController().signal) {
      const catalog = await databases.catalog(name, signal);
      const samples = await readSamples(databases, name, catalog, sampleValues, signal);
      return { catalog, samples };
    },
  };
}
