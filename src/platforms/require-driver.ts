import { type DatasourceConfig, SqlassayError } from '../types/index.js';
import { findBetterSqlite3 } from './find-better-sqlite3.js';
import type { PlatformSettings } from './platform-options.js';

/**
 * Throws when the SQLite driver that was asked for by name is not to be had, so that a run says so before its first
 * case. With `auto` there always is one.
 *
 * @throws E_DRIVER_MISSING
 */
export function requireDriver(
  datasources: Readonly<Record<string, DatasourceConfig>>,
  driver: PlatformSettings['sqliteDriver'],
): void {
  if (!Object.values(datasources).some(({ kind }) => kind === 'sqlite')) return;
  if (driver === 'better-sqlite3' && findBetterSqlite3() === null) {
    throw missing(
      driver,
      'Install it with `npm install --save-dev better-sqlite3`, or leave the choice to sqlassay.',
    );
  }
  if (driver === 'node:sqlite' && !hasAuthorizer()) {
    throw missing(
      driver,
      `Node.js ${process.versions.node} has no node:sqlite with an authorizer; use Node.js 24 or newer, or leave the choice to sqlassay.`,
    );
  }
}

function hasAuthorizer(): boolean {
  const module = process.getBuiltinModule?.('node:sqlite' as 'node:fs') as
    | { readonly DatabaseSync?: { readonly prototype: { readonly setAuthorizer?: unknown } } }
    | undefined;
  return typeof module?.DatabaseSync?.prototype.setAuthorizer === 'function';
}

function missing(driver: string, advice: string): SqlassayError {
  return new SqlassayError('E_DRIVER_MISSING', {
    what: `The SQLite driver ${driver} was asked for and is not there`,
    where: '--sqlite-driver',
    advice,
  });
}
