import { rename, rm } from 'node:fs/promises';
import type { DatasourceInfo, RunCounts, RunEnd, RunInfo, RunSummary, SelfTest } from '../../types/index.js';
import { caseRunId } from '../case-run-id.js';
import { readRecords } from '../journal/journal-reader.js';
import { type JournalWriter, openJournalFor } from '../journal/journal-writer.js';
import type { RecordedRun } from '../journal/recorded-run.js';
import { journalPathOf } from '../journal/resume.js';
import { digest } from '../run-identity.js';
import { newRunId } from '../run-info.js';
import { refused, requireMergeable } from './require-mergeable.js';

/**
 * Puts the parts of a split run together into one run with a journal of its own, which can be gated, compared, reported and
 * scored again like any other.
 *
 * @param runsFolder - where the journal is written
 * @throws SqlassayError E_MERGE for parts that are missing, overlap or do not belong together
 */
export async function mergeRuns(parts: readonly RecordedRun[], runsFolder: string): Promise<RunSummary> {
  const summaries = parts.map(({ summary }) => summary);
  requireMergeable(summaries);
  const sorted = [...parts].sort((a, b) => a.summary.info.shard!.index - b.summary.info.shard!.index);
  const merged = summaryOf(
    sorted.map(({ summary }) => summary),
    runsFolder,
  );
  const path = merged.info.journalPath!;
  const unfinished = `${path}.tmp`;
  const { info } = merged;
  const { shard: _, ...identity } = info.identity;
  const journal = await openJournalFor(unfinished, { kind: 'run', schemaVersion: 1, info, identity });
  try {
    await copyParts(sorted, journal);
    const { end, datasources, seconds, spentUsd = null } = merged;
    if (merged.selfTest !== null) await journal.note({ kind: 'selfTest', selfTest: merged.selfTest });
    await journal.commit({ kind: 'end', end, datasources, seconds, spentUsd });
    await journal.close();
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  return merged;
}

async function copyParts(parts: readonly RecordedRun[], journal: JournalWriter): Promise<void> {
  const seen = new Set<string>();
  for (const part of parts) {
    await copyReplies(part.summary.info, journal);
    for await (const result of part.results()) {
      const id = caseRunId(result);
      if (seen.has(id)) throw refused(`${result.caseId} is in two parts`);
      seen.add(id);
      await journal.note({ kind: 'case', result });
    }
  }
}

/** A part that is only there as a report has no answers to copy, and so cannot be scored again. */
async function copyReplies({ journalPath, runId }: RunInfo, journal: JournalWriter): Promise<void> {
  if (journalPath === null) return;
  let isItsOwn = false;
  try {
    for await (const { record } of readRecords(journalPath)) {
      if (record.kind === 'run') isItsOwn = record.info.runId === runId;
      if (record.kind === 'reply' && isItsOwn) await journal.note(record);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

function summaryOf(parts: readonly RunSummary[], runsFolder: string): RunSummary {
  const infos = parts.map(({ info }) => info);
  const first = infos[0]!;
  const startedAt = infos.map((info) => info.startedAt).sort()[0]!;
  const runId = newRunId(startedAt);
  const { shard: _, ...identity } = first.identity;
  const spent = parts.flatMap(({ spentUsd }) =>
    spentUsd === null || spentUsd === undefined ? [] : [spentUsd],
  );
  return {
    info: {
      ...first,
      runId,
      identity,
      startedAt,
      total: sum(infos, ({ total }) => total),
      resumed: sum(infos, ({ resumed }) => resumed),
      repeatedCalls: sum(infos, ({ repeatedCalls }) => repeatedCalls),
      journalPath: journalPathOf(runsFolder, runId),
      datasetHash: digest(infos.map(({ datasetHash }) => datasetHash)),
      maxCostUsd: null,
      shard: null,
      mergedFrom: infos.map((info) => info.runId),
    },
    counts: addCounts(parts.map(({ counts }) => counts)),
    end: endOf(parts),
    selfTest: mergeSelfTests(parts.flatMap(({ selfTest }) => (selfTest === null ? [] : [selfTest]))),
    datasources: mergeDatasources(parts.flatMap(({ datasources }) => datasources)),
    seconds: Math.max(...parts.map(({ seconds }) => seconds)),
    spentUsd: spent.length === 0 ? null : sum(spent, (usd) => usd),
  };
}

function endOf(parts: readonly RunSummary[]): RunEnd {
  const stopped = parts.flatMap(({ end, info }) =>
    end.kind === 'stopped' ? [`part ${info.shard!.index}: ${end.why}`] : [],
  );
  return stopped.length === 0 ? { kind: 'finished' } : { kind: 'stopped', why: stopped.join('; ') };
}

function addCounts(counts: readonly RunCounts[]): RunCounts {
  const total = (name: keyof RunCounts): number => sum(counts, (one) => one[name]);
  return {
    total: total('total'),
    passed: total('passed'),
    failed: total('failed'),
    inconclusive: total('inconclusive'),
    error: total('error'),
    unscored: total('unscored'),
    notRun: total('notRun'),
  };
}

function mergeSelfTests(tests: readonly SelfTest[]): SelfTest | null {
  if (tests.length === 0) return null;
  return {
    checked: sum(tests, ({ checked }) => checked),
    cannotTell: tests.flatMap(({ cannotTell }) => cannotTell),
    undetermined: tests.flatMap(({ undetermined = [] }) => undetermined),
  };
}

function mergeDatasources(all: readonly DatasourceInfo[]): readonly DatasourceInfo[] {
  return [...new Map(all.map((one) => [one.name, one])).values()];
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
