import { createReadStream } from 'node:fs';
import { readdir, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { type CaseResult, type RunInfo, SqlassayError } from '../../types/index.js';
import { caseRunId } from '../case-run-id.js';
import type { JournalRecord } from './journal-records.js';
import { parseRecord } from './record-text.js';

const newline = 0x0a;

/** One record and where its line ends, in bytes. */
export interface JournalEntry {
  readonly record: JournalRecord;
  readonly end: number;
}

/** Every whole record of a journal. A last line without its end was torn by the death of its writer and is left out. */
export async function* readRecords(path: string): AsyncGenerator<JournalEntry> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  let line = 0;
  for await (const chunk of createReadStream(path)) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let stop = rest.indexOf(newline); stop !== -1; stop = rest.indexOf(newline, start)) {
      line += 1;
      const text = rest.toString('utf8', start, stop);
      offset += stop + 1 - start;
      start = stop + 1;
      yield { record: parseLine(text, path, line), end: offset };
    }
    rest = rest.subarray(start);
  }
}

function parseLine(text: string, path: string, line: number): JournalRecord {
  try {
    return parseRecord(text) as JournalRecord;
  } catch (cause) {
    throw new SqlassayError('E_JOURNAL_DAMAGED', {
      what: 'A line of the journal is not JSON',
      where: `${path}:${line}`,
      advice: 'The file was changed by something else. Start the run anew, without --resume.',
      cause,
    });
  }
}

/** Cuts a torn last line off, so that the next record starts on a line of its own. */
export async function cutTornLine(path: string): Promise<boolean> {
  let end = 0;
  for await (const entry of readRecords(path)) end = entry.end;
  const { size } = await stat(path);
  if (size === end) return false;
  await truncate(path, end);
  return true;
}

/** A finished or unfinished run, as its journal has it. */
export interface Journal {
  readonly info: RunInfo;
  /** Each case run once: the last result when a case run was done again. */
  results(): AsyncGenerator<CaseResult>;
}

export async function readJournal(path: string): Promise<Journal> {
  let info: RunInfo | undefined;
  const lastLine = new Map<string, number>();
  let line = 0;
  for await (const { record } of readRecords(path)) {
    line += 1;
    if (record.kind === 'run') info = record.info;
    if (record.kind === 'case') lastLine.set(caseRunId(record.result), line);
  }
  if (info === undefined) throw notAJournal(path);
  return {
    info,
    async *results() {
      let at = 0;
      for await (const { record } of readRecords(path)) {
        at += 1;
        if (record.kind === 'case' && lastLine.get(caseRunId(record.result)) === at) yield record.result;
      }
    },
  };
}

export function notAJournal(path: string): SqlassayError {
  return new SqlassayError('E_JOURNAL_DAMAGED', {
    what: 'The file is not the journal of a run',
    where: path,
    advice: 'Its first line must describe the run. Start the run anew, without --resume.',
  });
}

/** Case runs of a journal that did not pass. */
export async function failedKeys(path: string): Promise<ReadonlySet<string>> {
  const failed = new Set<string>();
  for await (const result of (await readJournal(path)).results()) {
    if (result.status !== 'pass' && result.status !== 'unscored') failed.add(caseRunId(result));
  }
  return failed;
}

export interface FoundRun {
  readonly runId: string;
  readonly path: string;
}

/** Journals of a folder, newest first; run ids sort by time. */
export async function findRuns(folder: string): Promise<readonly FoundRun[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  return names
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .reverse()
    .map((name) => ({ runId: name.slice(0, -'.jsonl'.length), path: join(folder, name) }));
}
