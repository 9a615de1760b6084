import { dirname, resolve } from 'node:path';
import {
  executeRun,
  type FoundRun,
  failedKeys,
  findRuns,
  readJournal,
  type Shard,
} from '../../runner/index.js';
import { createSolver } from '../../solvers/index.js';
import { type Solver, SqlassayError, type Suite } from '../../types/index.js';
import { conductRun, withFlags } from '../conduct-run.js';
import { usage } from '../flags/read-flag.js';
import type { Flags } from '../flags/resolve-flags.js';
import { loadProjectSuite, openProject, type Project } from '../open-project.js';
import { filterOf } from '../run-filter.js';
import { runsFolderOf } from '../runs-folder.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay run`: the exit code is the gate's. */
export const runCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(argument, io);
  const flags = flagsWith(project.config);
  checkTogether(flags);
  const suite = withFlags(await loadProjectSuite(project), flags);
  const mode = flags.mode ?? suite.mode ?? 'full';
  const runsFolder = runsFolderOf(flags, project, io.folder);
  const only = flags.lastFailed === true ? await lastFailedKeys(runsFolder, suite) : undefined;
  const solver = await recordedAnswers(flags, suite, io.folder, project);
  const shard = flags.shard === undefined ? undefined : readShard(flags.shard);
  return conductRun({ project, flags, suite, mode, io }, (common) =>
    executeRun({
      ...common,
      filter: filterOf(flags, suite, only),
      mode,
      ...(solver === null ? {} : { solver }),
      ...(shard === undefined ? {} : { shard }),
      ...(flags.cache === undefined ? {} : { cache: flags.cache }),
      ...(flags.passes === undefined ? {} : { passes: flags.passes }),
      ...(flags.bail === undefined ? {} : { bail: flags.bail }),
      ...(flags.resume === undefined ? {} : { resume: flags.resume }),
      ...(flags.retryErrors === undefined ? {} : { retryErrors: flags.retryErrors }),
    }),
  );
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

function readShard(text: string): Shard {
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(text) ?? [];
  if (index !== undefined && of !== undefined) return { index: Number(index), of: Number(of) };
  throw usage('--shard', `"${text}" is not a part of a whole`, 'Write one such as 2/3.');
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
