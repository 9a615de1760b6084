import { z } from 'zod';
import type { GateSettings, KnownFailure } from '../../types/index.js';
import { day, share } from './quantities.js';
import { snakeCaseObject, strictObject } from './strict-object.js';

/** What a suite may say under `gate`. */
export const gateSchema = snakeCaseObject({
  baseline: z
    .union([
      z.string().min(1),
      strictObject({
        full: z.string().min(1).exactOptional(),
        plans: z.string().min(1).exactOptional(),
        retrieval: z.string().min(1).exactOptional(),
      }),
    ])
    .exactOptional()
    .describe('The accepted baseline, relative to the suite, or one for each mode'),
  min_accuracy: share.exactOptional(),
  max_accuracy_drop: share.exactOptional(),
  max_new_failures: z.number().int().nonnegative().exactOptional(),
  max_cost_increase: z.number().nonnegative().exactOptional(),
  max_unscored_share: share.exactOptional(),
  protect: z
    .array(z.string().min(1))
    .exactOptional()
    .describe('Case ids, and tags as tag:NAME, that must pass'),
}) satisfies z.ZodType<GateSettings>;

/** One case that is known to fail, until a day. */
export const knownFailureSchema = strictObject({
  id: z.string().min(1),
  until: day,
  why: z.string().min(1),
}) satisfies z.ZodType<KnownFailure>;
