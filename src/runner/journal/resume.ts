import { join } from 'node:path';
import {
  type CaseResult,
  type CaseRunKey,
  type RunInfo,
  type SelfTest,
  type SolverOutput,
  SqlassayError,
} from '../../types/index.js';
import { caseRunId } from '../case-run-id.js';
import type { SpentBefore } from '../cost/cost-cap.js';
import { createSpendingReader } from '../cost/journal-spending.js';
import { type RunIdentity, requireSameIdentity } from '../run-identity.js';
import { cutTornLine, findRuns, notAJournal, readJournal, readRecords } from './journal-reader.js';

/** An answer as a journal keeps it. */
export interface ReceivedReply {
  readonly output: SolverOutput;
  readonly seconds: number;
  readonly from?: 'cache' | 'recorded';
}

/** What the journal of an earlier, unfinished run says. */
export interface Resumed {
  readonly info: RunInfo;
  readonly path: string;
  readonly selfTest: SelfTest | null;
  /** Case runs that are finished, by id. */
  readonly finished: ReadonlySet<string>;
  /** Answers that were received and not scored, by id. */
  readonly replies: ReadonlyMap<string, ReceivedReply>;
  /** Calls that were in flight when the run died. */
  readonly inFlight: readonly CaseRunKey[];
  readonly spent: SpentBefore;
  /** The finished results, each case run once, without those that are done again. */
  results(): AsyncIterable<CaseResult>;
}

/** Finds the run, cuts a torn last line off its journal and reads what is finished. */
export async function resumeRun(
  folder: string,
  runId: string,
  identity: RunIdentity,
  retryErrors: boolean,
): Promise<Resumed> {
  const runs = await findRuns(folder);
  const found = runId === 'latest' ? runs[0] : runs.find((run) => run.runId === runId);
  if (found === undefined) {
    throw new SqlassayError('E_RUN_NOT_FOUND', {
      what: runId === 'latest' ? 'There is no run to resume' : `There is no run ${runId}`,
      where: folder,
      advice:
        runs.length === 0
          ? 'Start a run without --resume.'
          : `The newest are ${runs
              .slice(0, 3)
              .map((run) => run.runId)
              .join(', ')}.`,
    });
  }
  await cutTornLine(found.path);
  return readState(found.path, identity, retryErrors);
}

async function readState(path: string, identity: RunIdentity, retryErrors: boolean): Promise<Resumed> {
  let info: RunInfo | undefined;
  let selfTest: SelfTest | null = null;
  const finished = new Set<string>();
  const replies = new Map<string, ReceivedReply>();
  const calls = new Map<string, CaseRunKey>();
  const spending = createSpendingReader();
  for await (const { record } of readRecords(path)) {
    spending.read(record);
    if (record.kind === 'run') {
      requireSameIdentity(record.identity, identity, path);
      info = record.info;
    } else if (record.kind === 'selfTest') selfTest = record.selfTest;
    else if (record.kind === 'call') calls.set(caseRunId(record.key), record.key);
    else if (record.kind === 'reply') {
      const { output, seconds, from } = record;
      replies.set(caseRunId(record.key), { output, seconds, ...(from === undefined ? {} : { from }) });
      calls.delete(caseRunId(record.key));
    } else if (record.kind === 'case') {
      const id = caseRunId(record.result);
      calls.delete(id);
      if (retryErrors && record.result.status === 'error') {
        finished.delete(id);
        if (record.result.infrastructure?.step === 'solver') replies.delete(id);
      } else finished.add(id);
    }
  }
  if (info === undefined) throw notAJournal(path);
  for (const id of finished) {
    replies.delete(id);
    calls.delete(id);
  }
  const inFlight = [...calls.values()];
  return {
    info,
    path,
    selfTest,
    finished,
    replies,
    inFlight,
    spent: spending.sum(inFlight.length),
    results: () => finishedResults(path, finished),
  };
}

async function* finishedResults(path: string, finished: ReadonlySet<string>): AsyncGenerator<CaseResult> {
  for await (const result of (await readJournal(path)).results()) {
    if (finished.has(caseRunId(result))) yield result;
  }
}

export function journalPathOf(folder: string, runId: string): string {
  return join(folder, `${runId}.jsonl`);
}
