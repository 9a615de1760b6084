import { open } from 'node:fs/promises';
import type { JournalRecord } from './journal-records.js';
import { recordText } from './record-text.js';

/** Appends records to a run's journal. */
export interface JournalWriter {
  /** Written soon; survives the death of this process once it is. */
  note(record: JournalRecord): void;
  /** Resolves when the record is on disk. */
  commit(record: JournalRecord): Promise<void>;
  close(): Promise<void>;
}

/** Records that wait are written and synced together, so that many finished case runs cost one sync. */
export async function openJournal(path: string): Promise<JournalWriter> {
  const file = await open(path, 'a', 0o600);
  let waiting: { readonly line: string; readonly done?: PromiseWithResolvers }[] = [];
  let draining: Promise<void> | null = null;

  const drain = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      const promises = batch.flatMap(({ done }) => (done === undefined ? [] : [done]));
      try {
        await file.appendFile(batch.map(({ line }) => line).join(''));
        if (promises.length > 0) await file.datasync();
        for (const { resolve } of promises) resolve();
      } catch (error) {
        if (promises.length === 0) throw error;
        for (const { reject } of promises) reject(error);
      }
    }
  };
  const wake = (): void => {
    draining ??= drain().finally(() => {
      draining = null;
      if (waiting.length > 0) wake();
    });
    draining.catch(() => {});
  };

  return {
    note(record) {
      waiting.push({ line: `${recordText(record)}\n` });
      wake();
    },
    commit(record) {
      const line = `${recordText(record)}\n`;
      return new Promise((resolve, reject) => {
        waiting.push({ line, done: { resolve, reject } });
        wake();
      });
    },
    async close() {
      while (draining !== null) await draining;
      await file.datasync();
      await file.close();
    },
  };
}

interface PromiseWithResolvers {
  resolve(): void;
  reject(error: unknown): void;
}
