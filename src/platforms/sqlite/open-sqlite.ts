import { readFileSync } from 'node:fs';
import type { Engine, ScratchEngine } from '../embedded/child/engine.js';
import type { DatabaseSource, EngineOptions, QueryFailure, SqliteDriverName } from '../embedded/protocol.js';
import { betterSqlite3Driver } from './better-sqlite3-driver.js';
import { nodeSqliteDriver } from './node-sqlite-driver.js';
import { pinSqliteClock } from './pin-clock.js';
import { sqlJsDriver } from './sql-js-driver.js';
import type { OpenSqlite, SqliteDatabase } from './sqlite-driver.js';
import { sqliteEngine } from './sqlite-engine.js';
import { sqliteFailure } from './sqlite-failure.js';
import { inspectSqliteFile, refuseSqliteFile } from './sqlite-file.js';
import { sqliteScratch } from './sqlite-scratch.js';

interface Driver {
  readonly name: SqliteDriverName;
  readonly open: OpenSqlite;
}

/** Opens a database file read-only, or makes one in memory from scripts. */
export async function openSqlite(
  source: DatabaseSource,
  options: EngineOptions,
): Promise<Engine | QueryFailure> {
  const driver = await sqliteDriver(options);
  if ('kind' in driver) return driver;
  const paths = source.kind === 'file' ? [source.path] : source.files;
  const pinned = (database: SqliteDatabase): SqliteDatabase => {
    if (options.referenceDate !== null) {
      pinSqliteClock(database, driver.open({ kind: 'memory', setup: [] }), options.referenceDate);
    }
    return database;
  };
  try {
    if (source.kind === 'scripts') {
      const setup = source.files.map((file) => readFileSync(file, 'utf8'));
      return sqliteEngine(pinned(driver.open({ kind: 'memory', setup })), []);
    }
    const file = inspectSqliteFile(source.path);
    const refused = refuseSqliteFile(file, driver.name, options.memoryBytes);
    if (refused !== null) return refused;
    const database = driver.open({ kind: 'file', file });
    // Opening reads nothing; this makes a file that is no database fail here, as what it is.
    database.trusted('select count(*) from sqlite_master');
    return sqliteEngine(pinned(database), paths);
  } catch (error) {
    return { ...sqliteFailure(error, paths), code: 'connection', fault: 'infrastructure' };
  }
}

export async function openSqliteScratch(options: EngineOptions): Promise<ScratchEngine | QueryFailure> {
  const driver = await sqliteDriver(options);
  return 'kind' in driver ? driver : sqliteScratch(driver.open);
}

let loaded: { readonly key: string; readonly driver: Driver } | null = null;

/** Loads the driver that is asked for, or the first that can be had: Node's own, better-sqlite3, sql.js. */
export async function sqliteDriver(options: EngineOptions): Promise<Driver | QueryFailure> {
  const key = `${options.sqliteDriver} ${options.betterSqlite3} ${options.memoryBytes}`;
  if (loaded?.key === key) return loaded.driver;
  const driver = await loadDriver(options);
  if ('name' in driver) loaded = { key, driver };
  return driver;
}

async function loadDriver(options: EngineOptions): Promise<Driver | QueryFailure> {
  const wanted = options.sqliteDriver;
  if (wanted === 'auto' || wanted === 'node:sqlite') {
    const open = await nodeSqliteDriver();
    if (open !== null) return { name: 'node:sqlite', open };
  }
  if (wanted === 'auto' || wanted === 'better-sqlite3') {
    const open = await betterSqlite3Driver(options.betterSqlite3);
    if (open !== null) return { name: 'better-sqlite3', open };
  }
  if (wanted === 'auto' || wanted === 'sql.js') {
    return { name: 'sql.js', open: await sqlJsDriver(options.memoryBytes) };
  }
  const advice =
    wanted === 'node:sqlite' ? 'It needs Node 24 or later.' : 'Install it with "npm install better-sqlite3".';
  return {
    kind: 'error',
    code: 'connection',
    fault: 'infrastructure',
    message: `The SQLite driver ${wanted} is not there. ${advice}`,
  };
}
