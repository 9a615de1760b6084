import type { DatabaseSource, EngineOptions, QueryFailure } from '../protocol.js';
import type { Engine, ScratchEngine } from './engine.js';

/** Opens a database with its engine; an engine's module is loaded when it is first needed. */
export async function openEngine(
  source: DatabaseSource,
  options: EngineOptions,
): Promise<Engine | QueryFailure> {
  await warmEngine(options);
  switch (options.engine) {
    case 'duckdb': {
      const { openDuckdb } = await import('../../duckdb/duckdb-engine.js');
      return openDuckdb(source, options);
    }
    case 'sqlite': {
      const { openSqlite } = await import('../../sqlite/open-sqlite.js');
      return openSqlite(source, options);
    }
  }
}

export async function openScratch(options: EngineOptions): Promise<ScratchEngine | QueryFailure> {
  await warmEngine(options);
  switch (options.engine) {
    case 'duckdb': {
      const { duckdbScratch } = await import('../../duckdb/duckdb-scratch.js');
      return duckdbScratch(options);
    }
    case 'sqlite': {
      const { openSqliteScratch } = await import('../../sqlite/open-sqlite.js');
      return openSqliteScratch(options);
    }
  }
}

/** Loads all an engine needs ahead of its first database; later the process may write no file, not even a cache. */
export async function warmEngine(options: EngineOptions): Promise<void> {
  if (options.engine === 'duckdb') await import('../../duckdb/duckdb-scratch.js');
  else await (await import('../../sqlite/open-sqlite.js')).sqliteDriver(options);
}
