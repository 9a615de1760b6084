import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A throw-away database server on loopback, run by a user that is not root. */
export interface TestServer {
  /** Connects as the server's administrator. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it and removes its files. */
  stop(): Promise<void>;
}

const run = promisify(execFile);

/** The folder of `initdb` and `postgres`: `SQLASSAY_TEST_POSTGRES_BIN`, or where Debian puts them; null without. */
export function postgresFolder(): string | null {
  const named = process.env.SQLASSAY_TEST_POSTGRES_BIN;
  if (named !== undefined) return named;
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  return (
    versions.map((version) => join(root, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ??
    null
  );
}

/** The `mariadbd` program: `SQLASSAY_TEST_MARIADB_BIN`, or where Debian puts it; null without. */
export function mariadbProgram(): string | null {
  const named = process.env.SQLASSAY_TEST_MARIADB_BIN ?? '/usr/sbin/mariadbd';
  return existsSync(named) ? named : null;
}

/** Starts PostgreSQL with an administrator `admin`; `extra` are lines of postgresql.conf. */
export async function startPostgres(bin: string, extra: readonly string[] = []): Promise<TestServer> {
  const user = await unprivileged('postgres');
  const folder = ownedFolder('sqlassay-postgres-', user);
  const data = join(folder, 'data');
  const secret = join(folder, 'secret');
  writeFileSync(secret, 'admin-secret\n');
  own(secret, user);
  const setup = [
    '-D',
    data,
    '-U',
    'admin',
    `--pwfile=${secret}`,
    '-A',
    'scram-sha-256',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ];
  await run(join(bin, 'initdb'), setup, { ...user, cwd: folder });
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    `unix_socket_directories=${folder}`,
    'fsync=off',
    'max_connections=60',
    ...extra,
  ];
  const server = spawn(join(bin, 'postgres'), ['-D', data, ...settings.flatMap((one) => ['-c', one])], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  });
  return started(server, folder, port, `postgres://admin:admin-secret@127.0.0.1:${port}/postgres`);
}

/** Starts MariaDB with an administrator `admin`; `extra` are options of the server. */
export async function startMariadb(program: string, extra: readonly string[] = []): Promise<TestServer> {
  const user = await unprivileged('mysql');
  const folder = ownedFolder('sqlassay-mariadb-', user);
  const data = join(folder, 'data');
  const install = [
    '--no-defaults',
    `--datadir=${data}`,
    '--auth-root-authentication-method=normal',
    '--skip-test-db',
  ];
  await run('mariadb-install-db', install, { ...user, cwd: folder });
  const port = await freePort();
  const first = join(folder, 'first.sql');
  writeFileSync(
    first,
    "CREATE USER admin@'127.0.0.1' IDENTIFIED BY 'admin-secret';\nGRANT ALL ON *.* TO admin@'127.0.0.1' WITH GRANT OPTION;\n",
  );
  own(first, user);
  const options = [
    '--no-defaults',
    `--datadir=${data}`,
    '--bind-address=127.0.0.1',
    `--port=${port}`,
    `--socket=${join(folder, 'socket')}`,
    `--pid-file=${join(folder, 'pid')}`,
    `--init-file=${first}`,
    '--innodb-flush-log-at-trx-commit=0',
    '--character-set-server=utf8mb4',
    '--skip-name-resolve',
    ...extra,
  ];
  const server = spawn(program, options, { ...user, cwd: folder, stdio: 'ignore' });
  return started(server, folder, port, `mysql://admin:admin-secret@127.0.0.1:${port}/`);
}

async function started(server: ChildProcess, folder: string, port: number, url: string): Promise<TestServer> {
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    server.kill('SIGKILL');
    await ended;
    // The server's other processes notice a moment later, and still write.
    for (let tries = 0; tries < 50; tries++) {
      try {
        return rmSync(folder, { recursive: true, force: true });
      } catch {
        await sleep(100);
      }
    }
  };
  const alive = (): boolean => server.exitCode === null && server.signalCode === null;
  for (let waited = 0; waited < 300 && alive(); waited++) {
    if (await answers(url)) {
      return {
        url,
        port,
        pid: server.pid!,
        kill: async () => {
          server.kill('SIGKILL');
          await ended;
        },
        stop,
      };
    }
    await sleep(100);
  }
  await stop();
  throw new Error(`The server on port ${port} did not start`);
}

async function answers(url: string): Promise<boolean> {
  try {
    if (url.startsWith('postgres')) {
      const { default: pg } = await import('pg');
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      await client.end();
    } else {
      const mysql = await import('mysql2/promise');
      await (await mysql.createConnection(url)).end();
    }
    return true;
  } catch {
    return false;
  }
}

/** Database servers refuse to run as root; then they run as the user their package made. */
async function unprivileged(name: string): Promise<{ uid?: number; gid?: number }> {
  if (process.getuid?.() !== 0) return {};
  const id = async (option: string): Promise<number> => Number((await run('id', [option, name])).stdout);
  return { uid: await id('-u'), gid: await id('-g') };
}

function ownedFolder(prefix: string, user: { uid?: number; gid?: number }): string {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  own(folder, user);
  return folder;
}

function own(path: string, { uid, gid }: { uid?: number; gid?: number }): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
