import { randomBytes } from 'node:crypto';
import { dirname, join } from 'node:path';
import type { RunInfo } from '../types/index.js';
import { comparisonContract } from './comparison-contract.js';
import { journalPathOf, type Resumed } from './journal/resume.js';
import type { PreparedRun } from './prepare-run.js';
import { digest } from './run-identity.js';
import type { RunOptions } from './run-options.js';

/** Where journals are kept: as the options say, else beside the suite file; null for a suite without one. */
export function runsFolderOf({ suite, runsFolder }: RunOptions): string | null {
  if (runsFolder !== undefined) return runsFolder;
  return suite.file === null ? null : join(dirname(suite.file), '.sqlassay', 'runs');
}

export function runInfo(
  { suite, maxCostUsd, shard }: RunOptions,
  { mode, passes, runs, chosen, solver, identity }: PreparedRun,
  folder: string | null,
  resumed: Resumed | null,
): RunInfo {
  const startedAt = resumed?.info.startedAt ?? new Date().toISOString();
  const runId = resumed?.info.runId ?? newRunId(startedAt);
  return {
    runId,
    suite: suite.name,
    suiteFile: suite.file,
    mode,
    solver: solver.name ?? suite.solver?.kind ?? solver.constructor.name,
    passes,
    scorers: chosen.scorers.map(({ label }) => label),
    leftOut: chosen.leftOut,
    total: runs.length,
    resumed: resumed?.finished.size ?? 0,
    repeatedCalls: resumed?.inFlight.length ?? 0,
    journalPath: folder === null ? null : (resumed?.path ?? journalPathOf(folder, runId)),
    startedAt,
    datasetHash: digest(runs.map(({ case: { source: _, ...item }, role, pass }) => [item, role, pass])),
    contract: comparisonContract(suite, chosen),
    identity,
    maxCostUsd: maxCostUsd ?? null,
    shard: shard ?? null,
  };
}

/** Sorts by time; the suffix keeps runs of one second apart. */
export function newRunId(startedAt: string): string {
  return `${startedAt.slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
}
