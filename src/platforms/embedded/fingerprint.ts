import { createHash, type Hash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Fingerprint } from '../../types/index.js';
import type { DatabaseSource } from './protocol.js';

/** SHA-256 of the database file (and its write-ahead log, where that has anything in it), or of its scripts. */
export async function fingerprintOf(source: DatabaseSource): Promise<Fingerprint> {
  const hash = createHash('sha256');
  if (source.kind === 'file') {
    await add(hash, source.path);
    for (const log of [`${source.path}-wal`, `${source.path}.wal`]) {
      if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > 0) await add(hash, log);
    }
  } else {
    for (const file of source.files) {
      await add(hash, file);
      hash.update('\0');
    }
  }
  return { hash: `sha256:${hash.digest('hex')}`, strength: 'content' };
}

async function add(hash: Hash, path: string): Promise<void> {
  for await (const chunk of createReadStream(path)) hash.update(chunk);
}
