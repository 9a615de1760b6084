import { statSync } from 'node:fs';
import type { DatabaseSource } from './protocol.js';

/**
 * Changes when a database's files are written, so that a child that has read them before opens them again. Null when
 * one of them is gone.
 */
export function sourceStamp(source: DatabaseSource): string | null {
  const files = source.kind === 'file' ? [source.path] : source.files;
  const stamps: string[] = [];
  for (const file of files) {
    const own = stampOf(file);
    if (own === null) return null;
    stamps.push(own);
  }
  if (source.kind === 'file') {
    for (const log of [`${source.path}-wal`, `${source.path}.wal`]) stamps.push(stampOf(log) ?? '');
  }
  return stamps.join(' ');
}

function stampOf(file: string): string | null {
  const stat = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? null : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}
