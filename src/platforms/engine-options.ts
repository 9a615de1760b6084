import type { EmbeddedKind, EngineOptions } from './embedded/protocol.js';
import { findBetterSqlite3 } from './find-better-sqlite3.js';
import type { PlatformSettings } from './platform-options.js';

/** What a child is told of the settings. */
export function engineOptions(engine: EmbeddedKind, settings: PlatformSettings): EngineOptions {
  return {
    engine,
    memoryBytes: settings.limits.memoryBytes,
    sqliteDriver: settings.sqliteDriver ?? 'auto',
    betterSqlite3: engine === 'sqlite' ? findBetterSqlite3() : null,
    referenceDate: settings.referenceDate ?? null,
  };
}
