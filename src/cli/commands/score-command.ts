import { rescoreRun } from '../../runner/index.js';
import { conductRun, withFlags } from '../conduct-run.js';
import { findRecordedRun } from '../find-recorded-run.js';
import { usage } from '../flags/read-flag.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { runsFolderOf } from '../runs-folder.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay score`: scores the answers of an earlier run again; the exit code is the gate's. */
export const scoreCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(flagsWith({}).suite ?? 'evals.yaml', io);
  const flags = flagsWith(project.config);
  const suite = withFlags(await loadProjectSuite(project), flags);
  const runsFolder = runsFolderOf(flags, project, io.folder);
  const places = { runsFolder, folder: io.folder, suite: suite.name };
  const { info } = (await findRecordedRun(argument, places)).summary;
  if (info.journalPath === null) {
    throw usage('run', 'A report holds no answers to score', "Name the run's journal, or its id.");
  }
  if (info.suite !== suite.name) {
    throw usage(
      'run',
      `The run is of the suite ${info.suite}, not ${suite.name}`,
      'Name its suite with --suite.',
    );
  }
  const path = info.journalPath;
  return conductRun({ project, flags, suite, mode: info.mode, io }, (common) =>
    rescoreRun(path, { ...common, ...(flags.scorer === undefined ? {} : { scorers: flags.scorer }) }),
  );
};
