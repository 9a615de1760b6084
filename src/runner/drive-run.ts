import type { CaseResult, RunEnd, RunInfo, RunSummary, SelfTest } from '../types/index.js';
import { caseRunId } from './case-run-id.js';
import type { CostCap, Spent } from './cost/cost-cap.js';
import { spentOn } from './cost/spent-on.js';
import { evaluate } from './evaluate.js';
import type { JournalWriter } from './journal/journal-writer.js';
import type { ReceivedReply } from './journal/resume.js';
import { createNotifier, type Notifier } from './notify.js';
import type { RunOptions } from './run-options.js';
import type { RunScope } from './run-scope.js';
import { inParallel } from './schedule/in-parallel.js';
import type { PlannedRun } from './schedule/schedule.js';
import { selfTest } from './self-test/self-test.js';
import { Tally } from './tally.js';

/** What is there already of a run that is continued, or scored again. */
export interface Before {
  readonly selfTest: SelfTest | null;
  /** Case runs that are finished, by id. */
  readonly finished: ReadonlySet<string>;
  /** Answers that were received and are still to be scored, by id. */
  readonly replies: ReadonlyMap<string, ReceivedReply>;
  results(): AsyncIterable<CaseResult>;
}

export interface Drive {
  readonly options: RunOptions;
  readonly scope: RunScope;
  readonly runs: readonly PlannedRun[];
  readonly info: RunInfo;
  readonly before: Before | null;
  readonly journal: JournalWriter | null;
  readonly costs: CostCap;
  /** Why there are case runs that nobody will do, when the others are done. */
  readonly unfinished?: string | null;
}

/** Does the case runs that are still to do, journals and reports each, and sums up. */
export async function driveRun(parts: Drive): Promise<RunSummary> {
  const { options, scope, info, before, journal } = parts;
  const started = scope.clock();
  const notifier = createNotifier(options.reporters ?? []);
  const tally = new Tally(info.total);
  await notifier.runStart(info);
  if (before !== null) await replayFinished(before, tally, notifier);
  const tested = await testSuite(parts);
  const stopped = await runCases(parts, tally, notifier);
  const datasources = await scope.databases.describe(new AbortController().signal);
  const summary: RunSummary = {
    info,
    counts: tally.counts(),
    end: endOf(scope.signal, stopped ?? parts.unfinished ?? null),
    selfTest: tested,
    datasources,
    seconds: (scope.clock() - started) / 1000,
    spentUsd: parts.costs.spentUsd,
  };
  await journal?.commit({
    kind: 'end',
    end: summary.end,
    datasources,
    seconds: summary.seconds,
    spentUsd: parts.costs.spentUsd,
  });
  await notifier.runEnd(summary);
  return summary;
}

function endOf(signal: AbortSignal, stopped: string | null): RunEnd {
  if (signal.aborted) return { kind: 'interrupted' };
  return stopped === null ? { kind: 'finished' } : { kind: 'stopped', why: stopped };
}

async function testSuite({ options, scope, runs, before, journal }: Drive): Promise<SelfTest | null> {
  // Mode retrieval looks at no answer, so there is none to tell from a wrong one.
  if (options.selfTest === false || scope.mode === 'retrieval') return null;
  if (before?.selfTest) {
    for (const { caseId, reasons } of before.selfTest.undetermined ?? [])
      scope.undetermined.set(caseId, reasons);
    return before.selfTest;
  }
  const result = await selfTest(runs, scope, scope.suite.settings.concurrency.cases);
  if (!scope.signal.aborted) await journal?.note({ kind: 'selfTest', selfTest: result });
  return result;
}

/** Does what is still to do; returns why it stopped early, if it did. */
async function runCases(
  { options: { bail }, scope, runs, before, journal, costs }: Drive,
  tally: Tally,
  notifier: Notifier,
): Promise<string | null> {
  let stopped: string | null = null;
  const bailed = new AbortController();
  const stop = AbortSignal.any([bailed.signal, scope.signal]);
  const todo = runs.filter((run) => !before?.finished.has(caseRunId(run)));
  await inParallel(todo, scope.suite.settings.concurrency.cases, stop, async (run) => {
    if (!(await costs.admit())) return bailed.abort();
    const reply = receivedReply(run, before);
    let spent: Spent = { kind: 'known', usd: 0, paid: false };
    try {
      await notifier.caseStart({ caseId: run.caseId, role: run.role, pass: run.pass });
      const evaluated = await evaluate(run, scope, reply);
      if (evaluated === null) return;
      const result = scope.hide(evaluated);
      await journal?.commit({ kind: 'case', result });
      spent = spentOn(result, scope, reply !== null);
      await finished(result);
    } finally {
      costs.settle(spent);
    }
  });
  return stopped ?? costs.stopped;

  async function finished(result: CaseResult): Promise<void> {
    tally.add(result);
    await notifier.caseEnd(result);
    if (bail !== undefined && tally.notPassed >= bail && stopped === null) {
      stopped = `${tally.notPassed} case runs did not pass (--bail ${bail})`;
      bailed.abort();
    }
  }
}

/** A reply that was received before the run died is scored, never asked for again. */
function receivedReply(run: PlannedRun, before: Before | null) {
  const reply = before?.replies.get(caseRunId(run));
  return reply === undefined ? null : ({ kind: 'answered', ...reply } as const);
}

async function replayFinished(before: Before, tally: Tally, notifier: Notifier): Promise<void> {
  for await (const result of before.results()) {
    tally.add(result);
    await notifier.caseEnd(result);
  }
}
