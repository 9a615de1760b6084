import { z } from 'zod';

const notInThisVersion = ['prompt', 'http', 'command'];

const moduleConfig = strict({
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

const replayConfig = strict({
  kind: z.literal('replay'),
  path: z.string().min(1).describe('A file of recorded answers; relative to the suite'),
  format: z
    .enum(['jsonl', 'spider', 'bird'])
    .exactOptional()
    .describe('Default: bird for .json, jsonl for .jsonl, spider for anything else'),
});

function strict<S extends z.core.$ZodLooseShape>(shape: S) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? (issue.keys as string[]).map((key) => `Unknown key "${key}"; the keys are ${known}`).join('\n')
        : undefined,
  });
}

/** What a suite may say under `solver`. */
export const solverConfigSchema = z
  .discriminatedUnion('kind', [moduleConfig, replayConfig], {
    error: (issue) => {
      const kind = (issue.input as { kind?: unknown } | undefined)?.kind;
      if (typeof kind !== 'string') return 'A solver needs a kind: module or replay';
      return notInThisVersion.includes(kind)
        ? `The solver kind "${kind}" is not supported by this version; module and replay are`
        : `Unknown solver kind "${kind}"; the kinds are module and replay`;
    },
  })
  .describe('The system under test');

export type ModuleSolverConfig = z.output<typeof moduleConfig>;
export type ReplaySolverConfig = z.output<typeof replayConfig>;
