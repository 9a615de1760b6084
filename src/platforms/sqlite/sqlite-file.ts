import { closeSync, openSync, readSync, statSync } from 'node:fs';
import type { QueryFailure, SqliteDriverName } from '../embedded/protocol.js';
import type { SqliteFile } from './sqlite-driver.js';

/** Looks at a database file and what stands beside it before it is opened. */
export function inspectSqliteFile(path: string): SqliteFile & { readonly hotJournal: boolean } {
  const descriptor = openSync(path, 'r');
  const header = Buffer.alloc(20);
  try {
    readSync(descriptor, header, 0, header.length, 0);
  } finally {
    closeSync(descriptor);
  }
  const isWal = header[18] === 2 || header[19] === 2;
  const liveWal = sizeOf(`${path}-wal`) > 0;
  return {
    path,
    idleWal: isWal && !liveWal,
    liveWal,
    hotJournal: sizeOf(`${path}-journal`) > 0,
    bytes: statSync(path).size,
  };
}

/** Why a file cannot be read truthfully by a driver that reads its bytes; null when it can. */
export function refuseSqliteFile(
  file: ReturnType<typeof inspectSqliteFile>,
  driver: SqliteDriverName,
  memoryBytes: number,
): QueryFailure | null {
  const name = file.path.split('/').at(-1);
  if (driver !== 'sql.js') return null;
  if (file.liveWal) {
    return connection(
      `${name} has a write-ahead log with changes that are not in the file yet, and the sql.js driver cannot read it. ` +
        `Run "PRAGMA wal_checkpoint(TRUNCATE)" on the database, or use Node 24 or better-sqlite3.`,
    );
  }
  if (file.hotJournal) {
    return connection(
      `${name} has a journal of a transaction that was not finished, and the sql.js driver cannot roll it back. ` +
        'Open the database once with another program, or use Node 24 or better-sqlite3.',
    );
  }
  if (file.bytes > memoryBytes / 2) {
    return connection(
      `${name} has ${Math.round(file.bytes / 1e6)} MB, too much for the sql.js driver under settings.limits.memory of ` +
        `${Math.round(memoryBytes / 1e6)} MB. Raise that limit, or use Node 24 or better-sqlite3.`,
    );
  }
  return null;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function connection(message: string): QueryFailure {
  return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
}
