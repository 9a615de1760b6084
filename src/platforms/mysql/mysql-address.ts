import type { ConnectionOptions } from 'mysql2';
import { SqlassayError } from '../../types/index.js';

/** Where a server is and who asks, read from a URL. */
export type MysqlAddress = Pick<
  ConnectionOptions,
  'host' | 'port' | 'user' | 'password' | 'database' | 'socketPath' | 'ssl'
> & { readonly database: string };

const shape = 'Write mysql://user:password@host:port/database, special characters percent-encoded.';

/**
 * Reads `mysql://user:password@host:port/database`. Of options after a `?` it knows `ssl-mode` (`DISABLED`, `REQUIRED`,
 * `VERIFY_IDENTITY`) and `socket`; options of the driver are not taken from a URL.
 *
 * @throws SqlassayError E_URL_INVALID, without the URL in its message
 */
export function mysqlAddress(text: string): MysqlAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['mysql:', 'mariadb:'].includes(url.protocol)) {
    throw invalid('The URL is not the address of a MySQL or MariaDB server', shape);
  }
  const database = decoded(url.pathname.slice(1));
  if (database === '') {
    throw invalid(
      'The URL names no database',
      'Put the name of the database after the port: host:3306/shop.',
    );
  }
  const socketPath = url.searchParams.get('socket');
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1') || 'localhost',
    port: url.port === '' ? 3306 : Number(url.port),
    user: decoded(url.username),
    password: decoded(url.password),
    database,
    ...(socketPath === null ? {} : { socketPath }),
    ...encryption(url),
  };
}

function encryption(url: URL): Pick<MysqlAddress, 'ssl'> {
  for (const name of url.searchParams.keys()) {
    if (name !== 'ssl-mode' && name !== 'socket') {
      throw invalid('The URL has an option that is not known', 'Only ssl-mode and socket are.');
    }
  }
  switch ((url.searchParams.get('ssl-mode') ?? 'disabled').toLowerCase()) {
    case 'disabled':
      return {};
    case 'required':
      return { ssl: { rejectUnauthorized: false } };
    case 'verify_identity':
      return { ssl: { rejectUnauthorized: true, verifyIdentity: true } };
    default:
      throw invalid('The URL has an unknown ssl-mode', 'Use DISABLED, REQUIRED or VERIFY_IDENTITY.');
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalid('The URL holds a % that begins no percent-encoded character', 'Write %25 for a % itself.');
  }
}

function invalid(what: string, advice: string): SqlassayError {
  return new SqlassayError('E_URL_INVALID', { what, advice });
}
