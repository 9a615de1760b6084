import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { createGoldStore } from '../execution/index.js';
import { createPlatforms } from '../platforms/index.js';
import { createRegistry } from '../registry/index.js';
import { createSolver } from '../solvers/index.js';
import {
  type CaseResult,
  type Mode,
  type RunEnd,
  type RunInfo,
  type RunSummary,
  type ScoringSettings,
  type SelfTest,
  type Solver,
  SqlassayError,
  type Suite,
} from '../types/index.js';
import { caseRunId } from './case-run-id.js';
import { chooseScorers } from './choose-scorers.js';
import { createDatabases } from './databases.js';
import { evaluate } from './evaluate.js';
import { inParallel } from './in-parallel.js';
import { type JournalWriter, openJournal } from './journal-writer.js';
import { createNotifier, type Notifier } from './notify.js';
import { createPlanSolver } from './plan-solver.js';
import { finishedResults, journalPathOf, type Resumed, resumeRun } from './resume.js';
import { digest, type RunIdentity, runIdentity } from './run-identity.js';
import type { RunOptions } from './run-options.js';
import type { RunScope } from './run-scope.js';
import { type PlannedRun, schedule } from './schedule.js';
import { selfTest } from './self-test.js';
import { Tally } from './tally.js';

/**
 * Runs a suite: every case, for each role, as often as there are passes, in one mode. What fails inside a case run is in
 * its result.
 *
 * @throws SqlassayError when the suite, the solver, a scorer or an option is wrong, before the first case.
 */
export async function executeRun(options: RunOptions): Promise<RunSummary> {
  const { suite, mode = 'full', passes = 1, filter = {} } = options;
  const folder = runsFolderOf(options);
  const runs = schedule(suite, mode, passes, filter);
  const registry = options.registry ?? createRegistry();
  const chosen = await chooseScorers(suite, mode, registry, options.scorers);
  const solver = await solverOf(options, mode, runs, passes);
  const identity = runIdentity({
    suite,
    mode,
    passes,
    filter,
    solver: solver.identity ?? digest(suite.solver ?? solver.name ?? solver.constructor.name),
    scorers: chosen.scorers.map(({ label, scorer }) => [label, scorer.name ?? scorer.constructor.name]),
  });
  const resumed = await resumedRun(options, folder, identity);
  const info = runInfo(options, runs, solver, chosen, folder, resumed);
  const journal = info.journalPath === null ? null : await startJournal(info, identity, resumed);
  try {
    return await withScope(options, { mode, passes, solver, chosen, journal }, (scope, close) =>
      drive({ options, scope, runs, info, resumed, journal, close }),
    );
  } finally {
    await journal?.close();
    if (options.solver === undefined) await solver.close?.();
  }
}

interface Drive {
  readonly options: RunOptions;
  readonly scope: RunScope;
  readonly runs: readonly PlannedRun[];
  readonly info: RunInfo;
  readonly resumed: Resumed | null;
  readonly journal: JournalWriter | null;
  /** Stops new case runs without cancelling those that are running. */
  readonly close: AbortController;
}

async function drive({ options, scope, runs, info, resumed, journal, close }: Drive): Promise<RunSummary> {
  const started = scope.clock();
  const notifier = createNotifier(options.reporters ?? []);
  const tally = new Tally(info.total);
  await notifier.runStart(info);
  if (resumed !== null) await replayFinished(resumed, tally, notifier);
  const tested = await testSuite(options, scope, runs, resumed, journal);

  let stopped: string | null = null;
  const todo = resumed === null ? runs : runs.filter((run) => !resumed.finished.has(caseRunId(run)));
  const stopOrCancel = AbortSignal.any([close.signal, scope.signal]);
  await inParallel(todo, scope.suite.settings.concurrency.cases, stopOrCancel, async (run) => {
    await notifier.caseStart({ caseId: run.caseId, role: run.role, pass: run.pass });
    const reply = resumed?.replies.get(caseRunId(run));
    const result = await evaluate(run, scope, reply === undefined ? null : { kind: 'answered', ...reply });
    if (result === null) return;
    await journal?.commit({ kind: 'case', result });
    tally.add(result);
    await notifier.caseEnd(result);
    if (options.bail !== undefined && tally.notPassed >= options.bail && stopped === null) {
      stopped = `${tally.notPassed} case runs did not pass (--bail ${options.bail})`;
      close.abort();
    }
  });

  const datasources = await scope.databases.describe(new AbortController().signal);
  const summary: RunSummary = {
    info,
    counts: tally.counts(),
    end: endOf(scope.signal, stopped),
    selfTest: tested,
    datasources,
    seconds: (scope.clock() - started) / 1000,
  };
  await journal?.commit({ kind: 'end', end: summary.end, datasources, seconds: summary.seconds });
  await notifier.runEnd(summary);
  return summary;
}

function endOf(signal: AbortSignal, stopped: string | null): RunEnd {
  if (signal.aborted) return { kind: 'interrupted' };
  return stopped === null ? { kind: 'finished' } : { kind: 'stopped', why: stopped };
}

async function replayFinished(resumed: Resumed, tally: Tally, notifier: Notifier): Promise<void> {
  for await (const result of finishedResults(resumed)) {
    tally.add(result satisfies CaseResult);
    await notifier.caseEnd(result);
  }
}

async function testSuite(
  { selfTest: wanted = true }: RunOptions,
  scope: RunScope,
  runs: readonly PlannedRun[],
  resumed: Resumed | null,
  journal: JournalWriter | null,
): Promise<SelfTest | null> {
  if (!wanted) return null;
  if (resumed?.selfTest) return resumed.selfTest;
  const tested = await selfTest(runs, scope, scope.suite.settings.concurrency.cases);
  if (!scope.signal.aborted) journal?.note({ kind: 'selfTest', selfTest: tested });
  return tested;
}

async function withScope(
  options: RunOptions,
  parts: {
    readonly mode: Mode;
    readonly passes: number;
    readonly solver: Solver;
    readonly chosen: Awaited<ReturnType<typeof chooseScorers>>;
    readonly journal: JournalWriter | null;
  },
  task: (scope: RunScope, close: AbortController) => Promise<RunSummary>,
): Promise<RunSummary> {
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
  try {
    const scope: RunScope = {
      suite,
      mode: parts.mode,
      solver: parts.solver,
      scorers: parts.chosen.scorers,
      databases: createDatabases(suite, platforms, (work) => session(work)),
      golds: createGoldStore(),
      modelCall: (work) => modelCall(work),
      journal: parts.journal,
      settings: scoringSettings(suite),
      signal: options.signal ?? new AbortController().signal,
      clock: () => performance.timeOrigin + performance.now(),
      passes: parts.passes,
    };
    return await task(scope, new AbortController());
  } finally {
    await platforms.close();
  }
}

function scoringSettings({ settings, datasources }: Suite): ScoringSettings {
  const { refusal, unanswerable, routing } = settings;
  return { refusal, unanswerable, routing, datasourceNames: Object.keys(datasources) };
}

async function solverOf(
  { suite, solver }: RunOptions,
  mode: Mode,
  runs: readonly PlannedRun[],
  passes: number,
): Promise<Solver> {
  if (mode === 'retrieval') {
    throw new SqlassayError('E_MODE_UNSUPPORTED', {
      what: 'Mode retrieval is not in this version',
      advice: 'Run in mode full or plans.',
    });
  }
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
  return createSolver(suite.solver, { baseFolder, cases: suite.cases, passes });
}

function runsFolderOf({ suite, runsFolder }: RunOptions): string | null {
  if (runsFolder !== undefined) return runsFolder;
  return suite.file === null ? null : join(dirname(suite.file), '.sqlassay', 'runs');
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

function runInfo(
  { suite, mode = 'full', passes = 1 }: RunOptions,
  runs: readonly PlannedRun[],
  solver: Solver,
  chosen: Awaited<ReturnType<typeof chooseScorers>>,
  folder: string | null,
  resumed: Resumed | null,
): RunInfo {
  const startedAt = new Date().toISOString();
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
    startedAt: resumed?.info.startedAt ?? startedAt,
    datasetHash: digest(runs.map(({ case: { source: _, ...item }, role, pass }) => [item, role, pass])),
  };
}

/** Sorts by time; the suffix keeps runs of one second apart. */
function newRunId(startedAt: string): string {
  return `${startedAt.slice(0, 19).replaceAll(':', '-')}-${randomBytes(3).toString('hex')}`;
}

async function startJournal(
  info: RunInfo,
  identity: RunIdentity,
  resumed: Resumed | null,
): Promise<JournalWriter> {
  const path = info.journalPath!;
  await mkdir(dirname(path), { recursive: true });
  const journal = await openJournal(path);
  if (resumed === null) await journal.commit({ kind: 'run', schemaVersion: 1, info, identity });
  return journal;
}
