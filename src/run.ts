import { createGate, type GateDecision, openBaseline } from './gate/index.js';
import { createRegistry } from './registry/index.js';
import { type Board, createTally } from './report/index.js';
import { executeRun, type RunOptions, readJournal, runsFolderOf } from './runner/index.js';
import { loadSuite } from './suite/index.js';
import type { CaseResult, Reporter, RunCounts, RunSummary, Suite } from './types/index.js';

/** A run that is over. */
export interface RunResult {
  readonly counts: RunCounts;
  readonly board: Board;
  /** Whether the run is good enough, by the suite's gate. */
  readonly gate: GateDecision;
  /** The exit code of the same run on the command line. */
  readonly exitCode: GateDecision['exitCode'];
  readonly summary: RunSummary;
  /** Every finished case run, read from the journal where there is one. */
  cases(): Promise<readonly CaseResult[]>;
}

/** How `run` is called: the options of a run, with the suite or the path of its file. */
export type RunRequest = Omit<RunOptions, 'suite'> & { readonly suite: Suite | string };

/**
 * Runs a suite and adds it up.
 *
 * @throws SqlassayError when the suite, the solver, a scorer or an option is wrong.
 * @example
 * const { counts, exitCode } = await run({ suite: 'evals.yaml', mode: 'plans' });
 */
export async function run(request: RunRequest): Promise<RunResult> {
  const registry = request.registry ?? createRegistry(pluginsOf(request.suite));
  const suite =
    typeof request.suite === 'string' ? await loadSuite(request.suite, { registry }) : request.suite;
  const baseline = await openBaseline(suite.gate, request.mode ?? 'full');
  const gate = createGate(suite.gate, { knownFailures: suite.knownFailures, today: today(), baseline });
  const tally = createTally(gate, { unanswerableCode: suite.settings.unanswerable.code });
  const kept: CaseResult[] = [];
  const keeper: Reporter = { onCaseEnd: (result) => void kept.push(result) };
  const options: RunOptions = { ...request, suite, registry };
  const keepers = runsFolderOf(options) === null ? [keeper] : [];
  const summary = await executeRun({
    ...options,
    reporters: [tally.reporter, ...keepers, ...(request.reporters ?? [])],
  });
  const { board, gate: decision } = tally.finish(summary);
  return {
    counts: summary.counts,
    board,
    gate: decision,
    exitCode: decision.exitCode,
    summary,
    cases: () => casesOf(summary, kept),
  };
}

function pluginsOf(suite: Suite | string): { pluginsFor?: string } {
  const file = typeof suite === 'string' ? suite : suite.file;
  return file === null ? {} : { pluginsFor: file };
}

async function casesOf(
  { info: { journalPath } }: RunSummary,
  kept: readonly CaseResult[],
): Promise<readonly CaseResult[]> {
  if (journalPath === null) return kept;
  const results: CaseResult[] = [];
  for await (const result of (await readJournal(journalPath)).results()) results.push(result);
  return results;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
