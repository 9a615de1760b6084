import { createGate, openBaseline } from '../gate/index.js';
import { createTally, gateLine, whereabouts } from '../report/index.js';
import type { RunOptions } from '../runner/index.js';
import type { Mode, RunSummary, Suite } from '../types/index.js';
import { chooseReporters } from './choose-reporters.js';
import { type CliIo, wantsColors } from './cli-io.js';
import { dayOf } from './day-of.js';
import type { Flags } from './flags/resolve-flags.js';
import type { Project } from './open-project.js';
import { runsFolderOf } from './runs-folder.js';
import { watchInterrupts } from './watch-interrupts.js';

/** What is run, and by which flags. */
export interface Conducted {
  readonly project: Project;
  readonly flags: Flags;
  readonly suite: Suite;
  readonly mode: Mode;
  readonly io: CliIo;
}

/**
 * Reports a run while it goes on and judges it by the suite's gate; returns the gate's exit code.
 *
 * @param execute - does the run with the options that all commands that run have in common
 */
export async function conductRun(
  { project, flags, suite, mode, io }: Conducted,
  execute: (common: RunOptions) => Promise<RunSummary>,
): Promise<number> {
  const gate = createGate(suite.gate, {
    knownFailures: suite.knownFailures,
    today: dayOf(io.now()),
    baseline: await openBaseline(suite.gate, mode),
  });
  const tally = createTally(gate, { unanswerableCode: suite.settings.unanswerable.code });
  const chosen = await chooseReporters(flags, project, tally, io);
  const interrupts = watchInterrupts(io);
  // A second Ctrl-C ends the process without unwinding; the terminal must not be left without a cursor.
  process.once('exit', chosen.close);
  try {
    const summary = await execute({
      suite,
      registry: project.registry,
      reporters: [tally.reporter, ...chosen.reporters],
      runsFolder: runsFolderOf(flags, project, io.folder),
      signal: interrupts.signal,
      ...(flags.maxCostUsd === undefined ? {} : { maxCostUsd: flags.maxCostUsd }),
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
}

/** The suite with what flags say about it. */
export function withFlags(suite: Suite, { concurrency }: Flags): Suite {
  if (concurrency === undefined) return suite;
  const { settings } = suite;
  return {
    ...suite,
    settings: { ...settings, concurrency: { ...settings.concurrency, cases: concurrency } },
  };
}
