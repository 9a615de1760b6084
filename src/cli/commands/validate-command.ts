import { relative } from 'node:path';
import { toJson, visibleLine } from '../../report/index.js';
import { formatProblem, validateSuite } from '../../suite/index.js';
import { openProject } from '../open-project.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay validate`: every problem on a line; 2 when there is one. */
export const validateCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(argument, io);
  const flags = flagsWith(project.config);
  const problems = await validateSuite(project.suiteFile, { registry: project.registry });
  if (flags.json === true) {
    io.stdout.write(`${toJson({ schemaVersion: 1, valid: problems.length === 0, problems })}\n`);
  } else if (problems.length === 0) {
    io.stdout.write(`${relative(io.folder, project.suiteFile)} is valid\n`);
  } else {
    for (const problem of problems) io.stdout.write(`${visibleLine(formatProblem(problem))}\n`);
    io.stderr.write(`${problems.length === 1 ? 'one problem' : `${problems.length} problems`}\n`);
  }
  return problems.length === 0 ? 0 : 2;
};
