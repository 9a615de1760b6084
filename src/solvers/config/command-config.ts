import { z } from 'zod';
import { bytes, seconds } from './quantities.js';
import { strict } from './strict-object.js';

/** A program that reads questions and writes answers, one JSON object a line. */
export const commandConfig = strict({
  kind: z.literal('command'),
  command: z.array(z.string()).min(1).describe('The program and its arguments; no shell reads them'),
  cwd: z
    .string()
    .min(1)
    .exactOptional()
    .describe('Where it runs, relative to the suite; default: beside the suite'),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'It is the name of a variable, never its value'))
    .default([])
    .describe('Names of variables of the environment that it is given, beside PATH, HOME and the language'),
  offers: z
    .array(z.enum(['retrieve', 'route']))
    .default([])
    .describe('What it can be asked for besides answers'),
  enforces_roles: z.boolean().default(false).describe("It applies the roles' table policy itself"),
  timeout: seconds.prefault('60s').describe('For one question'),
  startup: seconds
    .prefault('30s')
    .describe('Added to the time of the first question that a process is given'),
  warm: z.boolean().default(true).describe('false starts it anew for each question'),
  concurrency: z
    .number()
    .int()
    .positive()
    .default(1)
    .describe('Questions it is given before it has answered the first'),
  max_response: bytes.prefault('16MB').describe('Bytes of one line'),
});

export type CommandSolverConfig = z.output<typeof commandConfig>;
