import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openPlatform } from '../../src/platforms/index.js';
import type { ExecutionResult, Platform, PlatformSession } from '../../src/types/index.js';
import { dropDatabases, limits, type ServerSubject, subjects } from '../conformance/platform-subjects.js';
import type { HostileStatement } from './hostile-statements.js';
import { lookAtMysql } from './look-at-mysql.js';
import { lookAtPostgres } from './look-at-postgres.js';
import { mysqlStatements } from './mysql-statements.js';
import { postgresStatements } from './postgres-statements.js';

const timeoutMs = 500;
const mark = `hostile-mark-${process.pid}`;

/** What is tried on each kind of server, and everything there that must be the same afterwards. */
interface Battery {
  readonly statements: readonly HostileStatement[];
  /** Makes the table t of twenty rows and whatever else the statements name. */
  readonly script: string;
  /** As the administrator; `url` is the reader's. */
  look(url: string, mark: string): Promise<unknown>;
  /** Calls of the database's own functions, which do what a query may not do itself. */
  readonly hidden: readonly string[];
}

const rows = `create table t (id integer, name varchar(20));
  insert into t values ${Array.from({ length: 20 }, (_, at) => `(${at}, 'name ${at}')`).join(', ')};`;

const hidden = {
  set_timeout: "set_config('statement_timeout', '0', false)",
  set_format: "set_config('datestyle', 'German', false) || set_config('timezone', 'Asia/Tokyo', false)",
  set_path: "set_config('search_path', 'pg_temp', false)",
  set_role: "set_config('role', 'pg_monitor', false)",
  lock_it: 'pg_advisory_lock(42)::text',
  make_object: 'lo_create(0)::text',
  next_value: "nextval('s')::text",
  tell: "pg_notify('a', 'x')::text",
};

const batteries: Partial<Record<ServerSubject['kind'], Battery>> = {
  postgres: {
    statements: postgresStatements,
    script: `${rows} create sequence s;
      ${Object.entries(hidden)
        .map(([name, call]) => `create function ${name}() returns text language sql as $$ select ${call} $$;`)
        .join('\n')}
      create function write_it() returns int language sql as $$ delete from t returning 1 $$;
      create function end_it() returns int language plpgsql as $$ begin commit; return 1; end $$;`,
    look: lookAtPostgres,
    hidden: [...Object.keys(hidden), 'write_it', 'end_it'].map((name) => `select ${name}()`),
  },
  mysql: {
    statements: mysqlStatements,
    script: `${rows} create sequence s;
      create function write_it() returns int begin delete from t; return 1; end;
      create function lock_it() returns int return get_lock('${mark}', 0);
      create function set_it() returns int begin set session max_statement_time = 0, time_zone = '+09:00'; return 1; end;
      create function wait_it() returns int return sleep(60);`,
    look: lookAtMysql,
    hidden: ['write_it', 'lock_it', 'set_it', 'wait_it', 'nextval'].map((name) => `select ${name}()`),
  },
};

const servers = subjects.filter((subject) => subject.isServer);

test('there are at least 40 hostile statements for each kind of server', () => {
  for (const battery of Object.values(batteries))
    expect(battery.statements.length).toBeGreaterThanOrEqual(40);
});

describe.each(servers)('$name', (subject) => {
  const battery = batteries[subject.kind];
  if (subject.absent !== null || battery === undefined) {
    test.skip(subject.absent ?? 'no statements yet', () => {});
    return;
  }
  let url: string;
  let platform: Platform;
  let session: PlatformSession;
  let untouched: unknown;

  beforeAll(async () => {
    const config = await subject.makeFile('', 'hostile', battery.script);
    url = config.url;
    platform = openPlatform(config, subject.settings);
    session = await platform.open();
    await session.execute('select 1', limits());
    untouched = await battery.look(url, mark);
    expect(untouched).toMatchObject({ isOneConnectionOrLess: true });
  });
  afterAll(async () => {
    await platform.close();
    await dropDatabases();
  });

  const stillWell = async (): Promise<void> => {
    const next = await session.execute('select count(*), min(name) from t', limits());
    expect(next).toMatchObject({ kind: 'success', rows: [[20, 'name 0']], truncated: null });
  };

  test.each(battery.statements)('$what', async ({ hostile, benign }) => {
    const sql = hostile.replaceAll('%MARK%', mark);
    const result = await session.execute(sql, limits({ timeoutMs, maxRows: 1000, maxBytes: 1_000_000 }));
    expect(isContained(result), show(result).slice(0, 300)).toBe(true);
    await stillWell();
    const alike = await session.execute(benign, limits({ maxRows: 1000, maxBytes: 3_000_000 }));
    expect(alike, show(alike).slice(0, 300)).toMatchObject({ kind: 'success', truncated: null });
  });

  test.each(battery.hidden)('through a function of the database: %s', async (sql) => {
    const result = await session.execute(sql, limits({ timeoutMs }));
    if (result.kind === 'error') expect(result.fault).toBe('query');
    await stillWell();
    expect(await battery.look(url, mark)).toEqual(untouched);
  });

  test('data, sequences, roles, settings and connections are as they were', async () => {
    expect(await battery.look(url, mark)).toEqual(untouched);
  });
});

/** A typed error that is the query's own fault, or fewer rows than there are, said so. */
function isContained(result: ExecutionResult): boolean {
  if (result.kind === 'error') return result.fault === 'query' && result.code !== 'cancelled';
  return result.truncated !== null;
}

function show(result: ExecutionResult): string {
  return JSON.stringify(result, (_key, value) => (typeof value === 'bigint' ? `${value}n` : value));
}
