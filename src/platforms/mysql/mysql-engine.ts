import type { ServerConnection, ServerEngine, ServerSettings } from '../server/server-engine.js';

/** MySQL 8 or newer and MariaDB 10.6 or newer, over mysql2's text protocol. */
export function createMysqlEngine(settings: ServerSettings): ServerEngine {
  return {
    kind: 'mysql',
    pinnedClock: settings.referenceDate !== null,
    async connect(): Promise<ServerConnection> {
      throw new Error('not yet');
    },
    async cancel() {},
    async terminate() {},
  };
}
