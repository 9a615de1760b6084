import { dirname, join } from 'node:path';
import { createOutcomeCollector, type RunOutcomes, relate } from '../../outcomes/index.js';
import { describeComparison, renderComparison, toJson } from '../../report/index.js';
import type { RecordedRun } from '../../runner/index.js';
import { SqlassayError } from '../../types/index.js';
import { columnsOf, wantsColors } from '../cli-io.js';
import { findRecordedRun } from '../find-recorded-run.js';
import { findSuite } from '../find-suite.js';
import { usage } from '../flags/read-flag.js';
import { openFolder } from '../open-project.js';
import { requireComparable } from '../require-comparable.js';
import { runsFolderOf } from '../runs-folder.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay compare A B`: two runs side by side. It judges nothing, so its exit code is 0 whatever it finds. */
export const compareCommand: CommandAction = async ({ argument, moreArguments, flagsWith, io }) => {
  const [other, third] = moreArguments;
  if (argument === '' || other === undefined || third !== undefined) {
    throw usage(
      'compare',
      'It takes two runs',
      'Name each by its id, by `latest`, or by its journal or JSON report.',
    );
  }
  const named = flagsWith({}).suite;
  const suiteFile = named === undefined ? join(io.folder, 'evals.yaml') : findSuite(named, io);
  const project = await openFolder(dirname(suiteFile), suiteFile);
  const flags = flagsWith(project.config);
  const places = { runsFolder: runsFolderOf(flags, project, io.folder), folder: io.folder };
  const a = await outcomesOf(await findRecordedRun(argument, places));
  const b = await outcomesOf(await findRecordedRun(other, places));
  const relation = relate(a, b);
  if (flags.allow !== true) requireComparable(relation);
  if (relation.common.length === 0 || relation.labels.length === 0) {
    throw new SqlassayError('E_RUNS_NOT_COMPARABLE', {
      what: 'The runs have no case and scorer in common that are the same in both',
      where: `${a.runId} and ${b.runId}`,
      advice: 'Compare two runs of one suite.',
    });
  }
  const comparison = describeComparison(a, b, relation);
  if (flags.json === true) io.stdout.write(`${toJson(comparison)}\n`);
  else {
    const look = { columns: columnsOf(io), colors: wantsColors(io, flags.color) };
    io.stdout.write(renderComparison(comparison, look));
  }
  return 0;
};

async function outcomesOf(run: RecordedRun): Promise<RunOutcomes> {
  const collector = createOutcomeCollector();
  for await (const result of run.results()) collector.add(result);
  return collector.finish(run.summary);
}
