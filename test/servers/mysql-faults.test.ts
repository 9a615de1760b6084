import { createServer } from 'node:net';
import mysql from 'mysql2/promise';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import { createMysqlEngine } from '../../src/platforms/mysql/mysql-engine.js';
import type { Platform } from '../../src/types/index.js';
import { limits, settings } from '../conformance/platform-subjects.js';
import { type MysqlDatabase, makeMysqlDatabase } from './mysql-database.js';
import { mariadbProgram, startMariadb, type TestServer } from './start-servers.js';

const adminUrl = process.env.SQLASSAY_TEST_MYSQL ?? '';
const script = `create table t (id integer primary key, name varchar(20));
  insert into t values (1, 'one'), (2, 'two');`;
const opened: Platform[] = [];

function open(url: string, over = {}): Platform {
  const platform = openPlatform({ kind: 'mysql', url }, { ...settings, ...over });
  opened.push(platform);
  return platform;
}

afterEach(async () => {
  for (const platform of opened.splice(0)) await platform.close();
});

describe('on a server that others use', () => {
  if (adminUrl === '') {
    test.skip("set SQLASSAY_TEST_MYSQL to the url of a test server's administrator to include these", () => {});
    return;
  }
  let database: MysqlDatabase;
  beforeAll(async () => {
    database = await makeMysqlDatabase(adminUrl, script);
  });
  afterAll(() => database.drop());

  const sessions = async (): Promise<number[]> => {
    const rows = await database.admin(
      `select id from information_schema.processlist where user = '${database.user}' and info like '%sleep%'`,
    );
    return rows.map(([id]) => Number(id));
  };
  const runningSession = async (before: readonly number[] = []): Promise<number> => {
    for (;;) {
      const [id] = (await sessions()).filter((one) => !before.includes(one));
      if (id !== undefined) return id;
    }
  };

  test('a query whose session is ended once is run once more', async () => {
    const session = await open(database.url).open();
    const running = session.execute('select sleep(1), count(*) from t', limits());
    await database.admin(`kill ${await runningSession()}`);
    expect(await running).toMatchObject({ kind: 'success', rows: [[0, 2]] });
  });

  test('a query whose session is ended twice is an error of the infrastructure', async () => {
    const session = await open(database.url).open();
    const running = session.execute('select sleep(20)', limits());
    const first = await runningSession();
    await database.admin(`kill ${first}`);
    await database.admin(`kill ${await runningSession([first])}`);
    expect(await running).toMatchObject({ kind: 'error', code: 'connection', fault: 'infrastructure' });
    expect(await session.execute('select 1', limits())).toMatchObject({ kind: 'success' });
  });

  test('an interrupted query has no answer', async () => {
    const session = await open(database.url).open();
    const running = session.execute('select sleep(20)', limits({ timeoutMs: 1500 }));
    await database.admin(`kill query ${await runningSession()}`);
    const result = await running;
    expect(result).toMatchObject({ kind: 'error' });
    expect(await session.execute('select count(*) from t', limits())).toMatchObject({ rows: [[2]] });
  });

  test('a user without connections left is an error of the infrastructure', async () => {
    const small = await makeMysqlDatabase(adminUrl, script);
    await small.admin(`alter user '${small.user}'@'%' with max_user_connections 1`);
    const held = await mysql.createConnection(small.url);
    await expect(open(small.url).open()).rejects.toMatchObject({
      code: 'E_CONNECTION_REFUSED',
      message: expect.stringContaining('ER_USER_LIMIT_REACHED'),
    });
    await held.end();
    await small.drop();
  });

  test('rows beyond a cap are stopped even where no second connection is to be had', async () => {
    const small = await makeMysqlDatabase(adminUrl, script);
    await small.admin(`alter user '${small.user}'@'%' with max_user_connections 1`);
    const engine = createMysqlEngine({ url: small.url, allowPrivileged: false, referenceDate: null });
    const connection = await engine.connect();
    const caps = { timeoutMs: 5000, maxRows: 3, maxBytes: 1e6 };
    const result = await connection.execute('select seq from seq_1_to_100000000', caps);
    expect(result).toMatchObject({ kind: 'success', rows: [[1], [2], [3]], truncated: 'rows' });
    expect(connection.usable).toBe(false);
    expect(await connectionsOf(small)).toBe(0);
    await small.drop();
  });

  test('a value far beyond the cap of bytes is not waited for', async () => {
    const engine = createMysqlEngine({ url: database.url, allowPrivileged: false, referenceDate: null });
    const connection = await engine.connect();
    const caps = { timeoutMs: 5000, maxRows: 9, maxBytes: 100_000 };
    const result = await connection.execute("select 1, 'a' union all select 2, repeat('x', 16000000)", caps);
    expect(result).toMatchObject({ kind: 'success', truncated: 'bytes' });
    expect(result.kind === 'success' && result.rows.length).toBeLessThan(2);
    expect(connection.usable).toBe(false);
    expect(await connectionsOf(database)).toBe(0);
  });

  test('more queries than connections wait for their turn', async () => {
    const platform = open(database.url, { concurrency: { ...settings.concurrency, sessions: 2 } });
    const session = await platform.open();
    const results = await Promise.all(
      Array.from({ length: 12 }, (_, at) => session.execute(`select ${at} + count(*) from t`, limits())),
    );
    expect(results.map((one) => one.kind === 'success' && one.rows[0]?.[0])).toEqual(
      Array.from({ length: 12 }, (_, at) => at + 2),
    );
    await platform.close();
    expect(await connectionsOf(database)).toBe(0);
  });

  test('a wrong password is refused, and no secret is told', async () => {
    const wrong = new URL(database.url);
    wrong.password = 'another-secret-word';
    const error = await open(String(wrong))
      .open()
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'E_CONNECTION_REFUSED' });
    expect(String((error as Error).message)).toMatch(/login/);
    expect(JSON.stringify(error) + (error as Error).stack).not.toContain('another-secret-word');
  });

  test('an unknown database is refused, and one that is not named is an invalid url', async () => {
    const other = new URL(database.url);
    other.pathname = '/mysql';
    await expect(open(String(other)).open()).rejects.toMatchObject({ code: 'E_CONNECTION_REFUSED' });
    other.pathname = '/';
    await expect(open(String(other)).open()).rejects.toMatchObject({ code: 'E_URL_INVALID' });
  });

  test('a port where nobody listens is refused', async () => {
    await expect(
      open(`mysql://u:secret-word@127.0.0.1:${await unusedPort()}/d`).open(),
    ).rejects.toMatchObject({
      code: 'E_CONNECTION_REFUSED',
      message: expect.stringMatching(/ECONNREFUSED/),
    });
  });
});

const program = mariadbProgram();

describe('on a server of its own', () => {
  if (program === null) {
    test.skip('install mariadb-server, or name its mariadbd in SQLASSAY_TEST_MARIADB_BIN, to include these', () => {});
    return;
  }
  let server: TestServer;
  let database: MysqlDatabase;
  beforeAll(async () => {
    server = await startMariadb(program, [
      '--tmp-memory-table-size=1048576',
      '--max-heap-table-size=1048576',
      '--tmp-disk-table-size=2097152',
    ]);
    database = await makeMysqlDatabase(server.url, script);
  }, 60_000);
  afterAll(() => server.stop());

  test('a query that outgrows the space for temporary tables breaks a limit', async () => {
    const session = await open(database.url).open();
    const result = await session.execute(
      'select seq, concat(seq, repeat(1, 500)) as s, count(*) from seq_1_to_200000 group by s, seq order by s',
      limits(),
    );
    expect(result).toMatchObject({ kind: 'error', code: 'memory', fault: 'query' });
    expect(JSON.stringify(result)).not.toContain('/tmp');
    expect(await session.execute('select count(*) from t', limits())).toMatchObject({ rows: [[2]] });
  });

  test('a server that is killed in the middle of a query is an error of the infrastructure', async () => {
    const session = await open(database.url).open();
    const running = session.execute('select sleep(20)', limits());
    for (let seen = 0; seen === 0; ) {
      seen = (
        await database.admin("select 1 from information_schema.processlist where info = 'select sleep(20)'")
      ).length;
    }
    await server.kill();
    const result = await running;
    expect(result).toMatchObject({ kind: 'error', code: 'connection', fault: 'infrastructure' });
    expect(JSON.stringify(result)).not.toContain(database.password);
    expect(await session.execute('select 1', limits())).toMatchObject({
      code: 'connection',
      fault: 'infrastructure',
    });
  });
});

async function connectionsOf(database: MysqlDatabase): Promise<number> {
  let left = -1;
  for (let tries = 0; tries < 100 && left !== 0; tries++) {
    const [[count] = []] = await database.admin(
      `select count(*) from information_schema.processlist where user = '${database.user}'`,
    );
    left = Number(count);
  }
  return left;
}

function unusedPort(): Promise<number> {
  return new Promise((resolve) => {
    const listener = createServer();
    listener.listen(0, '127.0.0.1', () => {
      const { port } = listener.address() as { port: number };
      listener.close(() => resolve(port));
    });
  });
}
