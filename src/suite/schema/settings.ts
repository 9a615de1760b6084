import { z } from 'zod';
import type { SuiteSettings } from '../../types/index.js';
import { day, duration, size, wholeNumber } from './quantities.js';
import { snakeCaseObject, strictObject } from './strict-object.js';

const limits = strictObject({
  rows: wholeNumber.default(100_000).describe('Rows read of one result'),
  bytes: size.prefault('256MB').describe('Bytes read of one result'),
  memory: size.prefault('1GB').describe('Memory of the process that runs an embedded engine'),
}).transform(({ rows, bytes, memory }) => ({ rows, bytes, memoryBytes: memory }));

const concurrency = snakeCaseObject({
  cases: wholeNumber.default(8),
  sessions: wholeNumber.default(4),
  children: wholeNumber.default(4),
  model_calls: wholeNumber.default(8),
});

const refusal = strictObject({
  code: z.string().min(1).default('SECURITY_VIOLATION'),
  message: z.string().min(1).default('You do not have access to the data needed to answer this.'),
});

const model = snakeCaseObject({
  base_url: z
    .url()
    .exactOptional()
    .describe('An OpenAI-compatible service, such as http://localhost:11434/v1'),
  api_key_env: z
    .string()
    .regex(
      /^[A-Za-z_][A-Za-z0-9_]*$/,
      'It is the name of a variable of the environment, never the key itself',
    )
    .exactOptional()
    .describe('Name of the environment variable that holds the key'),
  price: strictObject({ input: z.number().nonnegative(), output: z.number().nonnegative() })
    .exactOptional()
    .describe('US dollars for a million tokens'),
  name: z.string().min(1).exactOptional().describe('The name the service knows the model by'),
});

/** What a suite may say under `settings`. */
export const settingsSchema = strictObject({
  routing: snakeCaseObject({ max_datasources: wholeNumber.default(3) }).prefault({}),
  refusal: refusal.prefault({}).describe('How a refusal looks'),
  unanswerable: strictObject({ code: z.string().min(1).default('QUESTION_NOT_ANSWERABLE') }).prefault({}),
  case_timeout: duration
    .nullable()
    .prefault('30s')
    .describe('Database time for one case; its gold has its own equal pool; null is unbounded'),
  reference_date: day
    .nullable()
    .default(null)
    .describe('What now() and friends mean, where the platform can pin it'),
  limits: limits.prefault({}),
  concurrency: concurrency.prefault({}).describe('Global limits, each over the whole run'),
  refutation: snakeCaseObject({
    fail_on: z.array(z.enum(['real-rows', 'real-values', 'synthetic'])).default(['real-rows', 'real-values']),
  })
    .prefault({})
    .describe('Which counterexamples turn a pass into a fail'),
  models: z
    .record(z.string().min(1), model)
    .default({})
    .describe('Model ids to how they are reached and what they cost'),
}).transform(({ case_timeout, reference_date, ...rest }) => ({
  ...rest,
  caseTimeoutSeconds: case_timeout,
  referenceDate: reference_date,
})) satisfies z.ZodType<SuiteSettings>;

/** The settings of a suite that says nothing. */
export const defaultSettings: SuiteSettings = settingsSchema.parse({});
