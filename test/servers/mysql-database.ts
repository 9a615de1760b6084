import { randomBytes } from 'node:crypto';
import mysql, { type RowDataPacket } from 'mysql2/promise';

/** A database of its own on a test server, with a user that may only read it. */
export interface MysqlDatabase {
  /** As the user that may only read. */
  readonly url: string;
  readonly name: string;
  readonly user: string;
  readonly password: string;
  /** Runs one or more statements as the administrator, in this database. */
  admin(sql: string): Promise<readonly unknown[][]>;
  drop(): Promise<void>;
}

let count = 0;

/** Makes a database by a script; `adminUrl` is the server's administrator. */
export async function makeMysqlDatabase(adminUrl: string, script: string): Promise<MysqlDatabase> {
  const name = `sqlassay_${process.pid}_${randomBytes(3).toString('hex')}_${count++}`;
  const password = `secret-${randomBytes(6).toString('hex')}`;
  await once(adminUrl, `create database ${name}`);
  const own = new URL(adminUrl);
  own.pathname = `/${name}`;
  const adminOwn = String(own);
  own.username = name;
  own.password = password;
  await once(adminOwn, script);
  await once(adminOwn, `create user '${name}'@'%' identified by '${password}'`);
  await once(adminOwn, `grant select, show view on ${name}.* to '${name}'@'%'`);
  return {
    url: String(own),
    name,
    user: name,
    password,
    admin: (sql) => once(adminOwn, sql),
    async drop() {
      await once(adminUrl, `drop database if exists ${name}; drop user if exists '${name}'@'%'`);
    },
  };
}

async function once(url: string, sql: string): Promise<readonly unknown[][]> {
  const connection = await mysql.createConnection({ uri: url, multipleStatements: true });
  try {
    const [rows] = await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
    return Array.isArray(rows) ? (rows as unknown[][]) : [];
  } finally {
    await connection.end();
  }
}
