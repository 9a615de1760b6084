import {
  type CaseResult,
  type RunEnd,
  type RunInfo,
  type SolverOutput,
  SqlassayError,
} from '../../types/index.js';
import { caseRunId } from '../case-run-id.js';
import { notAJournal, readRecords } from '../journal/journal-reader.js';
import type { RunIdentity } from '../run-identity.js';

/** An answer, and a hash of what was asked. */
export interface RecordedReply {
  readonly asked: string;
  readonly output: SolverOutput;
  readonly seconds: number;
  readonly from?: 'cache' | 'recorded';
}

/** Everything of a run's journal that scoring its answers again takes. */
export interface RecordedReplies {
  readonly info: RunInfo;
  readonly identity: RunIdentity;
  readonly end: RunEnd;
  readonly replies: ReadonlyMap<string, RecordedReply>;
  /** The last result of each case run. */
  readonly results: ReadonlyMap<string, CaseResult>;
}

export async function readReplies(path: string): Promise<RecordedReplies> {
  let head: { info: RunInfo; identity: RunIdentity } | undefined;
  let end: RunEnd = { kind: 'interrupted' };
  const replies = new Map<string, RecordedReply>();
  const results = new Map<string, CaseResult>();
  for await (const { record } of readRecords(path)) {
    if (record.kind === 'run') head = record;
    else if (record.kind === 'resume') end = { kind: 'interrupted' };
    else if (record.kind === 'end') end = record.end;
    else if (record.kind === 'reply') replies.set(caseRunId(record.key), record);
    else if (record.kind === 'case') results.set(caseRunId(record.result), record.result);
  }
  if (head === undefined) throw notAJournal(path);
  return { ...head, end, replies, results };
}

/** What keeps answers from being scored, of which the first few are told. */
export function cannotScore(path: string, problems: readonly string[]): SqlassayError {
  const shown = problems.slice(0, 5).join('; ');
  const more = problems.length > 5 ? `; and ${problems.length - 5} more` : '';
  return new SqlassayError('E_SCORE_CHANGED', {
    what: `The answers of the run cannot be scored again: ${shown}${more}`,
    where: path,
    advice: 'Undo the change, or ask again with `sqlassay run`.',
  });
}
