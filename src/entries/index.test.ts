import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createJiti } from 'jiti';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SqlassayError } from '../types/index.js';
import { type EntryName, findEntry } from './index.js';

const source = fileURLToPath(new URL('..', import.meta.url));

describe('findEntry', () => {
  beforeEach(() => void vi.stubEnv('SQLASSAY_ENTRIES', ''));
  afterEach(() => void vi.unstubAllEnvs());

  it('finds the built file from the sources when it is told to', () => {
    vi.stubEnv('SQLASSAY_ENTRIES', 'built');
    expect(() => findEntry('parser-worker')).toSatisfy((find: () => { path: string }) => {
      try {
        return find().path.endsWith(join('dist', 'entries', 'parser-worker.mjs'));
      } catch (error) {
        return SqlassayError.is(error) && error.code === 'E_ENTRY_NOT_FOUND';
      }
    });
  });

  it.each<EntryName>(['parser-worker', 'embedded-child'])('finds the source of %s, and a loader', (name) => {
    const entry = findEntry(name);
    expect(entry.path.endsWith(`${name}.ts`)).toBe(true);
    expect(existsSync(entry.path)).toBe(true);
    expect(entry.execArgv[0]).toBe('--import');
    expect(existsSync(fileURLToPath(entry.execArgv[1]!))).toBe(true);
  });

  describe('in a copy elsewhere', () => {
    let folder: string;
    let copied: typeof findEntry;

    beforeEach(async () => {
      folder = realpathSync(mkdtempSync(join(tmpdir(), 'sqlassay-entries-')));
      for (const room of ['entries', 'types'])
        cpSync(join(source, room), join(folder, 'dist', room), { recursive: true });
      const loaded = await createJiti(import.meta.url).import(join(folder, 'dist/entries/index.ts'));
      copied = (loaded as { findEntry: typeof findEntry }).findEntry;
    });
    afterEach(() => rmSync(folder, { recursive: true, force: true }));

    it('finds the built file of its package', () => {
      writeFileSync(join(folder, 'package.json'), '{"name":"sqlassay"}');
      mkdirSync(join(folder, 'dist/entries'), { recursive: true });
      writeFileSync(join(folder, 'dist/entries/parser-worker.mjs'), '');
      expect(copied('parser-worker')).toEqual({
        path: join(folder, 'dist/entries/parser-worker.mjs'),
        execArgv: [],
      });
    });

    it('says what to do when its files were bundled away', () => {
      writeFileSync(join(folder, 'package.json'), '{"name":"an-application"}');
      expect(() => copied('parser-worker')).toThrowError(
        expect.objectContaining({ code: 'E_ENTRY_NOT_FOUND', advice: expect.stringContaining('external') }),
      );
    });
  });
});
