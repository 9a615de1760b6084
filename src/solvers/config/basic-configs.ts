import { z } from 'zod';
import { retrievalConfig } from './retrieval-config.js';
import { strict } from './strict-object.js';

export const moduleConfig = strict({
  kind: z.literal('module'),
  path: z
    .string()
    .min(1)
    .describe('A TypeScript or JavaScript module that exports a solver; relative to the suite'),
  export: z.string().min(1).exactOptional().describe('Name of the export; default `default`, else `solver`'),
  options: z
    .record(z.string(), z.unknown())
    .exactOptional()
    .describe('Passed to the export when it is a function that makes a solver'),
});

export const replayConfig = strict({
  kind: z.literal('replay'),
  path: z.string().min(1).describe('A file of recorded answers; relative to the suite'),
  format: z
    .enum(['jsonl', 'spider', 'bird'])
    .exactOptional()
    .describe('Default: bird for .json, jsonl for .jsonl, spider for anything else'),
  retrieval: retrievalConfig
    .exactOptional()
    .describe('The built-in retriever and router with these options, for mode retrieval'),
});

export type ModuleSolverConfig = z.output<typeof moduleConfig>;
export type ReplaySolverConfig = z.output<typeof replayConfig>;
