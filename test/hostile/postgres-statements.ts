import type { HostileStatement } from './hostile-statements.js';

function postgres(what: string, hostile: string, benign: string): HostileStatement {
  return { kinds: ['postgres'], what, hostile, benign };
}

const endless = 'with recursive r(i) as (select 1 union all select 1 from r)';

export const postgresStatements: readonly HostileStatement[] = [
  // Reading files.
  postgres('pg_read_file', "select pg_read_file('/etc/passwd')", "select 'pg_read_file(x)'"),
  postgres(
    'pg_read_file, quoted',
    `select "pg_read_file"('/etc/passwd')`,
    'select name as pg_read_file from t',
  ),
  postgres('pg_read_file, with its schema', "select pg_catalog.pg_read_file('postgresql.conf')", 'select 1'),
  postgres('pg_read_file, a comment between', "select pg_read_file/* */('PG_VERSION')", 'select 1 /* ( */'),
  postgres('pg_read_binary_file', "select pg_read_binary_file('global/pg_control')", "select '\\x00'::bytea"),
  postgres('pg_ls_dir', "select pg_ls_dir('.')", 'with pg_ls_dir(a) as (select 1) select a from pg_ls_dir'),
  postgres('pg_ls_logdir', 'select * from pg_ls_logdir()', 'select 1 as pg_ls_logdir'),
  postgres('pg_stat_file', "select * from pg_stat_file('base')", 'select 1'),
  postgres('lo_import', "select lo_import('/etc/passwd')", "select 'lo_import'"),
  postgres('copy from a file', "copy t from '/etc/passwd'", "select 'copy t from'"),
  // Writing files, and programs.
  postgres('copy to a file', "copy t to '/tmp/%MARK%'", "select 'copy t to' as s"),
  postgres('copy to a program', "copy t to program 'touch /tmp/%MARK%'", "select 'touch' as program"),
  postgres('copy to the client', 'copy t to stdout', 'select 1'),
  postgres('lo_export', "select lo_export(1, '/tmp/%MARK%')", 'select 1'),
  postgres('load', "load '/tmp/%MARK%.so'", "select 'load'"),
  postgres('create extension', 'create extension dblink', "select 'create extension'"),
  // The network.
  postgres('dblink', "select * from dblink('host=127.0.0.1', 'select 1') as x(a int)", "select 'dblink'"),
  postgres('dblink_connect', "select dblink_connect('host=127.0.0.1')", 'select 1'),
  postgres('a foreign server', 'create server s foreign data wrapper f', 'select 1 as server'),
  // Large objects.
  postgres('lo_create', 'select lo_create(0)', 'select 1 as lo_create'),
  postgres('lo_from_bytea', "select lo_from_bytea(0, 'x')", 'select 1'),
  postgres('lo_unlink', 'select lo_unlink(oid) from pg_largeobject_metadata', 'select 1'),
  // Code.
  postgres('do', "do $$ begin perform set_config('a.b', 'x', false); end $$", "select $$ do $$ || 'x'"),
  postgres('call', 'call whatever()', "select 'call'"),
  postgres('prepare', 'prepare p as select 1', 'select 1 as prepare'),
  postgres('execute', 'execute p', 'select 1 as execute'),
  postgres('declare', 'declare c cursor with hold for select 1', 'select 1'),
  postgres(
    'query_to_xml',
    "select query_to_xml('select pg_read_file(1)', true, true, '')",
    'select xmlelement(name a)',
  ),
  postgres(
    'query_to_xml, spelled with escapes',
    `select U&"query\\005fto\\005fxml"('select 1', true, true, '')`,
    "select U&'\\0061'",
  ),
  postgres('a function', 'create function f() returns int language sql as $$ select 1 $$', 'select 1'),
  // Settings.
  postgres('set_config', "select set_config('statement_timeout', '0', false)", "select 'set_config(1)'"),
  postgres(
    'set_config in a subquery',
    "select * from t where name = (select set_config('role', 'postgres', false))",
    'select 1',
  ),
  postgres('set', 'set statement_timeout = 0', 'select 1 as set'),
  postgres('set role', 'set role postgres', "select 'role'"),
  postgres('set session authorization', 'set session authorization postgres', 'select session_user'),
  postgres('reset', 'reset all', 'select 1 as reset'),
  postgres(
    'pg_settings',
    "update pg_settings set setting = '0' where name = 'statement_timeout'",
    'select 1',
  ),
  postgres('discard', 'discard all', 'select 1'),
  postgres('alter system', "alter system set work_mem = '1GB'", 'select 1'),
  postgres('pg_reload_conf', 'select pg_reload_conf()', 'select 1'),
  // Transactions.
  postgres('commit', 'commit', 'select 1 as commit'),
  postgres('commit, then more', 'commit; drop table t', "select 'commit; drop table t'"),
  postgres('a second statement', 'select 1; delete from t', 'select 1;'),
  postgres('a second statement behind a quote', "select 'a\\'; drop table t; --'", "select 'a\\'"),
  postgres(
    'a second statement behind a dollar',
    'select $a$ x $a$; drop table t',
    'select $a$ ; drop table t $a$',
  ),
  postgres('set transaction', 'set transaction read write', 'select 1'),
  postgres('end', 'end', 'select case when true then 1 end'),
  postgres('savepoint', 'savepoint a', 'select 1'),
  // Writing.
  postgres('insert', "insert into t values (99, 'x')", "select 'insert'"),
  postgres(
    'delete in a with',
    'with d as (delete from t returning *) select * from d',
    'with d as (select * from t) select * from d',
  ),
  postgres(
    'update in a with',
    "with d as (update t set name = 'x' returning *) select count(*) from d",
    'select 1',
  ),
  postgres('select into', 'select * into u from t', "select 'into'"),
  postgres('select into temp', 'select * into temp u from t', 'select 1'),
  postgres('create table as', 'create table u as select * from t', 'select 1'),
  postgres('create temp table', 'create temp table u (a int)', 'select 1'),
  postgres('truncate', 'truncate t', 'select 1'),
  postgres('drop', 'drop table t', 'select 1'),
  postgres('nextval', "select nextval('s')", "select 'nextval(s)'"),
  postgres('setval', "select setval('s', 1000)", "select 'setval(s, 1)'"),
  postgres('grant', 'grant all on t to public', 'select 1 as granted'),
  postgres('merge', 'merge into t using t as x on t.id = x.id when matched then delete', 'select 1'),
  postgres('vacuum', 'vacuum t', 'select 1'),
  postgres('refresh', 'refresh materialized view v', 'select 1'),
  // Locks and other sessions.
  postgres('for update', 'select * from t for update', 'select * from t'),
  postgres('for share', 'select * from t for share', 'select 1'),
  postgres('lock', 'lock table t in access exclusive mode', 'select 1 as lock'),
  postgres('advisory lock', 'select pg_advisory_lock(1)', 'select 1 as pg_advisory_lock'),
  postgres('advisory lock, if free', 'select pg_try_advisory_lock(id) from t', 'select 1'),
  postgres('listen', 'listen a', "select 'listen'"),
  postgres('notify', "notify a, 'x'", 'select 1'),
  postgres('pg_notify', "select pg_notify('a', 'x')", 'select 1'),
  postgres(
    'pg_terminate_backend',
    'select pg_terminate_backend(pid) from pg_stat_activity',
    'select count(*) > 0 from pg_stat_activity',
  ),
  postgres('pg_cancel_backend', 'select pg_cancel_backend(pid) from pg_stat_activity', 'select 1'),
  postgres('pg_export_snapshot', 'select pg_export_snapshot()', 'select 1'),
  postgres('a replication slot', "select pg_create_physical_replication_slot('%MARK%')", 'select 1'),
  postgres('setseed', 'select setseed(0.5)', 'select random() < 2'),
  // Secrets.
  postgres(
    'pg_authid',
    'select rolpassword from pg_authid',
    'select rolname from pg_roles where rolname = current_user',
  ),
  postgres('pg_shadow', 'select * from pg_shadow', 'select 1 as pg_shadow'),
  postgres('current_setting', "select current_setting('data_directory')", 'select version() is not null'),
  // Bombs.
  postgres('pg_sleep', 'select pg_sleep(30)', 'select pg_sleep(0.01)'),
  postgres('pg_sleep_until', "select pg_sleep_until(now() + interval '1 day')", 'select now() is not null'),
  postgres(
    'generate_series',
    'select count(*) from generate_series(1, 100000000000)',
    'select count(*) from generate_series(1, 1000)',
  ),
  postgres(
    'generate_series, pulled',
    'select i from generate_series(1, 100000000000) i',
    'select i from generate_series(1, 100) i',
  ),
  postgres(
    'cross join',
    'select count(*) from t a, t b, t c, t d, t e, t f, t g, t h, t i',
    'select count(*) from t a, t b',
  ),
  postgres(
    'row flood',
    'select a.id from t a, t b, t c, t d, t e, t f, t g, t h',
    'select a.id from t a, t b',
  ),
  postgres(
    'endless recursion',
    `${endless.replace('union all select 1', 'union all select i')} select count(*) from r`,
    'with recursive r(i) as (select 1 union all select i + 1 from r where i < 9) select count(*) from r',
  ),
  postgres('a large cell', "select repeat('x', 200000000)", "select length(repeat('x', 2000))"),
  postgres(
    'a large cell after others',
    "select case when i = 900 then repeat('x', 150000000) else 'y' end from generate_series(1, 999) i",
    "select repeat('x', 100) from t",
  ),
  postgres(
    'many large cells',
    "select repeat('x', 500000) from generate_series(1, 1000000)",
    "select repeat('x', 5000) from t",
  ),
  postgres('a string too long', "select repeat(repeat('x', 1000000), 2000000)", "select repeat('x', 10)"),
  postgres('a number of many digits', 'select factorial(30000)', 'select factorial(20)'),
  postgres(
    'memory',
    'select array_agg(repeat(i::text, 1000)) from generate_series(1, 100000000) i',
    'select array_agg(id) from t',
  ),
  // Text that is hard on the parser.
  postgres('NUL', 'select 1\0; drop table t', "select 'a' || 'b'"),
  postgres('a parameter', 'select $1', "select '$1'"),
  postgres('deep parentheses', `select ${'('.repeat(30_000)}1${')'.repeat(30_000)}`, 'select ((1))'),
  postgres('deep not', `select ${'not '.repeat(50_000)}true`, 'select not not true'),
  postgres('much junk', `select ${'!@'.repeat(50_000)}`, `select 1 /* ${'x'.repeat(1_000_000)} */`),
  postgres('an open string', "select 'abc", "select 'abc'"),
  postgres('an open comment', 'select /* 1', 'select /* /* */ */ 1'),
  postgres('nothing', ';;;', 'select 1;;;'),
  postgres('lone surrogates', 'select \ud800 from t', "select '\ud83e\udd8b'"),
];
