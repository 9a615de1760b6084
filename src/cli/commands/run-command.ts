import { dirname, resolve } from 'node:path';
import { createGate, openBaseline } from '../../gate/index.js';
import { createTally, gateLine, whereabouts } from '../../report/index.js';
import { executeRun, type FoundRun, failedKeys, findRuns, readJournal } from '../../runner/index.js';
import { createSolver } from '../../solvers/index.js';
import { type Solver, SqlassayError, type Suite } from '../../types/index.js';
import { chooseReporters } from '../choose-reporters.js';
import { wantsColors } from '../cli-io.js';
import { dayOf } from '../day-of.js';
import { usage } from '../flags/read-flag.js';
import type { Flags } from '../flags/resolve-flags.js';
import { loadProjectSuite, openProject, type Project } from '../open-project.js';
import { filterOf } from '../run-filter.js';
import { runsFolderOf } from '../runs-folder.js';
import { watchInterrupts } from '../watch-interrupts.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay run`: the exit code is the gate's. */
export const runCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(argument, io);
  const flags = flagsWith(project.config);
  checkTogether(flags);
  const suite = withFlags(await loadProjectSuite(project), flags);
  const mode = flags.mode ?? suite.mode ?? 'full';
  const gate = createGate(suite.gate, {
    knownFailures: suite.knownFailures,
    today: dayOf(io.now()),
    baseline: await openBaseline(suite.gate, mode),
  });
  const tally = createTally(gate, { unanswerableCode: suite.settings.unanswerable.code });
  const runsFolder = runsFolderOf(flags, project, io.folder);
  const only = flags.lastFailed === true ? await lastFailedKeys(runsFolder, suite) : undefined;
  const solver = await recordedAnswers(flags, suite, io.folder, project);
  const chosen = await chooseReporters(flags, project, tally, io);
  const interrupts = watchInterrupts(io);
  // A second Ctrl-C ends the process without unwinding; the terminal must not be left without a cursor.
  process.once('exit', chosen.close);
  try {
    const summary = await executeRun({
      suite,
      registry: project.registry,
      reporters: [tally.reporter, ...chosen.reporters],
      filter: filterOf(flags, suite, only),
      runsFolder,
      signal: interrupts.signal,
      mode,
      ...(solver === null ? {} : { solver }),
      ...(flags.passes === undefined ? {} : { passes: flags.passes }),
      ...(flags.bail === undefined ? {} : { bail: flags.bail }),
      ...(flags.resume === undefined ? {} : { resume: flags.resume }),
      ...(flags.retryErrors === undefined ? {} : { retryErrors: flags.retryErrors }),
      ...(flags.selfTest === undefined ? {} : { selfTest: flags.selfTest }),
      ...(flags.sqliteDriver === undefined ? {} : { sqliteDriver: flags.sqliteDriver }),
    });
    const { board, gate: decision } = tally.finish(summary);
    if (chosen.isStdoutForMachines) {
      const colors = wantsColors(io, flags.color) && io.stderr.isTTY === true;
      io.stderr.write(`${[...whereabouts(board, io), gateLine(decision, { colors })].join('\n')}\n`);
    }
    return decision.exitCode;
  } finally {
    interrupts.dispose();
    chosen.close();
    process.off('exit', chosen.close);
  }
};

function checkTogether({ resume, retryErrors, lastFailed, answers, answersFormat, mode }: Flags): void {
  if (retryErrors === true && resume === undefined) {
    throw usage('--retry-errors', 'It needs a run to continue', 'Add --resume.');
  }
  if (lastFailed === true && resume !== undefined) {
    throw usage('--last-failed', 'It starts a new run, and --resume continues one', 'Use one of them.');
  }
  if (answersFormat !== undefined && answers === undefined) {
    throw usage('--answers-format', 'It needs a file of answers', 'Add --answers FILE.');
  }
  if (answers !== undefined && mode === 'plans') {
    throw usage('--answers', 'Mode plans runs the recorded plans, not answers', 'Use --mode full.');
  }
}

function withFlags(suite: Suite, { concurrency }: Flags): Suite {
  if (concurrency === undefined) return suite;
  const { settings } = suite;
  return {
    ...suite,
    settings: { ...settings, concurrency: { ...settings.concurrency, cases: concurrency } },
  };
}

async function lastFailedKeys(runsFolder: string, suite: Suite): Promise<ReadonlySet<string>> {
  const last = await lastRun(runsFolder, suite);
  const failed = last === undefined ? new Set<string>() : await failedKeys(last.path);
  if (failed.size > 0) return failed;
  throw new SqlassayError('E_LAST_FAILED_NONE', {
    what: last === undefined ? 'There is no earlier run' : `Every case run of ${last.runId} passed`,
    where: suite.file ?? suite.name,
    advice: 'Run without --last-failed.',
  });
}

/** The newest run of this suite that did something: a filter that matched nothing must not hide the run before it. */
async function lastRun(runsFolder: string, suite: Suite): Promise<FoundRun | undefined> {
  for (const found of await findRuns(runsFolder)) {
    const { info, results } = await readJournal(found.path);
    if (info.suite !== suite.name) continue;
    const { done } = await results().next();
    if (done !== true) return found;
  }
  return undefined;
}

async function recordedAnswers(
  { answers, answersFormat, passes }: Flags,
  { cases }: Suite,
  workingFolder: string,
  { config, folder }: Project,
): Promise<Solver | null> {
  if (answers === undefined) return null;
  const path = resolve(answers === config.answers ? folder : workingFolder, answers);
  const format = answersFormat === undefined ? {} : { format: answersFormat };
  return createSolver(
    { kind: 'replay', path, ...format },
    { baseFolder: dirname(path), cases, ...(passes === undefined ? {} : { passes }) },
  );
}
