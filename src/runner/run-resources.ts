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
import { createSpendingMeter, type SpendingMeter } from './cost/spending-meter.js';
import { createEquivalenceLender, type EquivalenceLender } from './equivalence-lender.js';
import { createModelCalls } from './model-calls.js';
import { modelsOf } from './models-of.js';
import type { RunOptions } from './run-options.js';

/** What a run's solver and scorers share, made before them; nothing is opened until it is used. */
export interface RunResources {
  readonly databases: Databases;
  readonly solverDatabases: SolverDatabases;
  readonly models: Models;
  readonly meter: SpendingMeter;
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
  const meter = createSpendingMeter();
  const calls = createModelCalls(concurrency.modelCalls);
  return {
    databases,
    solverDatabases: createSolverDatabases(suite, databases, ({ name }) =>
      dialectOf(suite.datasources[name]!.kind),
    ),
    models: modelsOf(options, calls.inner, meter),
    meter,
    equivalence,
    modelCall: calls.outer,
    signal: sharedSignal(options.signal),
    async close() {
      await equivalence.close();
      await platforms.close();
    },
  };
}
