import type { DatasourceConfig, Platform } from '../types/index.js';
import { datasourceSource } from './datasource-path.js';
import { childPool } from './embedded/child-pool.js';
import { EmbeddedPlatform } from './embedded/embedded-platform.js';
import { engineOptions } from './engine-options.js';
import { openServer } from './open-server.js';
import type { PlatformSettings } from './platform-options.js';

/**
 * Opens one database. Close it when done: the last platform that is closed ends the children.
 * Throws `E_DATABASE_MISSING` for a file that is not there.
 *
 * @example
 * const platform = openPlatform({ kind: 'sqlite', path: '/data/shop.sqlite' }, settings);
 * const session = await platform.open();
 * const result = await session.execute('select 1', { timeoutMs: 1000, maxRows: 10, maxBytes: 1e6, signal });
 * await platform.close();
 */
export function openPlatform(config: DatasourceConfig, settings: PlatformSettings): Platform {
  if ('url' in config) return openServer('database', config, settings);
  const options = engineOptions(config.kind, settings);
  const platform = new EmbeddedPlatform(datasourceSource('database', config), options);
  childPool.join(settings.concurrency.children);
  childPool.warm(options);
  let open = true;
  platform.close = async () => {
    const leaves = open;
    open = false;
    if (leaves) await childPool.leave();
  };
  return platform;
}
