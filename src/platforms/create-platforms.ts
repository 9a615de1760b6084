import { type Platform, SqlassayError } from '../types/index.js';
import { datasourceSource } from './datasource-path.js';
import { childPool } from './embedded/child-pool.js';
import { EmbeddedPlatform } from './embedded/embedded-platform.js';
import { engineOptions } from './engine-options.js';
import { openServer } from './open-server.js';
import type { PlatformsOptions } from './platform-options.js';

/** The databases of a suite, each made when it is first asked for. */
export interface Platforms {
  /**
   * A datasource's database; `dbId` says which, where its path has `{db_id}`. The same one for the same names.
   * Rejects with `E_DATASOURCE_UNKNOWN`, `E_DB_ID_INVALID`, `E_DATABASE_MISSING` or `E_PLATFORMS_CLOSED`.
   */
  get(name: string, dbId?: string): Promise<Platform>;
  close(): Promise<void>;
}

/**
 * Opens the databases of a suite lazily, their queries run by a pool of at most `concurrency.children` processes that
 * all embedded platforms of this process share; each server has a pool of at most `concurrency.sessions` connections.
 * Close it when done.
 */
export function createPlatforms(options: PlatformsOptions): Platforms {
  const made = new Map<string, Platform>();
  let joined = false;
  let closed = false;
  return {
    async get(name, dbId) {
      if (closed) {
        throw new SqlassayError('E_PLATFORMS_CLOSED', {
          what: 'The platforms were closed already',
          where: `datasource ${name}`,
          advice: 'Close them after the last query.',
        });
      }
      const config = options.datasources[name];
      if (config === undefined) {
        throw new SqlassayError('E_DATASOURCE_UNKNOWN', {
          what: `There is no datasource "${name}"`,
          where: 'datasources',
          advice: `Use one of: ${Object.keys(options.datasources).join(', ') || '(none is declared)'}.`,
        });
      }
      const key = JSON.stringify([name, dbId ?? null]);
      const known = made.get(key);
      if (known !== undefined) return known;
      if ('url' in config) {
        const server = openServer(`datasources.${name}`, config, options);
        made.set(key, server);
        return server;
      }
      const engine = engineOptions(config.kind, options);
      const platform = new EmbeddedPlatform(datasourceSource(name, config, dbId), engine);
      made.set(key, platform);
      if (!joined) {
        joined = true;
        childPool.join(options.concurrency.children);
        childPool.warm(engine);
      }
      return platform;
    },
    async close() {
      const leaves = joined && !closed;
      closed = true;
      await Promise.all([...made.values()].map((platform) => platform.close()));
      if (leaves) await childPool.leave();
    },
  };
}
