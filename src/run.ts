import { createGate, type GateDecision } from './gate/index.js';
import { createRegistry } from './registry/index.js';
import { type Board, createBoard } from './report/index.js';
import { executeRun, type RunOptions, readJournal } from './runner/index.js';
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

/** How `run` is called: as `executeRun`, with the suite or the path of its file. */
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
  const gate = createGate(suite.gate, { knownFailures: suite.knownFailures, today: today() });
  const board = createBoard({ unanswerableCode: suite.settings.unanswerable.code, gate });
  const kept: CaseResult[] = [];
  const keepsJournal = (request.runsFolder ?? suite.file) !== null && request.runsFolder !== null;
  const recorder: Reporter = {
    onCaseEnd(result) {
      gate.add(result);
      board.add(result);
      if (!keepsJournal) kept.push(result);
    },
  };
  const summary = await executeRun({
    ...request,
    suite,
    registry,
    reporters: [recorder, ...(request.reporters ?? [])],
  });
  const decision = gate.decide(summary);
  return {
    counts: summary.counts,
    board: board.finish(summary),
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
