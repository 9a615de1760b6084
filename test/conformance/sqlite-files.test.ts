import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import type { ExecutionResult } from '../../src/types/index.js';
import { type FileSubject, fileSubjects, limits, temporaryFolder } from './platform-subjects.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());

const sqlite = fileSubjects.filter((subject) => subject.kind === 'sqlite');

describe.each(sqlite)('$name', (subject) => {
  if (subject.absent !== null) {
    test.skip(subject.absent, () => {});
    return;
  }
  const index = sqlite.indexOf(subject);
  const readsBytesOnly = subject.name.includes('sql.js');

  test('a file in write-ahead mode without a log is read, and nothing is written beside it', async () => {
    const path = await makeWal(subject, `idle-${index}`);
    const before = readdirSync(folder.path);
    const bytes = readFileSync(path);
    expect(await count(subject, path)).toMatchObject({ kind: 'success', rows: [[2]] });
    expect(readdirSync(folder.path)).toEqual(before);
    expect(readFileSync(path).equals(bytes)).toBe(true);
  });

  test('a write-ahead log with something in it is read, or refused with advice', async () => {
    const path = await makeWal(subject, `live-${index}`);
    writeFileSync(`${path}-wal`, 'no frame of this is valid, so it changes nothing');
    const result = await count(subject, path);
    if (readsBytesOnly) {
      expect(result).toMatchObject({ code: 'connection', fault: 'infrastructure' });
      expect(result).toMatchObject({ message: expect.stringContaining('wal_checkpoint(TRUNCATE)') });
      expect(result).toMatchObject({ message: expect.not.stringContaining(folder.path) });
    } else {
      expect(result).toMatchObject({ kind: 'success', rows: [[2]] });
    }
  });

  test.runIf(readsBytesOnly)('a journal of an unfinished transaction is refused with advice', async () => {
    const { path } = await subject.makeFile(folder.path, `hot-${index}`, 'create table t (a integer);');
    writeFileSync(`${path}-journal`, 'x');
    expect(await count(subject, path)).toMatchObject({
      code: 'connection',
      message: expect.stringContaining('journal'),
    });
  });

  test.runIf(readsBytesOnly)('a file that is too large for the memory is refused with advice', async () => {
    const { path } = await subject.makeFile(folder.path, `large-${index}`, 'create table t (a integer);');
    writeFileSync(path, Buffer.concat([readFileSync(path), Buffer.alloc(60_000_000)]));
    const limited = { ...subject.settings, limits: { ...subject.settings.limits, memoryBytes: 100_000_000 } };
    expect(await count({ ...subject, settings: limited }, path)).toMatchObject({
      code: 'connection',
      message: expect.stringContaining('limits.memory'),
    });
  });

  test('full-text tables are read', async () => {
    const { path } = await subject.makeFile(
      folder.path,
      `text-${index}`,
      "create virtual table t using fts3(body); insert into t values ('a bee'), ('a bird');",
    );
    const platform = openPlatform({ kind: 'sqlite', path }, subject.settings);
    const session = await platform.open();
    const result = await session.execute("select body from t where t match 'bee'", limits());
    await platform.close();
    // Not every build of SQLite has the module; without it the query is at fault, in SQLite's own words.
    if (result.kind === 'error') expect(result.message).toContain('no such module');
    else expect(result.rows).toEqual([['a bee']]);
  });
});

async function makeWal(subject: FileSubject, name: string): Promise<string> {
  const script = 'create table t (a integer); insert into t values (1), (2);';
  const { path } = await subject.makeFile(folder.path, name, script);
  const bytes = readFileSync(path);
  bytes[18] = 2;
  bytes[19] = 2;
  writeFileSync(path, bytes);
  return join(path);
}

async function count(subject: FileSubject, path: string): Promise<ExecutionResult> {
  const platform = openPlatform({ kind: 'sqlite', path }, subject.settings);
  const session = await platform.open();
  const result = await session.execute('select count(*) from t', limits());
  await platform.close();
  return result;
}
