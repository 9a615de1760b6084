import { relative } from 'node:path';
import { cutLine, toJson, visibleLine } from '../../report/index.js';
import { type PlannedRun, schedule } from '../../runner/index.js';
import { alignRows } from '../align-rows.js';
import { columnsOf } from '../cli-io.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { filterOf } from '../run-filter.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay list`: what a run with the same flags would do. */
export const listCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(argument, io);
  const flags = flagsWith(project.config);
  const suite = await loadProjectSuite(project);
  const runs = schedule(suite, flags.mode ?? suite.mode ?? 'full', 1, filterOf(flags, suite));
  if (flags.json === true) {
    io.stdout.write(`${toJson({ schemaVersion: 1, suite: suite.name, caseRuns: runs.map(describe) })}\n`);
  } else {
    const width = columnsOf(io);
    const rows = runs.map((run) => [
      run.caseId,
      run.role,
      run.expected,
      run.case.tags?.join(' ') ?? '',
      run.case.question,
    ]);
    const lines = alignRows([
      ['case', 'role', 'expected', 'tags', 'question'],
      ...rows.map((row) => row.map(visibleLine)),
    ]);
    for (const line of lines) io.stdout.write(`${cutLine(line, width)}\n`);
    io.stderr.write(`${runs.length} case runs of ${relative(io.folder, project.suiteFile)}\n`);
  }
  return 0;
};

function describe({ caseId, role, expected, case: item }: PlannedRun) {
  const { question, kind = 'answer', difficulty = null, tags = [], datasources = [], source = null } = item;
  return { caseId, role, expected, kind, question, difficulty, tags, datasources, source };
}
