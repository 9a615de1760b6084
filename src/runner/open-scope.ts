import { createGoldStore } from '../execution/index.js';
import type { ScoringSettings, Suite } from '../types/index.js';
import type { AnswerCache } from './cache/answer-cache.js';
import { hashGolds } from './gold-hashes.js';
import { hideSecrets } from './hide-secrets.js';
import type { JournalWriter } from './journal/journal-writer.js';
import type { PreparedRun } from './prepare-run.js';
import type { RunOptions } from './run-options.js';
import type { RunResources } from './run-resources.js';
import type { RunScope } from './run-scope.js';

/** What the case runs of a run share. */
export function openScope(
  { suite }: RunOptions,
  prepared: PreparedRun,
  resources: RunResources,
  journal: JournalWriter | null,
  answers: AnswerCache | null,
): RunScope {
  return {
    suite,
    mode: prepared.mode,
    passes: prepared.passes,
    solver: prepared.solver,
    scorers: prepared.chosen.scorers,
    databases: resources.databases,
    models: resources.models,
    meter: resources.meter,
    equivalence: resources.equivalence,
    golds: hashGolds(createGoldStore()),
    solverCall: prepared.callsModels ? (work) => work() : resources.modelCall,
    journal,
    answers,
    hide: hideSecrets(suite),
    settings: scoringSettings(suite),
    undetermined: new Map(),
    signal: resources.signal,
    clock: () => performance.timeOrigin + performance.now(),
  };
}

function scoringSettings({ settings, datasources }: Suite): ScoringSettings {
  const { refusal, unanswerable, routing } = settings;
  return { refusal, unanswerable, routing, datasourceNames: Object.keys(datasources) };
}
