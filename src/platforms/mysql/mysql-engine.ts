import type * as mysql2 from 'mysql2';
import type { Connection } from 'mysql2';
import { SqlassayError } from '../../types/index.js';
import { loadDriver } from '../server/load-driver.js';
import type { ServerEngine, ServerSettings } from '../server/server-engine.js';
import { allGrants } from './all-grants.js';
import { askOn } from './ask.js';
import { mysqlAddress } from './mysql-address.js';
import { MysqlConnection } from './mysql-connection.js';
import { nameOf } from './mysql-failure.js';
import type { MysqlGrants } from './mysql-grants.js';
import { pinnedTimestamp } from './mysql-session.js';

const connectMs = 10_000;
const rescueMs = 2_000;

/** MySQL 8 or newer and MariaDB 10.6 or newer, over the text protocol of mysql2. */
export function createMysqlEngine(settings: ServerSettings): ServerEngine {
  const timestamp = pinnedTimestamp(settings.referenceDate);
  const stopped = new Set<string>();
  // What the user may do is asked once, not on every connection of a pool.
  let known: Promise<MysqlGrants> | null = null;

  async function rescue(statement: string): Promise<void> {
    const connection = await dial(settings.url, rescueMs);
    try {
      await askOn(connection, statement);
    } catch (error) {
      // It is gone already, which is what was wanted.
      if ((error as { readonly errno?: number }).errno !== 1094) throw refused(error);
    } finally {
      connection.destroy();
    }
  }

  const engine: ServerEngine = {
    kind: 'mysql',
    pinnedClock: timestamp !== null,
    async connect(signal) {
      signal?.throwIfAborted();
      const connection = await dial(settings.url, connectMs, signal);
      try {
        const [row] = await askOn(
          connection,
          'SELECT CONNECTION_ID(), VERSION(), DATABASE(), @@GLOBAL.sql_mode',
        );
        const [id, version, database, sqlMode] = row as readonly string[];
        const isMariadb = /mariadb/i.test(version!);
        known ??= allGrants((sql) => askOn(connection, sql), isMariadb);
        const grants = await known.catch((error: unknown) => {
          known = null;
          throw error;
        });
        if (!settings.allowPrivileged) requireReader(grants, database!);
        return new MysqlConnection({
          connection,
          id: id!,
          isMariadb,
          info: { engine: 'mysql (mysql2)', version: version! },
          sqlMode: sqlMode!,
          grants,
          timestamp,
          stop: () => rescue(`KILL QUERY ${id}`),
          wasStopped: () => stopped.delete(id!),
        });
      } catch (error) {
        connection.destroy();
        throw SqlassayError.is(error) ? error : refused(error);
      }
    },
    async cancel(id) {
      stopped.add(id);
      await rescue(`KILL QUERY ${asNumber(id)}`);
    },
    async terminate(id) {
      stopped.add(id);
      await rescue(`KILL ${asNumber(id)}`);
    },
  };
  return engine;
}

/** A connection that is logged in; `connectTimeout` is for the whole handshake. */
async function dial(url: string, connectTimeout: number, signal?: AbortSignal): Promise<Connection> {
  const address = mysqlAddress(url);
  const connection = loadDriver<typeof mysql2>('mysql2', 'mysql2').createConnection({
    ...address,
    connectTimeout,
    charset: 'utf8mb4',
    multipleStatements: false,
    // IGNORE_SPACE, which mysql2 asks for, would change how SQL is read.
    flags: ['-LOCAL_FILES', '-IGNORE_SPACE'],
    enableKeepAlive: true,
  });
  return new Promise((resolve, reject) => {
    const abort = (): void => fail(signal!.reason);
    const fail = (error: unknown): void => {
      signal?.removeEventListener('abort', abort);
      // A later error of a connection that is given up reaches nobody, and must not end the process.
      connection.on('error', () => {});
      connection.destroy();
      reject(error === signal?.reason && signal?.aborted ? error : refused(error));
    };
    connection.once('error', fail);
    connection.once('connect', () => {
      signal?.removeEventListener('abort', abort);
      connection.off('error', fail);
      connection.on('error', () => {});
      resolve(connection);
    });
    signal?.addEventListener('abort', abort, { once: true });
  });
}

/** Says only what went wrong: the server's own words name the user and the host, which are part of a secret. */
function refused(error: unknown): SqlassayError {
  const name = nameOf(error);
  const login = ['ER_ACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR', 'ER_BAD_DB_ERROR'].includes(name);
  return new SqlassayError('E_CONNECTION_REFUSED', {
    what: login
      ? `The MySQL server refused the login (${name})`
      : `The MySQL server cannot be used (${name})`,
    advice: login
      ? 'Check the user, the password and the database in the url.'
      : 'Check that the server runs, and the host and port in the url.',
  });
}

function requireReader({ writing }: MysqlGrants, database: string): void {
  if (writing.length === 0) return;
  const more = writing.length > 5 ? `, and ${writing.length - 5} more` : '';
  throw new SqlassayError('E_USER_PRIVILEGED', {
    what: `The MySQL user may do more than read: ${writing.slice(0, 5).join(', ')}${more}`,
    advice:
      `Make a user that only reads: CREATE USER reader@'%' IDENTIFIED BY 'a password'; ` +
      `GRANT SELECT, SHOW VIEW ON \`${database.replaceAll('`', '``')}\`.* TO reader@'%'; ` +
      'or set allow_privileged: true on the datasource of a throw-away database.',
  });
}

function asNumber(id: string): string {
  return BigInt(id).toString();
}
