import { readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Suite } from '../../types/index.js';
import { type CacheEntry, readEntry } from './cache-entry.js';

/** A file of a cache of answers. */
export interface CachedFile {
  readonly path: string;
  readonly bytes: number;
  /** Null for a file that no run can use: damaged, half written, or of another version. */
  readonly entry: CacheEntry | null;
}

/** Where a suite's answers are kept; null for a suite without a file. */
export function cacheFolderOf({ file }: Pick<Suite, 'file'>): string | null {
  return file === null ? null : join(dirname(file), '.sqlassay', 'cache');
}

/** Every file of a cache, oldest answer first. */
export async function listCache(folder: string): Promise<readonly CachedFile[]> {
  const found: CachedFile[] = [];
  for (const part of (await readdir(folder).catch(() => [] as string[])).sort()) {
    if (!/^[0-9a-f]{2}$/.test(part)) continue;
    for (const name of await readdir(join(folder, part)).catch(() => [] as string[])) {
      const path = join(folder, part, name);
      const stats = await stat(path).catch(() => null);
      if (stats?.isFile() !== true) continue;
      const entry = name.endsWith('.json') ? await readEntry(path, basename(name, '.json')) : null;
      found.push({ path, bytes: stats.size, entry });
    }
  }
  const createdAt = ({ entry }: CachedFile): string => entry?.createdAt ?? '';
  return found.sort((a, b) => createdAt(a).localeCompare(createdAt(b)));
}

/** Removes what no run can use and answers made before a time; returns what it removed. */
export async function pruneCache(folder: string, madeBefore: Date): Promise<readonly CachedFile[]> {
  const limit = madeBefore.toISOString();
  const stale = (await listCache(folder)).filter(({ entry }) => entry === null || entry.createdAt < limit);
  for (const { path } of stale) await rm(path, { force: true });
  return stale;
}

/** Removes every answer; returns what it removed. */
export async function clearCache(folder: string): Promise<readonly CachedFile[]> {
  const all = await listCache(folder);
  for (const { path } of all) await rm(path, { force: true });
  return all;
}
