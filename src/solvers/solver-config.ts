import { z } from 'zod';
import { moduleConfig, replayConfig } from './config/basic-configs.js';
import { commandConfig } from './config/command-config.js';
import { httpConfig } from './config/http-config.js';
import { promptConfig } from './config/prompt-config.js';

const kinds = 'module, prompt, http, command and replay';

/** What a suite may say under `solver`. */
export const solverConfigSchema = z
  .discriminatedUnion('kind', [moduleConfig, promptConfig, httpConfig, commandConfig, replayConfig], {
    error: (issue) => {
      const kind = (issue.input as { kind?: unknown } | undefined)?.kind;
      return typeof kind === 'string'
        ? `Unknown solver kind "${kind}"; the kinds are ${kinds}`
        : `A solver needs a kind: ${kinds.replace(' and ', ' or ')}`;
    },
  })
  .describe('The system under test');

export type { ModuleSolverConfig, ReplaySolverConfig } from './config/basic-configs.js';
