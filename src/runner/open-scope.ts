import pLimit from 'p-limit';
import { createDatabases, createGoldStore, sharedSignal } from '../execution/index.js';
import { createPlatforms } from '../platforms/index.js';
import type { ScoringSettings, Suite } from '../types/index.js';
import type { JournalWriter } from './journal-writer.js';
import type { PreparedRun } from './prepare-run.js';
import type { RunOptions } from './run-options.js';
import type { RunScope } from './run-scope.js';

/** What the case runs of a run share, and the way to let it go. */
export interface OpenScope {
  readonly scope: RunScope;
  close(): Promise<void>;
}

export function openScope(
  options: RunOptions,
  prepared: PreparedRun,
  journal: JournalWriter | null,
): OpenScope {
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
  const modelCall = pLimit(concurrency.modelCalls);
  const scope: RunScope = {
    suite,
    mode: prepared.mode,
    passes: prepared.passes,
    solver: prepared.solver,
    scorers: prepared.chosen.scorers,
    databases: createDatabases(suite, platforms, (work) => session(work)),
    golds: createGoldStore(),
    modelCall: (work) => modelCall(work),
    journal,
    settings: scoringSettings(suite),
    undetermined: new Map(),
    signal: sharedSignal(options.signal),
    clock: () => performance.timeOrigin + performance.now(),
  };
  return {
    scope,
    async close() {
      await platforms.close();
      if (options.solver === undefined) await prepared.solver.close?.();
    },
  };
}

function scoringSettings({ settings, datasources }: Suite): ScoringSettings {
  const { refusal, unanswerable, routing } = settings;
  return { refusal, unanswerable, routing, datasourceNames: Object.keys(datasources) };
}
