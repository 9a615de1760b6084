import { relative } from 'node:path';
import { checkGolds, explainUndetermined, type GoldOutcome, recordGolds } from '../../gold/index.js';
import { toJson, visibleLine } from '../../report/index.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { watchInterrupts } from '../watch-interrupts.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay gold`: 1 when a recorded result does not reproduce (`--check`), 3 when a gold query did not run. */
export const goldCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(argument, io);
  const flags = flagsWith(project.config);
  const suite = await loadProjectSuite(project);
  const interrupts = watchInterrupts(io);
  try {
    const work = flags.check === true ? checkGolds : recordGolds;
    const { outcomes, files } = await work(suite, { signal: interrupts.signal });
    if (interrupts.signal.aborted) return 130;
    if (flags.json === true) {
      io.stdout.write(`${toJson({ schemaVersion: 1, outcomes, files })}\n`);
    } else {
      for (const outcome of outcomes) {
        if (outcome.kind !== 'same') io.stdout.write(`${describe(outcome, io.folder)}\n`);
        for (const line of describeOpen(outcome, io.folder)) io.stdout.write(`${line}\n`);
      }
      for (const file of files) io.stdout.write(`wrote ${relative(io.folder, file)}\n`);
      io.stdout.write(`${summary(outcomes)}\n`);
    }
    return exitCode(outcomes);
  } finally {
    interrupts.dispose();
  }
};

function describe({ kind, caseId, source, detail }: GoldOutcome, folder: string): string {
  const place = source === null ? '' : ` · ${relative(folder, source.file)}:${source.line}`;
  return visibleLine(`${kind} ${caseId}${place}${detail === null ? '' : ` · ${detail}`}`);
}

/** A line for each reason why the data do not determine a gold. */
function describeOpen({ caseId, source, undetermined }: GoldOutcome, folder: string): readonly string[] {
  const place = source === null ? '' : ` · ${relative(folder, source.file)}:${source.line}`;
  return undetermined.map((reason) =>
    visibleLine(`undetermined ${caseId}${place} · ${reason}: ${explainUndetermined(reason)}`),
  );
}

function summary(outcomes: readonly GoldOutcome[]): string {
  const kinds = ['same', 'recorded', 'changed', 'missing', 'failed'] as const;
  const count = (kind: GoldOutcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
  const counts = kinds
    .filter((kind) => kind === 'same' || count(kind) > 0)
    .map((kind) => `${count(kind)} ${kind}`);
  const open = outcomes.filter(({ undetermined }) => undetermined.length > 0).length;
  return [`${outcomes.length} golds`, ...counts, ...(open > 0 ? [`${open} undetermined`] : [])].join(' · ');
}

function exitCode(outcomes: readonly GoldOutcome[]): number {
  if (outcomes.some(({ kind }) => kind === 'changed' || kind === 'missing')) return 1;
  return outcomes.some(({ kind }) => kind === 'failed') ? 3 : 0;
}
