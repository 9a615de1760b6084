import type { ConcurrencySettings, DatasourceConfig, LimitSettings } from '../types/index.js';
import type { SqliteDriverName } from './embedded/protocol.js';

/** Settings that every platform of a run shares. */
export interface PlatformSettings {
  readonly limits: LimitSettings;
  readonly concurrency: ConcurrencySettings;
  /** What now() means, `YYYY-MM-DD`, where the engine can pin it. Default: the real clock. */
  readonly referenceDate?: string | null;
  /** Default `auto`: node:sqlite where it has an authorizer, else better-sqlite3 where installed, else sql.js. */
  readonly sqliteDriver?: 'auto' | SqliteDriverName;
}

export interface PlatformsOptions extends PlatformSettings {
  readonly datasources: Readonly<Record<string, DatasourceConfig>>;
}
