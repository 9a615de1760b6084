import { dirname } from 'node:path';
import { requireDriver } from '../platforms/index.js';
import { createRegistry } from '../registry/index.js';
import { createSolver } from '../solvers/index.js';
import { type Mode, type Models, type ModelUse, type Solver, SqlassayError } from '../types/index.js';
import { ableScorers } from './able-scorers.js';
import { type ChosenScorers, chooseScorers } from './choose-scorers.js';
import { requirePrices } from './cost/require-prices.js';
import { createPlanSolver } from './plan-solver.js';
import { digest, type RunIdentity, runIdentity } from './run-identity.js';
import type { RunOptions } from './run-options.js';
import type { RunResources } from './run-resources.js';
import { type PlannedRun, schedule } from './schedule/schedule.js';
import { shardOf } from './schedule/shard.js';

/** What a run is made of, checked before anything is executed. */
export interface PreparedRun {
  readonly mode: Mode;
  readonly passes: number;
  readonly runs: readonly PlannedRun[];
  readonly chosen: ChosenScorers;
  readonly solver: Solver;
  /** Whether the solver calls the run's own models, which wait for slots themselves. */
  readonly callsModels: boolean;
  readonly identity: RunIdentity;
  /** Lets go of a solver that was made for this run. */
  close(): Promise<void>;
}

/** @param recorded - answers in the place of the solver, whatever the mode */
export async function prepareRun(
  options: RunOptions,
  resources: RunResources,
  recorded?: Solver,
): Promise<PreparedRun> {
  const { suite, mode = 'full', passes = 1, filter = {}, registry = createRegistry() } = options;
  requireDriver(suite.datasources, options.sqliteDriver);
  const runs = shardOf(schedule(suite, mode, passes, filter), options.shard);
  const fitting = await chooseScorers(suite, mode, registry, options.scorers);
  const watched = watchModels(resources.models);
  const solver =
    recorded ?? (await solverOf(options, mode, runs, passes, { ...resources, models: watched.models }));
  const chosen = ableScorers(fitting, solver, mode, suite);
  if (mode !== 'retrieval') openModels(chosen.scorers, resources.models);
  requirePrices(
    options.maxCostUsd,
    [
      // Mode retrieval asks no language model.
      ...(mode === 'retrieval' ? watched.embedders() : solver.recorded === true ? [] : (solver.models ?? [])),
      ...(mode === 'retrieval' ? [] : chosen.scorers.flatMap(({ scorer }) => scorer.models ?? [])),
    ],
    resources.models,
  );
  const identity = runIdentity({
    suite,
    mode,
    passes,
    filter,
    shard: options.shard,
    solver: solver.identity ?? digest(suite.solver ?? solver.name ?? solver.constructor.name),
    scorers: [...chosen.entries.values()],
  });
  const isOurs = options.solver === undefined && recorded === undefined;
  return {
    mode,
    passes,
    runs,
    chosen,
    solver,
    callsModels: watched.usesModels(),
    identity,
    close: async () => {
      if (isOurs) await solver.close?.();
    },
  };
}

async function solverOf(
  { suite, solver }: RunOptions,
  mode: Mode,
  runs: readonly PlannedRun[],
  passes: number,
  { solverDatabases, models }: RunResources,
): Promise<Solver> {
  if (mode === 'plans') return createPlanSolver(suite, runs);
  if (solver !== undefined) return solver;
  if (suite.solver === null) {
    throw new SqlassayError('E_SOLVER_MISSING', {
      what: 'The suite names no solver',
      where: suite.file ?? suite.name,
      advice: 'Add `solver:` to the suite, pass one in code, or run recorded plans with `--mode plans`.',
    });
  }
  const baseFolder = suite.file === null ? process.cwd() : dirname(suite.file);
  return createSolver(suite.solver, {
    baseFolder,
    cases: suite.cases,
    passes,
    mode,
    databases: solverDatabases,
    models,
    unanswerableCode: suite.settings.unanswerable.code,
  });
}

/** What is wrong with a grader's id, key or package is said before anything runs, not by every case. */
function openModels(scorers: ChosenScorers['scorers'], models: Models): void {
  for (const { scorer } of scorers)
    for (const use of scorer.models ?? []) if (typeof use === 'string') models.get(use);
}

/** Tells which models a solver asked for while it was made. */
function watchModels(given: Models): {
  readonly models: Models;
  usesModels(): boolean;
  embedders(): readonly ModelUse[];
} {
  let usesModels = false;
  const embedders: ModelUse[] = [];
  const { embedder } = given;
  return {
    usesModels: () => usesModels,
    embedders: () => embedders,
    models: {
      get(id) {
        usesModels = true;
        return given.get(id);
      },
      ...(embedder === undefined
        ? {}
        : {
            embedder(id: string) {
              usesModels = true;
              const opened = embedder(id);
              embedders.push({ model: opened.model, price: opened.price });
              return opened;
            },
          }),
    },
  };
}
