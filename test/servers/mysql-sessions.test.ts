import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import type { ExecutionResult, Platform } from '../../src/types/index.js';
import { limits, settings } from '../conformance/platform-subjects.js';
import { type MysqlDatabase, makeMysqlDatabase } from './mysql-database.js';

const adminUrl = process.env.SQLASSAY_TEST_MYSQL ?? '';
const script = `create table t (id integer primary key, name varchar(20) not null, f float);
  insert into t values (1, 'one', 0.1), (2, 'two', null);
  create view v as select name from t;
  create function one() returns int return 1;
  create function write_it() returns int begin delete from t; return 1; end;
  create function set_it() returns int begin set session max_statement_time = 0, time_zone = '+09:00'; return 1; end;`;

describe('MySQL', () => {
  if (adminUrl === '') {
    test.skip("set SQLASSAY_TEST_MYSQL to the url of a test server's administrator to include these", () => {});
    return;
  }
  let database: MysqlDatabase;
  let reader: string;
  const opened: Platform[] = [];
  const roles: string[] = [];
  beforeAll(async () => {
    database = await makeMysqlDatabase(adminUrl, script);
    reader = `'${database.user}'@'%'`;
  });
  afterEach(async () => {
    for (const platform of opened.splice(0)) await platform.close();
  });
  afterAll(async () => {
    await database.drop();
    for (const role of roles) await makeNothing(`drop role if exists ${role}`);
  });
  const makeNothing = async (sql: string): Promise<void> => {
    const other = await makeMysqlDatabase(adminUrl, 'select 1');
    await other.admin(sql);
    await other.drop();
  };

  const platformOf = (over = {}, url = database.url, allowPrivileged = false): Platform => {
    const platform = openPlatform({ kind: 'mysql', url, allowPrivileged }, { ...settings, ...over });
    opened.push(platform);
    return platform;
  };
  const run = async (sql: string, over = {}, platform = platformOf()): Promise<ExecutionResult> =>
    (await platform.open()).execute(sql, limits(over));

  test('a reader is examined as one', async () => {
    const examination = await platformOf().examine();
    expect(examination).toMatchObject({ engine: 'mysql (mysql2)', readOnly: true });
    expect(examination.protections.join(' ')).toContain('TRANSACTION READ ONLY');
    expect(examination.stillPossible.join(' ')).toContain('SLEEP');
    expect(examination.warnings.join(' ')).toContain('ONLY_FULL_GROUP_BY');
    expect(examination.warnings.join(' ')).not.toContain('may write');
  });

  test('an administrator is refused, unless the suite allows it, and then cannot write either', async () => {
    const admin = new URL(adminUrl);
    admin.pathname = `/${database.name}`;
    await expect(platformOf({}, String(admin)).open()).rejects.toMatchObject({
      code: 'E_USER_PRIVILEGED',
      message: expect.stringMatching(/ALL PRIVILEGES on \*\.\*.*CREATE USER .*GRANT SELECT, SHOW VIEW ON/),
    });
    const allowed = platformOf({}, String(admin), true);
    expect(await allowed.examine()).toMatchObject({ readOnly: false });
    expect(await run("select load_file('/etc/passwd')", {}, allowed)).toMatchObject({ code: 'refused' });
    expect(await run('select write_it()', {}, allowed)).toMatchObject({ code: 'refused', sqlState: '25006' });
    expect(await run('select count(*) from t', {}, allowed)).toMatchObject({ rows: [[2]] });
  });

  test('what a role may do counts, set or not', async () => {
    const role = `${database.name}_writer`;
    roles.push(role);
    await database.admin(
      `create role ${role}; grant insert on ${database.name}.t to ${role}; grant ${role} to ${reader}`,
    );
    await expect(platformOf().open()).rejects.toMatchObject({
      code: 'E_USER_PRIVILEGED',
      message: expect.stringContaining(`INSERT on ${database.name}.t`),
    });
    await database.admin(`drop role ${role}`);
    expect(await run('select 1')).toMatchObject({ kind: 'success' });
  });

  test('rights that come by a default role outlast a reset of the session', async () => {
    const other = await makeMysqlDatabase(adminUrl, script);
    const role = `${other.name}_reader`;
    roles.push(role);
    await other.admin(
      `create role ${role}; grant select on ${other.name}.* to ${role}; grant ${role} to '${other.user}'@'%';
       revoke select, show view on ${other.name}.* from '${other.user}'@'%'; set default role ${role} for '${other.user}'@'%'`,
    );
    const platform = platformOf({}, other.url);
    for (let at = 0; at < 3; at++) {
      expect(await run('select count(*) from t', {}, platform)).toMatchObject({ rows: [[2]] });
    }
    await platform.close();
    await other.drop();
  });

  test('functions of the database can neither write nor change a later query', async () => {
    await database.admin(`grant execute on ${database.name}.* to ${reader}`);
    const platform = platformOf({ concurrency: { ...settings.concurrency, sessions: 1 } });
    expect((await platform.examine()).warnings.join(' ')).toContain('EXECUTE');
    expect(await run('select write_it()', {}, platform)).toMatchObject({ code: 'refused', fault: 'query' });
    expect(await run('select set_it()', {}, platform)).toMatchObject({ kind: 'success' });
    expect(await run('select @@time_zone, count(*) from t', {}, platform)).toMatchObject({
      rows: [['+00:00', 2]],
    });
    expect(await run('select sleep(30)', { timeoutMs: 200 }, platform)).toMatchObject({ code: 'timeout' });
    await database.admin(`revoke execute on ${database.name}.* from ${reader}`);
  });

  test('user variables of one query are gone in the next', async () => {
    const platform = platformOf({ concurrency: { ...settings.concurrency, sessions: 1 } });
    expect(await run('select @x := 7', {}, platform)).toMatchObject({ rows: [[7]] });
    expect(await run('select @x', {}, platform)).toMatchObject({ rows: [[null]] });
  });

  test('warnings are notes of their own query only', async () => {
    const platform = platformOf({ concurrency: { ...settings.concurrency, sessions: 1 } });
    expect(await run("select cast('abc' as int)", {}, platform)).toMatchObject({
      rows: [[0]],
      dialectNotes: ["warning: 1292 Truncated incorrect INTEGER value: 'abc'"],
    });
    expect(await run('select 1', {}, platform)).toMatchObject({ dialectNotes: [] });
  });

  test('recursion is not cut at the thousand rounds of the server', async () => {
    const sql =
      'with recursive r(i) as (select 1 union all select i + 1 from r where i < 5000) select count(*) from r';
    expect(await run(sql)).toMatchObject({ rows: [[5000]], dialectNotes: [] });
  });

  test('GROUP_CONCAT is not cut at a length of the server', async () => {
    expect(await run('select length(group_concat(seq)) from seq_1_to_300000')).toMatchObject({
      rows: [[1_988_894]],
    });
  });

  test.each([
    ['select benchmark(9999999999, md5(1))', 'timeout'],
    ['select sleep(60)', 'timeout'],
    ["select repeat('x', 1000000000)", 'memory'],
    ['select * from seq_1_to_1000 limit rows examined 5', 'runtime'],
  ])('%s has no answer where the server gives one that is not whole', async (sql, code) => {
    expect(await run(sql, { timeoutMs: 300 })).toMatchObject({ kind: 'error', code, fault: 'query' });
  });

  test('errors carry the state of SQL', async () => {
    expect(await run('select nope from t')).toMatchObject({ code: 'unknown_name', sqlState: '42S22' });
    expect(await run('select 18446744073709551615 + 1')).toMatchObject({
      code: 'runtime',
      sqlState: '22003',
    });
  });

  test('NOW() stands still at the reference date, SYSDATE() does not and is noted', async () => {
    const pinned = platformOf({ referenceDate: '2020-02-29' });
    expect(pinned.pinnedClock).toBe(true);
    const now =
      "select date_format(now(), '%Y-%m-%d %T'), date_format(curdate(), '%Y-%m-%d'), unix_timestamp()";
    expect(await run(now, {}, pinned)).toMatchObject({
      rows: [['2020-02-29 00:00:00', '2020-02-29', 1582934400]],
      dialectNotes: [],
    });
    expect(await run('select year(sysdate()) > 2020', {}, pinned)).toMatchObject({
      rows: [[1]],
      dialectNotes: ['clock_not_pinned'],
    });
    expect(platformOf().pinnedClock).toBe(false);
  });

  test('columns keep empty and repeated names', async () => {
    const result = await run('select id, 1 as ``, name as id from t order by 1 limit 1');
    expect(result.kind === 'success' && result.columns.map(({ name }) => name)).toEqual(['id', '', 'id']);
    expect(result).toMatchObject({ rows: [[1, 1, 'one']] });
  });

  test('views tell what they read; without the right to ask them, nobody may say that they read nothing', async () => {
    const platform = platformOf();
    expect(await platform.storedQueries()).toMatchObject([
      { kind: 'view', name: 'v', definition: expect.stringContaining('`t`') },
    ]);
    await database.admin(`revoke show view on ${database.name}.* from ${reader}`);
    await expect(platformOf().storedQueries()).rejects.toThrow(/view v reads; grant it SHOW VIEW/);
    expect((await platformOf().examine()).warnings.join(' ')).toContain('SHOW VIEW');
    await database.admin(`grant show view on ${database.name}.* to ${reader}`);
  });
});
