import { randomBytes } from 'node:crypto';
import pg from 'pg';

/** A database of its own on a test server, with a user that may only read it. */
export interface PostgresDatabase {
  /** As the user that may only read. */
  readonly url: string;
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** Runs statements as the administrator, in this database. */
  admin(sql: string): Promise<pg.QueryResult>;
  drop(): Promise<void>;
}

let count = 0;

/** Makes a database by a script; `adminUrl` is the server's administrator. */
export async function makePostgresDatabase(adminUrl: string, script: string): Promise<PostgresDatabase> {
  const name = `sqlassay_${process.pid}_${randomBytes(3).toString('hex')}_${count++}`;
  const password = `secret-${randomBytes(6).toString('hex')}`;
  await once(adminUrl, `create role ${name} login password '${password}'`);
  await once(adminUrl, `create database ${name}`);
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  const adminOwn = String(own);
  own.username = name;
  own.password = password;
  await once(adminOwn, `revoke temporary on database ${name} from public`);
  await once(adminOwn, script);
  await once(adminOwn, `grant usage on schema public to ${name}`);
  await once(adminOwn, `grant select on all tables in schema public to ${name}`);
  await once(adminOwn, `grant select on all sequences in schema public to ${name}`);
  return {
    url: String(own),
    name,
    user: name,
    password,
    admin: (sql) => once(adminOwn, sql),
    async drop() {
      await once(adminUrl, `drop database if exists ${name} with (force)`);
      await once(adminUrl, `drop role if exists ${name}`);
    },
  };
}

async function once(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}
