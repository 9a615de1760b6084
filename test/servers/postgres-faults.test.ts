import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import { createPostgresEngine } from '../../src/platforms/postgres/postgres-engine.js';
import { resolveUrl } from '../../src/platforms/server/resolve-url.js';
import { ServerPlatform } from '../../src/platforms/server/server-platform.js';
import type { PoolSettings } from '../../src/platforms/server/server-pool.js';
import type { ExecutionResult, Platform } from '../../src/types/index.js';
import { limits, settings } from '../conformance/platform-subjects.js';
import { makePostgresDatabase, type PostgresDatabase } from './postgres-database.js';
import { postgresFolder, startPostgres } from './start-servers.js';

const adminUrl = process.env.SQLASSAY_TEST_POSTGRES;
const slow = 'select count(*) from (select pg_sleep(1.5)) x';

describe('on a PostgreSQL server', () => {
  if (adminUrl === undefined || adminUrl === '') {
    test.skip('set SQLASSAY_TEST_POSTGRES to the url of a test server’s administrator; npm run test:servers does', () => {});
    return;
  }
  let database: PostgresDatabase;
  const opened: Platform[] = [];

  beforeAll(async () => {
    database = await makePostgresDatabase(
      adminUrl,
      'create table t (a integer); insert into t values (1), (2);',
    );
  });
  afterEach(async () => {
    for (const platform of opened.splice(0)) await platform.close();
    await noConnections();
  });
  afterAll(() => database.drop());

  function open(url = database.url): Platform {
    const platform = openPlatform({ kind: 'postgres', url }, settings);
    opened.push(platform);
    return platform;
  }

  function pooled(pool: PoolSettings): Platform {
    const platform = new ServerPlatform({
      dialect: 'postgres',
      where: 'datasources.shop',
      resolve: () => resolveUrl('postgres', database.url, 'datasources.shop'),
      createEngine: (url) => createPostgresEngine({ url, allowPrivileged: false, referenceDate: null }),
      pool,
    });
    opened.push(platform);
    return platform;
  }

  const connections = async (where = ''): Promise<number> => {
    const sql = `select count(*)::int as n from pg_stat_activity where usename = '${database.user}' ${where}`;
    return Number((await database.admin(sql)).rows[0].n);
  };

  /** Sessions that were ended take the server a moment. */
  const noConnections = async (): Promise<void> => {
    await expect.poll(() => connections(), { timeout: 10_000 }).toBe(0);
  };

  const sleeping = async (): Promise<void> => {
    await expect
      .poll(() => connections("and wait_event = 'PgSleep'"), { timeout: 10_000 })
      .toBeGreaterThan(0);
  };

  const terminateAll = (): Promise<unknown> =>
    database.admin(
      `select pg_terminate_backend(pid) from pg_stat_activity where usename = '${database.user}'`,
    );

  test('a session that the administrator ends is replaced, and its query run once more', async () => {
    const session = await open().open();
    const running = session.execute(slow, limits());
    await sleeping();
    await terminateAll();
    expect(await running).toMatchObject({ kind: 'success', rows: [[1]] });
  });

  test('a session that is ended again is the infrastructure’s fault, and the next query runs', async () => {
    const session = await open().open();
    let ended = false;
    const running = session.execute(slow, limits()).finally(() => {
      ended = true;
    });
    while (!ended) {
      await terminateAll();
      await sleep(50);
    }
    expect(await running).toMatchObject({ code: 'connection', fault: 'infrastructure' });
    expect(await session.execute('select count(*) from t', limits())).toMatchObject({ rows: [[2]] });
  });

  test('connections that died at rest are not noticed by anyone', async () => {
    const platform = open();
    const session = await platform.open();
    await Promise.all(Array.from({ length: 4 }, () => session.execute('select pg_sleep(0.1)', limits())));
    await terminateAll();
    expect(await session.execute('select count(*) from t', limits())).toMatchObject({ rows: [[2]] });
    await terminateAll();
    expect((await platform.catalog()).tables.map(({ name }) => name)).toEqual(['t']);
  });

  test('our own deadline is no reason to run a query again', async () => {
    const session = await open().open();
    const started = performance.now();
    const result = await session.execute('select pg_sleep(20)', limits({ timeoutMs: 300 }));
    expect(result).toMatchObject({ code: 'timeout', fault: 'query' });
    expect(performance.now() - started).toBeLessThan(10_000);
  });

  test('a query that gets round the server’s time-out is cancelled', async () => {
    await database.admin(`create or replace function stubborn() returns int language plpgsql set statement_timeout = 0 as
      $$ begin perform pg_sleep(60); return 1; end $$`);
    const session = await open().open();
    const result = await session.execute('select stubborn()', limits({ timeoutMs: 300 }));
    expect(result).toMatchObject({ code: 'timeout', fault: 'query' });
    expect(await session.execute('select 1', limits())).toMatchObject({ kind: 'success' });
  });

  test('a query that catches its own cancellation has its session ended', async () => {
    await database.admin(`create or replace function deaf() returns int language plpgsql as
      $$ begin loop begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end $$`);
    const session = await open().open();
    const result = await session.execute('select deaf()', limits({ timeoutMs: 300 }));
    expect(result).toMatchObject({ code: 'timeout', fault: 'query' });
    expect(await session.execute('select 1', limits())).toMatchObject({ kind: 'success' });
    await expect.poll(() => connections("and state = 'active'"), { timeout: 10_000 }).toBe(0);
  });

  test('cancelling ends the query on the server', async () => {
    const session = await open().open();
    const controller = new AbortController();
    const running = session.execute('select pg_sleep(60)', limits({ signal: controller.signal }));
    await sleeping();
    controller.abort();
    expect(await running).toMatchObject({ code: 'cancelled', fault: 'infrastructure' });
    await expect.poll(() => connections("and wait_event = 'PgSleep'"), { timeout: 10_000 }).toBe(0);
  });

  test('an exhausted pool says so, after a while and as the infrastructure’s fault', async () => {
    const session = await pooled({ size: 1, waitMs: 200 }).open();
    const running = session.execute(slow, limits());
    await sleeping();
    expect(await session.execute('select 1', limits())).toMatchObject({
      code: 'connection',
      fault: 'infrastructure',
      message: expect.stringContaining('pool is exhausted'),
    });
    expect(await running).toMatchObject({ kind: 'success' });
  });

  test('waiting for a connection can be cancelled', async () => {
    const session = await pooled({ size: 1 }).open();
    const running = session.execute(slow, limits());
    await sleeping();
    const controller = new AbortController();
    const waiting = session.execute('select 1', limits({ signal: controller.signal }));
    controller.abort();
    expect(await waiting).toMatchObject({ code: 'cancelled' });
    expect(await running).toMatchObject({ kind: 'success' });
  });

  test('connections are closed when they are old or unused', async () => {
    const old = await pooled({ size: 2, lifetimeMs: 0 }).open();
    await old.execute('select 1', limits());
    await noConnections();
    const idle = await pooled({ size: 2, idleMs: 10 }).open();
    await idle.execute('select 1', limits());
    await noConnections();
    expect(await idle.execute('select count(*) from t', limits())).toMatchObject({ rows: [[2]] });
  });

  test('a full temporary space is the query’s own fault', async () => {
    await database.admin(`alter role ${database.user} set temp_file_limit = '1MB'`);
    await database.admin(`alter role ${database.user} set work_mem = '64kB'`);
    const session = await open().open();
    const sql =
      "select count(*) from (select i, repeat('x', 500) from generate_series(1, 100000) i order by 2, 1) x";
    expect(await session.execute(sql, limits())).toMatchObject({
      code: 'memory',
      fault: 'query',
      sqlState: '53400',
    });
    await database.admin(`alter role ${database.user} reset all`);
  });

  test('a wrong password is told without it', async () => {
    const url = database.url.replace(database.password, 'wrong-password');
    await expect(open(url).open()).rejects.toMatchObject({ code: 'E_CONNECTION_REFUSED', where: 'database' });
    const told = await open(url)
      .open()
      .catch((error: Error) => `${error.message} ${error.stack} ${JSON.stringify(error)}`);
    expect(told).toContain('password authentication failed');
    expect(told).not.toContain('wrong-password');
  });

  test('a database that is not there is told', async () => {
    const url = database.url.replace(/\/\w+$/, '/nowhere_at_all');
    await expect(open(url).info()).rejects.toThrow(/database "nowhere_at_all" does not exist/);
  });

  test('an administrator is refused, unless the suite allows it, and then warned of', async () => {
    await expect(open(adminUrl).open()).rejects.toMatchObject({ code: 'E_USER_PRIVILEGED' });
    const allowed = openPlatform({ kind: 'postgres', url: adminUrl, allowPrivileged: true }, settings);
    opened.push(allowed);
    const examination = await allowed.examine();
    expect(examination.readOnly).toBe(false);
    expect(examination.warnings.join()).toContain('is a superuser');
    const session = await allowed.open();
    expect(await session.execute('select 1', limits())).toMatchObject({ kind: 'success' });
  });

  test.each([
    ['createrole', 'may create roles'],
    ['createdb', 'may create databases'],
    ['replication', 'may replicate'],
    ['bypassrls', 'bypasses row-level security'],
  ])('a user with %s is refused', async (attribute, words) => {
    await database.admin(`alter role ${database.user} ${attribute}`);
    await expect(open().open()).rejects.toThrow(words);
    await database.admin(`alter role ${database.user} no${attribute}`);
  });

  test.each(['pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program'])(
    'a member of %s is refused',
    async (role) => {
      await database.admin(`grant ${role} to ${database.user}`);
      await expect(open().open()).rejects.toThrow(`is a member of ${role}`);
      await database.admin(`revoke ${role} from ${database.user}`);
    },
  );

  test('a user that may write is warned of, and cannot', async () => {
    await database.admin(`grant insert on t to ${database.user}`);
    const platform = open();
    expect((await platform.examine()).warnings.join()).toContain('may write to 1 tables');
    await database.admin(
      "create or replace function put() returns void language sql as 'insert into t values (3)'",
    );
    const session = await platform.open();
    expect(await session.execute('select put()', limits())).toMatchObject({
      code: 'refused',
      sqlState: '25006',
    });
    expect(await session.execute('select count(*) from t', limits())).toMatchObject({ rows: [[2]] });
    await database.admin(`revoke insert on t from ${database.user}`);
  });

  test('views and functions are told', async () => {
    await database.admin(
      "create or replace view v as select a from t; create or replace function one() returns int language sql as 'select a from t limit 1'",
    );
    expect(await open().storedQueries()).toEqual(
      expect.arrayContaining([
        { kind: 'view', name: 'v', definition: expect.stringMatching(/FROM\s+t/) },
        { kind: 'macro', name: 'one', definition: 'select a from t limit 1' },
      ]),
    );
  });

  test('types that are made later are known', async () => {
    const session = await open().open();
    await session.execute('select 1', limits());
    await database.admin("create type late as enum ('x')");
    await session.execute("select 'x'::late", limits());
    expect(await session.execute("select 'x'::late", limits())).toMatchObject({
      columns: [{ engineType: 'late', kind: 'enum' }],
      rows: [[{ k: 'enum', v: 'x' }]],
    });
  });
});

describe('without a server', () => {
  test('a server that is not there refuses, without the secrets of its address', async () => {
    const platform = openPlatform(
      { kind: 'postgres', url: 'postgres://reader:pa55-word@127.0.0.1:1/shop' },
      settings,
    );
    await expect(platform.open()).rejects.toMatchObject({ code: 'E_CONNECTION_REFUSED' });
    const told = await platform.open().catch((error: Error) => `${error.message} ${JSON.stringify(error)}`);
    expect(told).toContain('ECONNREFUSED');
    expect(told).not.toContain('pa55-word');
    await platform.close();
  });

  test('a server that hangs up is no PostgreSQL server', async () => {
    const server = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')).listen(
      0,
      '127.0.0.1',
    );
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as { readonly port: number };
    const platform = openPlatform(
      { kind: 'postgres', url: `postgres://a:secret-b@127.0.0.1:${port}/c` },
      settings,
    );
    await expect(platform.open()).rejects.toMatchObject({ code: 'E_CONNECTION_REFUSED' });
    await platform.close();
    server.close();
  });
});

describe('on a server that is killed', () => {
  const bin = postgresFolder();
  if (bin === null) {
    test.skip('install PostgreSQL, or set SQLASSAY_TEST_POSTGRES_BIN to the folder of initdb', () => {});
    return;
  }

  test('a query that runs is the infrastructure’s fault, and so is the next', {
    timeout: 120_000,
  }, async () => {
    const server = await startPostgres(bin);
    const database = await makePostgresDatabase(server.url, 'create table t (a integer)');
    const platform = openPlatform({ kind: 'postgres', url: database.url }, settings);
    const session = await platform.open();
    const running: Promise<ExecutionResult> = session.execute(
      'select pg_sleep(60)',
      limits({ timeoutMs: 60_000 }),
    );
    const watch = new pg.Client({ connectionString: server.url });
    watch.on('error', () => {});
    await watch.connect();
    const asleep = "select count(*)::int as n from pg_stat_activity where wait_event = 'PgSleep'";
    await expect.poll(async () => (await watch.query(asleep)).rows[0].n, { timeout: 20_000 }).toBe(1);
    await server.kill();
    expect(await running).toMatchObject({ code: 'connection', fault: 'infrastructure' });
    expect(await session.execute('select 1', limits())).toMatchObject({
      code: 'connection',
      fault: 'infrastructure',
    });
    await expect(platform.catalog()).rejects.toMatchObject({ code: 'E_CONNECTION_REFUSED' });
    await platform.close();
    await server.stop();
  });
});
