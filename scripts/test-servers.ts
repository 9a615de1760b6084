import { spawn } from 'node:child_process';
import {
  mariadbProgram,
  postgresFolder,
  startMariadb,
  startPostgres,
  type TestServer,
} from '../test/servers/start-servers.js';

// Starts PostgreSQL and MariaDB on loopback, and runs a command with the variables that point tests at them; without a
// command, prints the variables and stays until it is interrupted.
const [command, ...rest] = process.argv.slice(2);
const bin = postgresFolder();
const program = mariadbProgram();
const servers: (readonly [variable: string, server: TestServer])[] = [];
if (bin !== null) servers.push(['SQLASSAY_TEST_POSTGRES', await startPostgres(bin)]);
if (program !== null) servers.push(['SQLASSAY_TEST_MYSQL', await startMariadb(program)]);
const variables = Object.fromEntries(servers.map(([name, { url }]) => [name, url]));
for (const [name, url] of Object.entries(variables)) console.error(`${name}=${url}`);
if (bin === null)
  console.error('PostgreSQL is not here: install it, or name its folder in SQLASSAY_TEST_POSTGRES_BIN');
if (program === null)
  console.error('MariaDB is not here: install it, or name mariadbd in SQLASSAY_TEST_MARIADB_BIN');

const stop = async (code: number): Promise<void> => {
  await Promise.all(servers.map(([, server]) => server.stop()));
  process.exit(code);
};
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop(130));
if (command === undefined) {
  setInterval(() => {}, 1_000_000);
} else {
  const child = spawn(command, rest, { stdio: 'inherit', env: { ...process.env, ...variables } });
  child.once('exit', (code) => void stop(code ?? 1));
}
