import { relative } from 'node:path';
import { baselinePath, createGate, openBaseline } from '../../gate/index.js';
import { createOutcomeCollector } from '../../outcomes/index.js';
import { gateLine, gateRemarks, toJson, visibleLine } from '../../report/index.js';
import { isCi, type RecordedRun } from '../../runner/index.js';
import { SqlassayError, type Suite } from '../../types/index.js';
import { type Accepted, acceptBaseline } from '../accept-baseline.js';
import { type CliIo, wantsColors } from '../cli-io.js';
import { dayOf } from '../day-of.js';
import { findRecordedRun } from '../find-recorded-run.js';
import type { Flags } from '../flags/resolve-flags.js';
import { loadProjectSuite, openProject } from '../open-project.js';
import { runsFolderOf } from '../runs-folder.js';
import type { CommandAction } from './command-action.js';

/** `sqlassay gate`: judges a run that was made by the suite's gate, or accepts it as the baseline. Runs nothing. */
export const gateCommand: CommandAction = async ({ argument, flagsWith, io }) => {
  const project = await openProject(flagsWith({}).suite ?? 'evals.yaml', io);
  const flags = flagsWith(project.config);
  const suite = await loadProjectSuite(project);
  const runsFolder = runsFolderOf(flags, project, io.folder);
  const run = await findRecordedRun(argument, { runsFolder, folder: io.folder, suite: suite.name });
  return flags.accept === true ? accept(suite, run, flags, io) : judge(suite, run, flags, io);
};

async function judge(suite: Suite, run: RecordedRun, flags: Flags, io: CliIo): Promise<number> {
  const { info } = run.summary;
  if (info.suite !== suite.name) {
    throw new SqlassayError('E_BASELINE_RUN', {
      what: `The run is of the suite ${info.suite}, and the gate of ${suite.name}`,
      where: info.runId,
      advice: 'Name the suite of the run with --suite.',
    });
  }
  const gate = createGate(suite.gate, {
    knownFailures: suite.knownFailures,
    today: dayOf(io.now()),
    baseline: await openBaseline(suite.gate, info.mode),
  });
  for await (const result of run.results()) gate.add(result);
  const decision = gate.decide(run.summary);
  if (flags.json === true) {
    const { runId, mode } = info;
    io.stdout.write(
      `${toJson({ schemaVersion: 1, run: { runId, suite: info.suite, mode }, gate: decision })}\n`,
    );
  } else {
    const look = { colors: wantsColors(io, flags.color) };
    io.stdout.write(`${[...gateRemarks(decision, look), gateLine(decision, look)].join('\n')}\n`);
  }
  return decision.exitCode;
}

async function accept(suite: Suite, run: RecordedRun, flags: Flags, io: CliIo): Promise<number> {
  const collector = createOutcomeCollector();
  for await (const result of run.results()) collector.add(result);
  const { summary } = run;
  const accepted = await acceptBaseline({
    suite,
    summary,
    outcomes: collector.finish(summary),
    path: baselinePath(suite.gate, summary.info.mode),
    isCi: isCi(io.env),
    today: dayOf(io.now()),
  });
  const { path, cases, passed, changes, baseline } = accepted;
  if (flags.json === true) {
    const { acceptedAt } = baseline;
    io.stdout.write(
      `${toJson({ schemaVersion: 1, accepted: { runId: summary.info.runId, path, acceptedAt, cases, passed, changes } })}\n`,
    );
  } else {
    const lines = describe(accepted, summary.info.runId, relative(io.folder, path));
    for (const line of lines) io.stdout.write(`${visibleLine(line)}\n`);
  }
  return 0;
}

function describe({ cases, passed, changes }: Accepted, runId: string, file: string): readonly string[] {
  return [
    ...(changes?.worse ?? []).map((name) => `does not pass any more: ${name}`),
    ...(changes?.better ?? []).map((name) => `passes now: ${name}`),
    `accepted ${runId} as ${file}: ${passed} of ${cases} cases pass`,
  ];
}
