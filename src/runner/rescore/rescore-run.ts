import type { CaseResult, RunInfo, RunSummary, Solver } from '../../types/index.js';
import { caseRunId } from '../case-run-id.js';
import { createCostCap, nothingSpent } from '../cost/cost-cap.js';
import { driveRun } from '../drive-run.js';
import { type JournalWriter, openJournalFor } from '../journal/journal-writer.js';
import { openScope } from '../open-scope.js';
import { type PreparedRun, prepareRun } from '../prepare-run.js';
import { runInfo, runsFolderOf } from '../run-info.js';
import type { RunOptions } from '../run-options.js';
import { openResources } from '../run-resources.js';
import type { RunScope } from '../run-scope.js';
import { schedule } from '../schedule/schedule.js';
import { askedHash } from '../solver-input.js';
import { cannotScore, type RecordedReplies, type RecordedReply, readReplies } from './recorded-replies.js';

/** What a run's answers are scored with; mode, passes and case runs are the run's own. */
export type RescoreOptions = Omit<
  RunOptions,
  | 'mode'
  | 'passes'
  | 'filter'
  | 'shard'
  | 'solver'
  | 'resume'
  | 'retryErrors'
  | 'bail'
  | 'cache'
  | 'cacheFolder'
>;

/**
 * Scores the answers of an earlier run again, by the suite as it is now, and asks nobody: the solver is not called, and case
 * runs whose solver failed stay errors. The result is a run of its own, with a journal of its own.
 *
 * @param path - the journal of the run
 * @throws SqlassayError E_SCORE_CHANGED where the suite asks something else by now
 */
export async function rescoreRun(path: string, options: RescoreOptions): Promise<RunSummary> {
  const recorded = await readReplies(path);
  const { info: old } = recorded;
  const only = new Set([...recorded.results.keys(), ...recorded.replies.keys()]);
  const runOptions: RunOptions = { ...options, mode: old.mode, passes: old.passes, filter: { only } };
  const resources = openResources(runOptions);
  let prepared: PreparedRun | null = null;
  let journal: JournalWriter | null = null;
  try {
    requireCases(path, only, runOptions);
    prepared = await prepareRun(runOptions, resources, answersOf(recorded));
    const info = infoOf(runOptions, prepared, old);
    const bare = openScope(runOptions, prepared, resources, null, null);
    const replies = toScore(path, recorded, prepared, bare);
    if (info.journalPath !== null) {
      const { identity } = prepared;
      journal = await openJournalFor(info.journalPath, { kind: 'run', schemaVersion: 1, info, identity });
    }
    const carried = [...recorded.results.values()].filter((one) => !replies.has(caseRunId(one)));
    await copy(journal, prepared, replies, carried);
    const summary = await driveRun({
      options: runOptions,
      scope: { ...bare, journal },
      runs: prepared.runs,
      info,
      before: {
        selfTest: null,
        finished: new Set(carried.map(caseRunId)),
        replies,
        results: async function* () {
          yield* carried;
        },
      },
      journal,
      costs: createCostCap(info.maxCostUsd, nothingSpent),
      unfinished: unfinishedOf(recorded),
    });
    return summary;
  } finally {
    await resources.close();
    await prepared?.close();
    await journal?.close();
  }
}

function infoOf(options: RunOptions, prepared: PreparedRun, old: RunInfo): RunInfo {
  const info = runInfo(options, prepared, runsFolderOf(options), null);
  return { ...info, total: Math.max(old.total, info.total), shard: old.shard, rescored: old.runId };
}

/** Why the run whose answers these are is not whole. */
function unfinishedOf({ end, info }: RecordedReplies): string | null {
  if (end.kind === 'finished') return null;
  const why = end.kind === 'stopped' ? `was stopped: ${end.why}` : 'was interrupted';
  return `the run ${info.runId}, whose answers these are, ${why}`;
}

function requireCases(path: string, only: ReadonlySet<string>, { suite, mode, passes }: RunOptions): void {
  const known = new Set(schedule(suite, mode ?? 'full', passes ?? 1).map(caseRunId));
  const gone = [...only].filter((id) => !known.has(id));
  if (gone.length === 0) return;
  throw cannotScore(
    path,
    gone.map((id) => {
      const [caseId, role] = JSON.parse(id) as [string, string, number];
      return `the suite has no case ${caseId} for the role ${role} any more`;
    }),
  );
}

/** A solver by name only: its answers are there. */
function answersOf({ info, identity, replies }: RecordedReplies): Solver {
  const outputs = [...replies.values()].map(({ output }) => output);
  const never = async (): Promise<never> => {
    throw new Error('There is no answer to score');
  };
  return {
    name: info.solver,
    recorded: true,
    ...(identity.solver === undefined ? {} : { identity: identity.solver }),
    solve: never,
    ...(outputs.some(({ retrieval }) => retrieval !== undefined) ? { retrieve: never } : {}),
    ...(outputs.some(({ ranking }) => ranking !== undefined) ? { route: never } : {}),
  };
}

/** The answers to score; case runs whose solver failed have none. */
function toScore(
  path: string,
  { replies, results }: RecordedReplies,
  { runs }: PreparedRun,
  scope: RunScope,
): ReadonlyMap<string, RecordedReply> {
  const problems: string[] = [];
  const found = new Map<string, RecordedReply>();
  for (const run of runs) {
    const id = caseRunId(run);
    const reply = replies.get(id);
    const result = results.get(id);
    if (reply === undefined) {
      if (result?.infrastructure?.step !== 'solver') problems.push(`there is no answer for ${run.caseId}`);
    } else if (reply.asked !== askedHash(run, scope) && reply.asked !== askedHash(run, scope, true)) {
      problems.push(`${run.caseId}: ${difference(result, run.case.question)}`);
    } else if (result?.infrastructure?.step !== 'solver') found.set(id, reply);
  }
  if (problems.length > 0) throw cannotScore(path, problems);
  return found;
}

function difference(result: CaseResult | undefined, question: string): string {
  return result !== undefined && result.question !== question
    ? `its question was ${JSON.stringify(result.question)} and is ${JSON.stringify(question)}`
    : 'what the solver is told besides the question (evidence, datasources, dialect) changed';
}

async function copy(
  journal: JournalWriter | null,
  { runs }: PreparedRun,
  replies: ReadonlyMap<string, RecordedReply>,
  carried: readonly CaseResult[],
): Promise<void> {
  for (const { caseId, role, pass } of runs) {
    const key = { caseId, role, pass };
    const reply = replies.get(caseRunId(key));
    if (reply === undefined) continue;
    const { asked, output, seconds, from = 'recorded' } = reply;
    await journal?.note({ kind: 'reply', key, asked, output, seconds, from });
  }
  for (const result of carried) await journal?.note({ kind: 'case', result });
}
