import { z } from 'zod';
import type { ScorerEntry } from '../../types/index.js';
import { strictObject } from './strict-object.js';

const name = z.string().min(1);

const byName = name.transform((use): ScorerEntry => ({ use, as: use, with: {} }));

const withOptions = strictObject({
  use: name.describe('Registry name'),
  as: name.exactOptional().describe('Label in the report; default the name'),
  with: z.record(z.string(), z.unknown()).default({}).describe('Options'),
}).transform((entry): ScorerEntry => ({ as: entry.use, ...entry }));

/** A scorer's registry name, alone or with a label and options. */
export const scorerEntrySchema = z.union([byName, withOptions]) satisfies z.ZodType<ScorerEntry>;
