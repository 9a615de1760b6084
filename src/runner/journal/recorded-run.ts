import type { CaseResult, RunInfo, RunSummary, SelfTest } from '../../types/index.js';
import { notAJournal, readJournal, readRecords } from './journal-reader.js';

/** A run that was made earlier: what it came to, and every finished case run. */
export interface RecordedRun {
  readonly summary: RunSummary;
  results(): AsyncIterable<CaseResult>;
}

type Ended = Pick<RunSummary, 'end' | 'datasources' | 'seconds' | 'spentUsd'>;

const died: Ended = { end: { kind: 'interrupted' }, datasources: [], seconds: 0 };

/**
 * A run as its journal has it. One whose journal has no end died, and counts as interrupted.
 *
 * @throws SqlassayError E_JOURNAL_DAMAGED
 */
export async function readRecordedRun(path: string): Promise<RecordedRun> {
  const journal = await readJournal(path);
  let info: RunInfo | undefined;
  let selfTest: SelfTest | null = null;
  let ended: Ended | null = null;
  for await (const { record } of readRecords(path)) {
    if (record.kind === 'run') info = record.info;
    else if (record.kind === 'selfTest') selfTest = record.selfTest;
    else if (record.kind === 'end') ended = record;
    else if (record.kind === 'resume') ended = null;
  }
  if (info === undefined) throw notAJournal(path);
  const { end, datasources, seconds, spentUsd = null } = ended ?? died;
  const counts = await countResults(journal.results(), info.total);
  return {
    summary: { info: { ...info, journalPath: path }, counts, end, selfTest, datasources, seconds, spentUsd },
    results: () => journal.results(),
  };
}

async function countResults(
  results: AsyncIterable<CaseResult>,
  total: number,
): Promise<RunSummary['counts']> {
  const seen = { pass: 0, fail: 0, inconclusive: 0, error: 0, unscored: 0 };
  let done = 0;
  for await (const { status } of results) {
    seen[status] += 1;
    done += 1;
  }
  return {
    total,
    passed: seen.pass,
    failed: seen.fail,
    inconclusive: seen.inconclusive,
    error: seen.error,
    unscored: seen.unscored,
    notRun: Math.max(0, total - done),
  };
}
