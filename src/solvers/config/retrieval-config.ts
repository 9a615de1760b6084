import { z } from 'zod';
import { strict } from './strict-object.js';

const count = z.number().int().positive();

/** How much of the schema the built-in retriever sends, and by what. */
export const retrievalConfig = strict({
  max_tables: count.exactOptional().describe('Tables at most; default 10'),
  max_columns: count.exactOptional().describe('Columns at most, of all tables together; default 100'),
  expand_foreign_keys: z
    .boolean()
    .exactOptional()
    .describe('Tables that join what was found come along; default true'),
  sample_values: z
    .number()
    .int()
    .nonnegative()
    .exactOptional()
    .describe('Different values of each text column that are searched too; 0 reads none; default 100'),
  min_score: z
    .number()
    .min(0)
    .max(1)
    .exactOptional()
    .describe('Tables that score less than this share of the best one are left out; default 0.1'),
  synonyms: z
    .record(z.string().min(1), z.array(z.string().min(1)))
    .exactOptional()
    .describe('Words of a question to the words that the schema has for them'),
  embeddings: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Id of a model that embeds texts, to find by meaning too'),
});

export type RetrievalConfig = z.output<typeof retrievalConfig>;
