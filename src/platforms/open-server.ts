import type { Platform } from '../types/index.js';
import { createMysqlEngine } from './mysql/mysql-engine.js';
import { dialects, type ServerConfig } from './platform-drivers.js';
import type { PlatformSettings } from './platform-options.js';
import { createPostgresEngine } from './postgres/postgres-engine.js';
import { resolveUrl } from './server/resolve-url.js';
import type { ServerEngine, ServerSettings } from './server/server-engine.js';
import { ServerPlatform } from './server/server-platform.js';

const engines: Readonly<Record<ServerConfig['kind'], (settings: ServerSettings) => ServerEngine>> = {
  postgres: createPostgresEngine,
  mysql: createMysqlEngine,
};

/** A platform on a server; nothing is connected before its first use. `where` names the datasource in errors. */
export function openServer(where: string, config: ServerConfig, settings: PlatformSettings): Platform {
  const { kind, allowPrivileged = false } = config;
  return new ServerPlatform({
    dialect: dialects[kind],
    where,
    resolve: () => resolveUrl(kind, config.url, where),
    createEngine: (url) =>
      engines[kind]({ url, allowPrivileged, referenceDate: settings.referenceDate ?? null }),
    pool: { size: settings.concurrency.sessions },
  });
}
