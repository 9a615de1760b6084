import { z } from 'zod';
import type { Reporter, ScorerFactory, SqlassayConfig } from '../types/index.js';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const texts = z.array(z.string().min(1));
const count = z.number().int().min(1);

/** What a config file may hold. Scorers are checked by the registry, which knows how. */
export const configSchema = z.strictObject({
  scorers: z.record(z.string(), z.custom<ScorerFactory>(isObject, 'is no scorer factory')).exactOptional(),
  reporters: z
    .array(z.union([z.string().min(1), z.custom<Reporter>(isObject, 'is no reporter')]))
    .exactOptional(),
  mode: z.enum(['full', 'plans', 'retrieval']).exactOptional(),
  grep: z.string().exactOptional(),
  tag: texts.exactOptional(),
  role: texts.exactOptional(),
  passes: count.exactOptional(),
  bail: count.exactOptional(),
  selfTest: z.boolean().exactOptional(),
  outputFile: texts.exactOptional(),
  inconclusive: z.enum(['skipped', 'error']).exactOptional(),
  concurrency: count.exactOptional(),
  answers: z.string().min(1).exactOptional(),
  answersFormat: z.enum(['jsonl', 'spider', 'bird']).exactOptional(),
  sqliteDriver: z.enum(['auto', 'node:sqlite', 'better-sqlite3', 'sql.js']).exactOptional(),
  color: z.boolean().exactOptional(),
  runsFolder: z.string().min(1).exactOptional(),
  maxCostUsd: z.number().positive().exactOptional(),
  cache: z.boolean().exactOptional(),
}) satisfies z.ZodType<SqlassayConfig>;
