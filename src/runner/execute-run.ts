import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import {
  type CaseResult,
  type RunEnd,
  type RunInfo,
  type RunSummary,
  type SelfTest,
  SqlassayError,
} from '../types/index.js';
import { answersOf } from './cache/answers-of.js';
import { caseRunId } from './case-run-id.js';
import { type CostCap, createCostCap, nothingSpent, type Spent } from './cost/cost-cap.js';
import { spentOn } from './cost/spent-on.js';
import { evaluate } from './evaluate.js';
import { type JournalWriter, openJournal } from './journal/journal-writer.js';
import { finishedResults, type Resumed, resumeRun } from './journal/resume.js';
import { createNotifier, type Notifier } from './notify.js';
import { openScope } from './open-scope.js';
import { type PreparedRun, prepareRun } from './prepare-run.js';
import type { RunIdentity } from './run-identity.js';
import { runInfo, runsFolderOf } from './run-info.js';
import type { RunOptions } from './run-options.js';
import { openResources } from './run-resources.js';
import type { RunScope } from './run-scope.js';
import { inParallel } from './schedule/in-parallel.js';
import type { PlannedRun } from './schedule/schedule.js';
import { selfTest } from './self-test/self-test.js';
import { Tally } from './tally.js';

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
    if (info.journalPath !== null) journal = await startJournal(info, prepared.identity, resumed);
    const answers = answersOf(options, prepared.solver, resources.databases);
    const scope = openScope(options, prepared, resources, journal, answers);
    const costs = createCostCap(info.maxCostUsd, resumed?.spent ?? nothingSpent);
    return await drive({ options, scope, prepared, info, resumed, journal, costs });
  } finally {
    await resources.close();
    await prepared?.close();
    await journal?.close();
  }
}

interface Drive {
  readonly options: RunOptions;
  readonly scope: RunScope;
  readonly prepared: PreparedRun;
  readonly info: RunInfo;
  readonly resumed: Resumed | null;
  readonly journal: JournalWriter | null;
  readonly costs: CostCap;
}

async function drive(parts: Drive): Promise<RunSummary> {
  const { options, scope, info, resumed, journal } = parts;
  const started = scope.clock();
  const notifier = createNotifier(options.reporters ?? []);
  const tally = new Tally(info.total);
  await notifier.runStart(info);
  if (resumed !== null) await replayFinished(resumed, tally, notifier);
  const tested = await testSuite(parts);
  const stopped = await runCases(parts, tally, notifier);
  const datasources = await scope.databases.describe(new AbortController().signal);
  const summary: RunSummary = {
    info,
    counts: tally.counts(),
    end: endOf(scope.signal, stopped),
    selfTest: tested,
    datasources,
    seconds: (scope.clock() - started) / 1000,
    spentUsd: parts.costs.spentUsd,
  };
  await journal?.commit({
    kind: 'end',
    end: summary.end,
    datasources,
    seconds: summary.seconds,
    spentUsd: parts.costs.spentUsd,
  });
  await notifier.runEnd(summary);
  return summary;
}

function endOf(signal: AbortSignal, stopped: string | null): RunEnd {
  if (signal.aborted) return { kind: 'interrupted' };
  return stopped === null ? { kind: 'finished' } : { kind: 'stopped', why: stopped };
}

async function testSuite({ options, scope, prepared, resumed, journal }: Drive): Promise<SelfTest | null> {
  // Mode retrieval looks at no answer, so there is none to tell from a wrong one.
  if (options.selfTest === false || scope.mode === 'retrieval') return null;
  if (resumed?.selfTest) {
    for (const { caseId, reasons } of resumed.selfTest.undetermined ?? [])
      scope.undetermined.set(caseId, reasons);
    return resumed.selfTest;
  }
  const result = await selfTest(prepared.runs, scope, scope.suite.settings.concurrency.cases);
  if (!scope.signal.aborted) await journal?.note({ kind: 'selfTest', selfTest: result });
  return result;
}

/** Does what is still to do; returns why it stopped early, if it did. */
async function runCases(
  { options: { bail }, scope, prepared, resumed, journal, costs }: Drive,
  tally: Tally,
  notifier: Notifier,
): Promise<string | null> {
  let stopped: string | null = null;
  const bailed = new AbortController();
  const stop = AbortSignal.any([bailed.signal, scope.signal]);
  const todo = prepared.runs.filter((run) => !resumed?.finished.has(caseRunId(run)));
  await inParallel(todo, scope.suite.settings.concurrency.cases, stop, async (run) => {
    if (!(await costs.admit())) return bailed.abort();
    const reply = receivedReply(run, resumed);
    let spent: Spent = { kind: 'known', usd: 0, paid: false };
    try {
      await notifier.caseStart({ caseId: run.caseId, role: run.role, pass: run.pass });
      const evaluated = await evaluate(run, scope, reply);
      if (evaluated === null) return;
      const result = scope.hide(evaluated);
      await journal?.commit({ kind: 'case', result });
      spent = spentOn(result, scope.solver, reply !== null);
      await finished(result);
    } finally {
      costs.settle(spent);
    }
  });
  return stopped ?? costs.stopped;

  async function finished(result: CaseResult): Promise<void> {
    tally.add(result);
    await notifier.caseEnd(result);
    if (bail !== undefined && tally.notPassed >= bail && stopped === null) {
      stopped = `${tally.notPassed} case runs did not pass (--bail ${bail})`;
      bailed.abort();
    }
  }
}

/** A reply that was received before the run died is scored, never asked for again. */
function receivedReply(run: PlannedRun, resumed: Resumed | null) {
  const reply = resumed?.replies.get(caseRunId(run));
  return reply === undefined ? null : ({ kind: 'answered', ...reply } as const);
}

async function replayFinished(resumed: Resumed, tally: Tally, notifier: Notifier): Promise<void> {
  for await (const result of finishedResults(resumed)) {
    tally.add(result);
    await notifier.caseEnd(result);
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

async function startJournal(
  info: RunInfo,
  identity: RunIdentity,
  resumed: Resumed | null,
): Promise<JournalWriter> {
  const path = info.journalPath!;
  await mkdir(dirname(path), { recursive: true });
  const journal = await openJournal(path);
  await journal.commit(
    resumed === null
      ? { kind: 'run', schemaVersion: 1, info, identity }
      : { kind: 'resume', startedAt: new Date().toISOString(), repeatedCalls: info.repeatedCalls },
  );
  return journal;
}
