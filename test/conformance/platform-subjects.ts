import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import initSqlJs from 'sql.js';
import { findBetterSqlite3 } from '../../src/platforms/find-better-sqlite3.js';
import { type PlatformDriver, type PlatformSettings, platformDrivers } from '../../src/platforms/index.js';
import type { DatasourceConfig, ExecutionLimits } from '../../src/types/index.js';
import { makeMysqlDatabase } from '../servers/mysql-database.js';
import { makePostgresDatabase } from '../servers/postgres-database.js';

/** An engine with a driver, as the batteries run it. */
export type Subject = FileSubject | ServerSubject;

interface SubjectFacts {
  readonly name: string;
  /** Why it cannot run here, and how to make it run; null when it can. */
  readonly absent: string | null;
  readonly settings: PlatformSettings;
}

export interface FileSubject extends SubjectFacts {
  readonly kind: 'duckdb' | 'sqlite';
  readonly isServer: false;
  /** Writes a database file made by a script, and says where. */
  makeFile(folder: string, name: string, script: string): Promise<FileConfig>;
}

export interface ServerSubject extends SubjectFacts {
  readonly kind: 'postgres' | 'mysql';
  readonly isServer: true;
  /** Makes a database on the test server by a script, with a user that may only read it. */
  makeFile(folder: string, name: string, script: string): Promise<ServerConfig>;
}

type FileConfig = Extract<DatasourceConfig, { path: string }>;
type ServerConfig = Extract<DatasourceConfig, { url: string }>;
type Nameless<T> = T extends unknown ? Omit<T, 'name'> : never;

/** What is to be dropped on the test servers when a file's tests are done. */
const cleanups: (() => Promise<void>)[] = [];

/** Drops the databases and users that were made on the test servers. */
export async function dropDatabases(): Promise<void> {
  for (const drop of cleanups.splice(0)) await drop();
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
const subjectsByDriver: Readonly<Record<PlatformDriver['driver'], () => Nameless<Subject>>> = {
  '@duckdb/node-api': () => ({
    kind: 'duckdb',
    isServer: false,
    absent: null,
    settings,
    makeFile: makeDuckdb,
  }),
  'node:sqlite': () => ({
    kind: 'sqlite',
    isServer: false,
    absent: nodeSqliteHasAuthorizer() ? null : 'run the tests with Node 24 to include it',
    settings: { ...settings, sqliteDriver: 'node:sqlite' },
    makeFile: makeSqlite,
  }),
  'better-sqlite3': () => ({
    kind: 'sqlite',
    isServer: false,
    absent:
      findBetterSqlite3() === null
        ? 'install better-sqlite3 in any folder and name that folder in SQLASSAY_BETTER_SQLITE3 to include it'
        : null,
    settings: { ...settings, sqliteDriver: 'better-sqlite3' },
    makeFile: makeSqlite,
  }),
  'sql.js': () => ({
    kind: 'sqlite',
    isServer: false,
    absent: null,
    settings: { ...settings, sqliteDriver: 'sql.js' },
    makeFile: makeSqlite,
  }),
  pg: () => ({
    kind: 'postgres',
    isServer: true,
    absent: absentServer('SQLASSAY_TEST_POSTGRES'),
    settings,
    makeFile: makePostgres,
  }),
  mysql2: () => ({
    kind: 'mysql',
    isServer: true,
    absent: absentServer('SQLASSAY_TEST_MYSQL'),
    settings,
    makeFile: makeMysql,
  }),
};

export const subjectDrivers = Object.keys(subjectsByDriver);

export const subjects: readonly Subject[] = platformDrivers.map(({ kind, driver }) => {
  const subject = subjectsByDriver[driver]();
  const name = `${kind} (${driver})`;
  return { ...subject, name: subject.absent === null ? name : `${name}: not here; ${subject.absent}` };
});

export const fileSubjects = subjects.filter((subject) => !subject.isServer);

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

async function makePostgres(_folder: string, _name: string, script: string) {
  const database = await makePostgresDatabase(process.env.SQLASSAY_TEST_POSTGRES!, script);
  cleanups.push(() => database.drop());
  return { kind: 'postgres', url: database.url } as const;
}

async function makeMysql(_folder: string, _name: string, script: string) {
  const database = await makeMysqlDatabase(process.env.SQLASSAY_TEST_MYSQL!, script);
  cleanups.push(() => database.drop());
  return { kind: 'mysql', url: database.url } as const;
}

function absentServer(variable: string): string | null {
  const named = process.env[variable];
  return named === undefined || named === ''
    ? `set ${variable} to the url of a test server's administrator to include it; npm run test:servers does`
    : null;
}

function nodeSqliteHasAuthorizer(): boolean {
  try {
    const { DatabaseSync } = createRequire(import.meta.url)('node:sqlite');
    return typeof DatabaseSync.prototype.setAuthorizer === 'function';
  } catch {
    return false;
  }
}
