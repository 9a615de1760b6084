import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { cutTornLine, findRuns, readJournal, readRecords } from './journal-reader.js';
import type { JournalRecord } from './journal-records.js';
import { openJournal } from './journal-writer.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sqlassay-journal-'));
});
afterEach(() => rm(folder, { recursive: true }));

const key = (caseId: string) => ({ caseId, role: 'default', pass: 1 });
const call = (caseId: string): JournalRecord => ({ kind: 'call', key: key(caseId) });

async function records(path: string): Promise<readonly JournalRecord[]> {
  const found: JournalRecord[] = [];
  for await (const { record } of readRecords(path)) found.push(record);
  return found;
}

test('records keep their order, and exact values survive', async () => {
  const path = join(folder, 'run.jsonl');
  const journal = await openJournal(path);
  const output = {
    status: 'success' as const,
    resultSets: [
      {
        columns: [],
        rows: [
          [
            { k: 'int' as const, v: 2n ** 70n },
            { k: 'f64' as const, v: Number.NaN },
            { k: 'blob' as const, v: new Uint8Array([0, 255]) },
            { k: 'f64' as const, v: -0 },
          ],
        ],
      },
    ],
  };
  await Promise.all([
    journal.note(call('a')),
    journal.commit({ kind: 'reply', asked: 'hash', key: key('a'), output, seconds: 0.5 }),
    journal.note(call('b')),
  ]);
  await journal.close();
  expect(await records(path)).toEqual([
    call('a'),
    { kind: 'reply', asked: 'hash', key: key('a'), output, seconds: 0.5 },
    call('b'),
  ]);
});

test('a torn last line is left out, and cut before the journal goes on', async () => {
  const path = join(folder, 'run.jsonl');
  const first = await openJournal(path);
  await first.commit(call('a'));
  await first.close();
  await appendFile(path, '{"kind":"case","resu');
  expect(await records(path)).toEqual([call('a')]);
  expect(await cutTornLine(path)).toBe(true);
  const second = await openJournal(path);
  await second.commit(call('b'));
  await second.close();
  expect(await records(path)).toEqual([call('a'), call('b')]);
  expect(await cutTornLine(path)).toBe(false);
});

test('a line inside that is not JSON is an error that says where', async () => {
  const path = join(folder, 'run.jsonl');
  await appendFile(path, '{"kind":"call"}\nnot json\n{"kind":"call"}\n');
  await expect(records(path)).rejects.toMatchObject({ code: 'E_JOURNAL_DAMAGED', where: `${path}:2` });
});

test('a file without a description of its run is no journal', async () => {
  const path = join(folder, 'run.jsonl');
  await appendFile(path, '{"kind":"call","key":{"caseId":"a","role":"r","pass":1}}\n');
  await expect(readJournal(path)).rejects.toMatchObject({ code: 'E_JOURNAL_DAMAGED' });
});

test('runs are found newest first', async () => {
  await appendFile(join(folder, '2026-01-01T00-00-00-aaaaaa.jsonl'), '');
  await appendFile(join(folder, '2026-02-01T00-00-00-aaaaaa.jsonl'), '');
  await appendFile(join(folder, 'notes.txt'), '');
  expect((await findRuns(folder)).map(({ runId }) => runId)).toEqual([
    '2026-02-01T00-00-00-aaaaaa',
    '2026-01-01T00-00-00-aaaaaa',
  ]);
  expect(await findRuns(join(folder, 'absent'))).toEqual([]);
});

test('lines longer than a read of the file are whole', async () => {
  const path = join(folder, 'run.jsonl');
  const journal = await openJournal(path);
  const long = 'é'.repeat(300_000);
  await journal.commit(call(long));
  await journal.commit(call('b'));
  await journal.close();
  expect(await records(path)).toEqual([call(long), call('b')]);
  expect((await readFile(path)).at(-1)).toBe(0x0a);
});
