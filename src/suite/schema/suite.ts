import { z } from 'zod';
import { solverConfigSchema } from '../../solvers/index.js';
import { caseSchema } from './case.js';
import { benchmarkSourceSchema } from './case-source.js';
import { datasourceSchema } from './datasource.js';
import { gateSchema, knownFailureSchema } from './gate.js';
import { scorerEntrySchema } from './scorer-entry.js';
import { settingsSchema } from './settings.js';
import { snakeCaseObject, strictObject } from './strict-object.js';

const plainName = z
  .string()
  .regex(/^[A-Za-z_][\w-]*$/, 'A name is made of letters, digits, _ and -, and starts with a letter');

const role = strictObject({
  deny: z.array(z.string().min(1)).default([]).describe('Tables that this role may not read'),
});

const cases = z.array(
  z.union([
    z.string().min(1).describe('A file of cases, or a glob such as cases/*.yaml'),
    benchmarkSourceSchema,
    caseSchema,
  ]),
);

/** A suite file. */
export const suiteSchema = snakeCaseObject({
  name: z.string().min(1),
  datasources: z.record(plainName, datasourceSchema),
  solver: solverConfigSchema.exactOptional(),
  scorers: z.array(scorerEntrySchema).min(1).prefault(['result_match', 'outcome']),
  roles: z.record(plainName, role).exactOptional().describe('Default: one role "default"'),
  settings: settingsSchema.prefault({}),
  cases,
  plans: z.string().min(1).exactOptional().describe('File of recorded plans, relative to the suite'),
  known_failures: z.array(knownFailureSchema).default([]),
  gate: gateSchema.exactOptional(),
  mode: z.enum(['full', 'plans', 'retrieval']).exactOptional().describe('Default mode of a run'),
});

export type SuiteFile = z.output<typeof suiteSchema>;
