import { relative } from 'node:path';
import { toJson, visibleLine } from '../../report/index.js';
import { mergeRuns, type RecordedRun } from '../../runner/index.js';
import { findRecordedRun } from '../find-recorded-run.js';
import { usage } from '../flags/read-flag.js';
import { openProject } from '../open-project.js';
import { runsFolderOf } from '../runs-folder.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay merge`: writes the journal of the whole run and says where it is. */
export const mergeCommand: CommandAction = async ({ argument, moreArguments, flagsWith, io }) => {
  if (argument === '' || moreArguments.length === 0) {
    throw usage('merge', 'It takes the parts of a run, two or more', 'Name each by its id or its file.');
  }
  const project = await openProject(flagsWith({}).suite ?? 'evals.yaml', io);
  const flags = flagsWith(project.config);
  const runsFolder = runsFolderOf(flags, project, io.folder);
  const parts: RecordedRun[] = [];
  for (const name of [argument, ...moreArguments]) {
    parts.push(await findRecordedRun(name, { runsFolder, folder: io.folder }));
  }
  const summary = await mergeRuns(parts, runsFolder);
  const { info, counts } = summary;
  if (flags.json === true) {
    const { runId, journalPath, mergedFrom } = info;
    io.stdout.write(`${toJson({ schemaVersion: 1, runId, journalPath, mergedFrom, counts })}\n`);
  } else {
    const { passed, failed, inconclusive, error, unscored, notRun } = counts;
    const told = `${passed} passed · ${failed} failed · ${inconclusive} inconclusive · ${error} errored · ${unscored} unscored · ${notRun} not run`;
    io.stdout.write(`merged ${parts.length} parts into ${info.runId} · ${told}\n`);
    io.stdout.write(`${visibleLine(relative(io.folder, info.journalPath!))}\n`);
    io.stdout.write(`Judge it with: sqlassay gate ${info.runId}\n`);
  }
  return 0;
};
