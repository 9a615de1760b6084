import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import initSqlJs from 'sql.js';
import { findBetterSqlite3 } from '../../src/platforms/find-better-sqlite3.js';
import { type PlatformDriver, type PlatformSettings, platformDrivers } from '../../src/platforms/index.js';
import type { DatasourceConfig, ExecutionLimits } from '../../src/types/index.js';

/** An engine with a driver, as the batteries run it. */
export interface Subject {
  readonly name: string;
  readonly kind: PlatformDriver['kind'];
  /** Why it cannot run here, and how to make it run; null when it can. */
  readonly absent: string | null;
  readonly settings: PlatformSettings;
  /** Writes a database file made by a script, and says where. */
  makeFile(folder: string, name: string, script: string): Promise<DatasourceConfig & { path: string }>;
}

export const settings: PlatformSettings = {
  limits: { rows: 100_000, bytes: 256_000_000, memoryBytes: 1_000_000_000 },
  concurrency: { cases: 8, sessions: 4, children: 4, modelCalls: 8 },
};

export function limits(over: Partial<ExecutionLimits> = {}): ExecutionLimits {
  return {
    timeoutMs: 20_000,
    maxRows: 10_000,
    maxBytes: 16_000_000,
    signal: new AbortController().signal,
    ...over,
  };
}

/** Every engine and driver; a driver without an entry here is a failure of the battery's own guard. */
const subjectsByDriver: Readonly<Record<PlatformDriver['driver'], () => Omit<Subject, 'name'>>> = {
  '@duckdb/node-api': () => ({ kind: 'duckdb', absent: null, settings, makeFile: makeDuckdb }),
  'node:sqlite': () => ({
    kind: 'sqlite',
    absent: nodeSqliteHasAuthorizer() ? null : 'run the tests with Node 24 to include it',
    settings: { ...settings, sqliteDriver: 'node:sqlite' },
    makeFile: makeSqlite,
  }),
  'better-sqlite3': () => ({
    kind: 'sqlite',
    absent:
      findBetterSqlite3() === null
        ? 'install better-sqlite3 in any folder and name that folder in SQLASSAY_BETTER_SQLITE3 to include it'
        : null,
    settings: { ...settings, sqliteDriver: 'better-sqlite3' },
    makeFile: makeSqlite,
  }),
  'sql.js': () => ({
    kind: 'sqlite',
    absent: null,
    settings: { ...settings, sqliteDriver: 'sql.js' },
    makeFile: makeSqlite,
  }),
};

export const subjectDrivers = Object.keys(subjectsByDriver);

export const subjects: readonly Subject[] = platformDrivers.map(({ kind, driver }) => {
  const subject = subjectsByDriver[driver]();
  const name = `${kind} (${driver})`;
  return { ...subject, name: subject.absent === null ? name : `${name}: not here; ${subject.absent}` };
});

/** A folder of its own for a test file, removed by `remove`. */
export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'platforms-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

async function makeDuckdb(folder: string, name: string, script: string) {
  const path = join(folder, `${name}.duckdb`);
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(script);
  connection.closeSync();
  instance.closeSync();
  return { kind: 'duckdb', path } as const;
}

async function makeSqlite(folder: string, name: string, script: string) {
  const path = join(folder, `${name}.sqlite`);
  const SQL = await initSqlJs();
  const database = new SQL.Database();
  database.run(script);
  writeFileSync(path, database.export());
  database.close();
  return { kind: 'sqlite', path } as const;
}

function nodeSqliteHasAuthorizer(): boolean {
  try {
    const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite');
    return typeof DatabaseSync.prototype.setAuthorizer === 'function';
  } catch {
    return false;
  }
}
