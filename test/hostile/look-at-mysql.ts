import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import mysql, { type RowDataPacket } from 'mysql2/promise';

/** What queries could have changed on a MySQL server: seen by its administrator, and in a session of the reader. */
export async function lookAtMysql(readerUrl: string, mark: string): Promise<unknown> {
  const reader = new URL(readerUrl);
  const admin = new URL(process.env.SQLASSAY_TEST_MYSQL!);
  const user = decodeURIComponent(reader.username);
  admin.pathname = reader.pathname;
  return {
    data: await ask(admin, 'checksum table t extended'),
    tables: await ask(
      admin,
      'select table_name, create_time from information_schema.tables where table_schema = database() order by 1',
    ),
    routines: await ask(
      admin,
      'select routine_name from information_schema.routines where routine_schema = database()',
    ),
    grants: await ask(admin, `show grants for '${user}'@'%'`),
    globals: await ask(admin, `show global variables where variable_name not rlike 'gtid|timestamp|_pos$'`),
    locks: await ask(admin, `select is_used_lock('${mark}')`),
    transactions: await ask(
      admin,
      `select count(*) from information_schema.innodb_trx x join information_schema.processlist p
       on p.id = x.trx_mysql_thread_id where p.user = '${user}'`,
    ),
    session: await ask(
      reader,
      "show session variables where variable_name not rlike 'gtid|timestamp|pseudo_thread|rand_seed|_pos$'",
    ),
    isOneConnectionOrLess: await settled(admin, user),
    files: [tmpdir(), '/'].flatMap((place) => readdirSync(place).filter((name) => name.includes(mark))),
  };
}

/** A session that was ended takes the server a moment; the platform keeps one for the next query. */
async function settled(admin: URL, user: string): Promise<boolean> {
  for (let tries = 0; tries < 50; tries++) {
    const [[count] = []] = await ask(
      admin,
      `select count(*) from information_schema.processlist where user = '${user}'`,
    );
    if (Number(count) <= 1) return true;
    await sleep(100);
  }
  return false;
}

async function ask(url: URL, sql: string): Promise<unknown[][]> {
  const connection = await mysql.createConnection({ uri: String(url) });
  try {
    const [rows] = await connection.query<RowDataPacket[][]>({ sql, rowsAsArray: true });
    return rows as unknown[][];
  } finally {
    await connection.end();
  }
}
