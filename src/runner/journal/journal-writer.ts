import { writeSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writing } from '../../modules/index.js';
import type { JournalRecord } from './journal-records.js';
import { recordText } from './record-text.js';

/** Appends records to a run's journal. */
export interface JournalWriter {
  /** Resolves when the record is written: it then survives the death of this process, not of the machine. */
  note(record: JournalRecord): Promise<void>;
  /** Resolves when the record is on disk. */
  commit(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

/** Opens the journal of a run, in a folder that may not be there yet, with its first record on disk. */
export async function openJournalFor(path: string, first: JournalRecord): Promise<JournalWriter> {
  await writing(path, () => mkdir(dirname(path), { recursive: true }));
  const journal = await openJournal(path);
  await journal.commit(first);
  return journal;
}

interface Waiting {
  readonly line: string;
  readonly sync: boolean;
  resolve(): void;
  reject(error: unknown): void;
}

/** Records that wait are written and synced together, so that many finished case runs cost one sync. */
export async function openJournal(path: string): Promise<JournalWriter> {
  const file = await writing(path, () => open(path, 'a', 0o600));
  let waiting: Waiting[] = [];
  let draining: Promise<void> | null = null;

  const write = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await writing(path, async () => {
        writeAll(file.fd, batch.map(({ line }) => line).join(''));
        for (const one of batch) if (!one.sync) one.resolve();
        if (batch.some(({ sync }) => sync)) await file.datasync();
      });
      for (const one of batch) one.resolve();
    } catch (error) {
      for (const one of batch) one.reject(error);
    }
  };
  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      await write(batch);
    }
    draining = null;
  };
  const append = (record: JournalRecord, sync: boolean): Promise<void> =>
    new Promise((resolve, reject) => {
      waiting.push({ line: `${recordText(record)}\n`, sync, resolve, reject });
      draining ??= drain();
    });

  return {
    note: (record) => append(record, false),
    commit: (record) => append(record, true),
    async close() {
      await draining;
      await file.datasync();
      await file.close();
    },
  };
}

/** Handing a few kilobytes to the system's cache is quicker than handing them to another thread first. */
function writeAll(fd: number, text: string): void {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
}
