import { type Databases, suiteDatasources } from '../../execution/index.js';
import type { Solver, SolverInput, Suite } from '../../types/index.js';
import { isCi } from '../is-ci.js';
import { digest } from '../run-identity.js';
import type { RunOptions } from '../run-options.js';
import { type AnswerCache, openAnswerCache } from './answer-cache.js';
import { cacheFolderOf } from './cache-folder.js';

/**
 * The cache of a run's answers; null where none is kept: for recorded answers, for a solver that does not tell when its
 * answers may change, without a folder, under CI unless it is asked for, and where it is switched off.
 */
export function answersOf(
  { suite, cache, cacheFolder, mode }: RunOptions,
  solver: Solver,
  databases: Databases,
  environment: NodeJS.ProcessEnv = process.env,
): AnswerCache | null {
  const folder = cacheFolder === undefined ? cacheFolderOf(suite) : cacheFolder;
  const isOn = cache ?? !isCi(environment);
  const { identity, recorded, cacheable } = solver;
  if (!isOn || folder === null || identity === undefined || mode === 'retrieval') return null;
  if (recorded === true || cacheable === false) return null;
  return openAnswerCache(folder, solver, identity, dataOf(suite, databases));
}

/** Schemas, sampled values and trials of SQL all come from the data, so an answer holds for these data only. */
function dataOf(suite: Suite, databases: Databases): (input: SolverInput) => Promise<string | null> {
  const known = new Map(suiteDatasources(suite).map((source) => [source.label, source]));
  return async ({ datasources = [...known.keys()] }) => {
    try {
      const prints = datasources.map(async (label) => {
        const source = known.get(label);
        if (source === undefined) throw new Error(`no datasource ${label}`);
        return [label, await (await databases.get(source)).fingerprint()];
      });
      return digest(await Promise.all(prints));
    } catch {
      return null;
    }
  };
}
