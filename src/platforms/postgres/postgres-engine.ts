import type { Client } from 'pg';
import { SqlassayError } from '../../types/index.js';
import type { ServerEngine, ServerSettings } from '../server/server-engine.js';
import { loadPg, type TextRow, textOnly } from './pg-driver.js';
import { PostgresConnection } from './postgres-connection.js';
import { privilegesQuery, readUser, refusePrivileged } from './postgres-privileges.js';
import { type PostgresTypes, readTypes, typesListing } from './postgres-types.js';

const connectTimeoutMs = 10_000;
/** A connection that only stops another one. */
const errandTimeoutMs = 3_000;

/** PostgreSQL 12 or newer, by pg and pg-cursor. The reference date cannot be pinned. */
export function createPostgresEngine({ url, allowPrivileged }: ServerSettings): ServerEngine {
  let types: PostgresTypes | null = null;

  /** Connects; the client's errors outside queries are the connection's to notice, and never the process's. */
  async function connectClient(timeoutMs: number, onBroken: () => void): Promise<Client> {
    const { Client } = loadPg();
    const client = new Client({
      connectionString: url,
      application_name: 'sqlassay',
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
    });
    client.on('error', onBroken);
    client.on('end', onBroken);
    try {
      await client.connect();
      return client;
    } catch (error) {
      throw refused(error);
    }
  }

  async function errand(sql: string): Promise<void> {
    const client = await connectClient(errandTimeoutMs, () => {});
    await client.query(sql).finally(() => client.end());
  }

  return {
    kind: 'postgres',
    pinnedClock: false,
    async connect(signal) {
      signal?.throwIfAborted();
      let usable = true;
      const client = await connectClient(connectTimeoutMs, () => {
        usable = false;
      });
      try {
        const user = readUser((await ask(client, privilegesQuery))[0] ?? []);
        if (!allowPrivileged) refusePrivileged(user);
        types ??= readTypes(await ask(client, typesListing));
        const refresh = async (): Promise<PostgresTypes> => {
          types = readTypes(await ask(client, typesListing));
          return types;
        };
        return new PostgresConnection(client, user, { known: () => types!, refresh }, () => usable);
      } catch (error) {
        void client.end().catch(() => {});
        throw SqlassayError.is(error) ? error : refused(error);
      }
    },
    cancel: (id) => errand(`select pg_cancel_backend(${Number(id)})`),
    terminate: (id) => errand(`select pg_terminate_backend(${Number(id)})`),
  };
}

async function ask(client: Client, text: string): Promise<TextRow[]> {
  const { rows } = await client.query<(string | null)[]>({ text, rowMode: 'array', types: textOnly });
  return rows;
}

function refused(error: unknown): SqlassayError {
  // For a host with several addresses Node reports one failure for each.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const { message, code } = first as { readonly message?: unknown; readonly code?: unknown };
  const why = typeof message === 'string' && message !== '' ? message : String(code ?? first);
  return new SqlassayError('E_CONNECTION_REFUSED', {
    what: `The server did not let us in: ${why.replace(/\.$/, '')}`,
    advice: 'Check that it runs, and that host, port, database, user and password of the url are right.',
    cause: first,
  });
}
