import { z } from 'zod';
import { seconds } from './quantities.js';
import { retrievalConfig } from './retrieval-config.js';
import { strict } from './strict-object.js';

const count = z.number().int().positive();

/** A model that is shown the schema and asked for SQL. */
export const promptConfig = strict({
  kind: z.literal('prompt'),
  model: z.string().min(1).describe('Id of a model, such as openai/gpt-5.4'),
  system: z.string().min(1).exactOptional().describe('Instructions in place of the built-in ones'),
  template: z
    .string()
    .min(1)
    .exactOptional()
    .describe(
      'A prompt with {question}, and {schema}, {evidence}, {dialect} or {role} where wanted, or the path of a file with it, relative to the suite',
    ),
  retrieval: retrievalConfig.prefault({}).describe('How much of the schema is sent'),
  temperature: z.number().min(0).max(2).nullable().default(0).describe("null leaves the provider's default"),
  structured: z.boolean().default(true).describe('Ask for a structured reply rather than for text'),
  repair: z
    .union([z.literal(0), z.literal(1)])
    .default(0)
    .describe('1: SQL that the database rejects goes back to the model once, with the error'),
  max_output_tokens: count.exactOptional(),
  timeout: seconds.prefault('2m').describe('For one call of the model, its retries included'),
});

export type PromptSolverConfig = z.output<typeof promptConfig>;
