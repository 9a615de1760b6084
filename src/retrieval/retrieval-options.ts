import { SqlassayError } from '../types/index.js';

/** How much a schema retriever sends, and by what. */
export interface RetrievalOptions {
  /** Tables at most. Default 10. */
  readonly maxTables?: number;
  /** Columns at most, of all tables together. Default 100. */
  readonly maxColumns?: number;
  /** Tables that join what was found come along. Default true. */
  readonly expandForeignKeys?: boolean;
  /** Different values of each text column that are searched too; 0 reads none. Default 100. */
  readonly sampleValues?: number;
  /** Tables that score less than this share of the best one are left out; 0 to 1. Default 0.1. */
  readonly minScore?: number;
  /** Datasources that tables are taken from, best first, where a question does not say which to use. Default 1. */
  readonly maxDatasources?: number;
  /** Words of a question to the words that the schema has for them, such as `{ revenue: ['total'] }`. */
  readonly synonyms?: Readonly<Record<string, readonly string[]>>;
}

export const retrievalDefaults: Required<RetrievalOptions> = {
  maxTables: 10,
  maxColumns: 100,
  expandForeignKeys: true,
  sampleValues: 100,
  minScore: 0.1,
  maxDatasources: 1,
  synonyms: {},
};

/**
 * The options with defaults filled in.
 *
 * @throws SqlassayError E_RETRIEVAL_OPTIONS for a number out of its range
 */
export function completeOptions(options: RetrievalOptions): Required<RetrievalOptions> {
  const complete = { ...retrievalDefaults, ...options };
  for (const name of ['maxTables', 'maxColumns', 'maxDatasources'] as const) {
    if (!Number.isInteger(complete[name]) || complete[name] < 1) refuse(name, 'a whole number from 1');
  }
  if (!Number.isInteger(complete.sampleValues) || complete.sampleValues < 0)
    refuse('sampleValues', 'a whole number from 0');
  if (!(complete.minScore >= 0 && complete.minScore <= 1)) refuse('minScore', 'a number from 0 to 1');
  return complete;
}

function refuse(name: string, range: string): never {
  throw new SqlassayError('E_RETRIEVAL_OPTIONS', {
    what: `The retrieval option ${name} is not ${range}`,
    where: name,
    advice: 'Correct it, or leave it out to use its default.',
  });
}
