import { type RunSummary, SqlassayError } from '../types/index.js';
import { answersOf } from './cache/answers-of.js';
import { createCostCap, nothingSpent } from './cost/cost-cap.js';
import { driveRun } from './drive-run.js';
import { type JournalWriter, openJournalFor } from './journal/journal-writer.js';
import { type Resumed, resumeRun } from './journal/resume.js';
import { openScope } from './open-scope.js';
import { type PreparedRun, prepareRun } from './prepare-run.js';
import type { RunIdentity } from './run-identity.js';
import { runInfo, runsFolderOf } from './run-info.js';
import type { RunOptions } from './run-options.js';
import { openResources } from './run-resources.js';

/**
 * Runs a suite: every case, for each role, as often as there are passes, in one mode. What fails inside a case run is
 * in its result.
 *
 * @throws SqlassayError when the suite, the solver, a scorer or an option is wrong, before the first case.
 */
export async function executeRun(options: RunOptions): Promise<RunSummary> {
  const folder = runsFolderOf(options);
  const resources = openResources(options);
  let prepared: PreparedRun | null = null;
  let journal: JournalWriter | null = null;
  try {
    prepared = await prepareRun(options, resources);
    const resumed = await resumedRun(options, folder, prepared.identity);
    const info = runInfo(options, prepared, folder, resumed);
    if (info.journalPath !== null) {
      journal = await openJournalFor(
        info.journalPath,
        resumed === null
          ? { kind: 'run', schemaVersion: 1, info, identity: prepared.identity }
          : { kind: 'resume', startedAt: new Date().toISOString(), repeatedCalls: info.repeatedCalls },
      );
    }
    const answers = answersOf(options, prepared.solver, resources.databases);
    const scope = openScope(options, prepared, resources, journal, answers);
    const costs = createCostCap(info.maxCostUsd, resumed?.spent ?? nothingSpent);
    const { runs } = prepared;
    return await driveRun({ options, scope, runs, info, before: resumed, journal, costs });
  } finally {
    await resources.close();
    await prepared?.close();
    await journal?.close();
  }
}

async function resumedRun(
  { resume, retryErrors = false }: RunOptions,
  folder: string | null,
  identity: RunIdentity,
): Promise<Resumed | null> {
  if (resume === undefined) return null;
  if (folder === null) {
    throw new SqlassayError('E_RUN_NOT_FOUND', {
      what: 'There is no folder of runs to resume from',
      advice: 'Give `runsFolder`, or load the suite from a file.',
    });
  }
  return resumeRun(folder, resume, identity, retryErrors);
}
