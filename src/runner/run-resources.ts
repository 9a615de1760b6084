import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit from 'p-limit';
import {
  createDatabases,
  createSolverDatabases,
  type Databases,
  type Slot,
  sharedSignal,
} from '../execution/index.js';
import { createPlatforms, dialectOf } from '../platforms/index.js';
import type { Models, SolverDatabases } from '../types/index.js';
import { createEquivalenceLender, type EquivalenceLender } from './equivalence-lender.js';
import { modelsOf } from './models-of.js';
import type { RunOptions } from './run-options.js';

/** What a run's solver and scorers share, made before them; nothing is opened until it is used. */
export interface RunResources {
  readonly databases: Databases;
  readonly solverDatabases: SolverDatabases;
  readonly models: Models;
  readonly equivalence: EquivalenceLender;
  /** Counts as a call of a model; calls of `models` inside of it take no slot of their own. */
  readonly modelCall: Slot;
  readonly signal: AbortSignal;
  close(): Promise<void>;
}

export function openResources(options: RunOptions): RunResources {
  const { suite } = options;
  const { concurrency, limits, referenceDate } = suite.settings;
  const platforms = createPlatforms({
    datasources: suite.datasources,
    limits,
    concurrency,
    referenceDate,
    sqliteDriver: options.sqliteDriver ?? 'auto',
  });
  const session = pLimit(concurrency.sessions);
  const databases = createDatabases(suite, platforms, (work) => session(work));
  const equivalence = createEquivalenceLender(options);
  const calls = createModelCalls(concurrency.modelCalls);
  return {
    databases,
    solverDatabases: createSolverDatabases(suite, databases, ({ name }) =>
      dialectOf(suite.datasources[name]!.kind),
    ),
    models: modelsOf(options, calls.inner),
    equivalence,
    modelCall: calls.outer,
    signal: sharedSignal(options.signal),
    async close() {
      await equivalence.close();
      await platforms.close();
    },
  };
}

/**
 * One limit over calls of solvers (`outer`) and of models (`inner`). A solver that holds a slot and calls a model lends
 * it that slot: were it to wait for another, solvers that hold all of them would wait forever.
 */
export function createModelCalls(parallel: number): { readonly outer: Slot; readonly inner: Slot } {
  const limit = pLimit(parallel);
  const held = new AsyncLocalStorage<Slot>();
  return {
    outer: (work) =>
      limit(() => {
        const own = pLimit(1);
        return held.run((inner) => own(inner), work);
      }),
    inner: (work) => {
      const lent = held.getStore();
      return lent === undefined ? limit(work) : lent(work);
    },
  };
}
