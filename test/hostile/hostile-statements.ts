import type { DatasourceKind } from '../../src/types/index.js';

/**
 * A statement that must not get anywhere, beside one that looks like it and must run. `%MARK%` stands for a name that
 * is looked for afterwards wherever a file could have been written.
 */
export interface HostileStatement {
  readonly kinds: readonly DatasourceKind[];
  readonly what: string;
  readonly hostile: string;
  readonly benign: string;
}

const both = ['duckdb', 'sqlite'] as const;
const duckdb = ['duckdb'] as const;
const sqlite = ['sqlite'] as const;

function on(
  kinds: readonly ('duckdb' | 'sqlite')[],
  what: string,
  hostile: string,
  benign: string,
): HostileStatement {
  return { kinds, what, hostile, benign };
}

const nested = (depth: number): string => `select ${'('.repeat(depth)}1${')'.repeat(depth)}`;
const sum = (terms: number): string => `select ${Array(terms).fill('id').join(' + ')} from t`;
const subqueries = (depth: number): string =>
  `${'select * from ('.repeat(depth)}select 1 as a${') q'.repeat(depth)}`;
const megabyte = 'x'.repeat(1_000_000);

export const hostileStatements: readonly HostileStatement[] = [
  // Reading files.
  on(
    duckdb,
    'read_text',
    "select * from read_text('/etc/passwd')",
    "select 'read_text(''/etc/passwd'')' as s",
  ),
  on(duckdb, 'read_blob', "from read_blob('/etc/hostname')", 'select name as read_blob from t'),
  on(duckdb, 'read_csv', "from read_csv('/etc/passwd', sep = ':')", "select 'a:b' as read_csv"),
  on(duckdb, 'a path as a table', "select * from '/etc/passwd'", "select * from 't'"),
  on(duckdb, 'a path as a quoted table', 'select * from "/etc/passwd.csv"', 'select * from "t"'),
  on(duckdb, 'read_json', "from read_json('/etc/*')", `select '{"a":1}'::json ->> 'a'`),
  on(duckdb, 'read_parquet', "from read_parquet('/tmp/*.parquet')", 'select 1 as read_parquet'),
  on(duckdb, 'read_duckdb', "from read_duckdb('/tmp/x.duckdb')", 'select 1 as read_duckdb'),
  on(duckdb, 'glob', "from glob('/*')", "select name from t where name glob '*a*'"),
  on(
    duckdb,
    'sniff_csv',
    "from sniff_csv('/etc/passwd')",
    'with sniff_csv(a) as (select 1) select a from sniff_csv',
  ),
  on(sqlite, 'readfile', "select readfile('/etc/passwd')", "select 'readfile(''/etc/passwd'')'"),
  on(sqlite, 'fsdir', "select * from fsdir('/etc')", "select 'fsdir' as name"),
  on(sqlite, 'zipfile', "select * from zipfile('/tmp/a.zip')", 'select name as zip from t'),
  // Writing files.
  on(duckdb, 'copy to', "copy t to '/tmp/%MARK%.csv'", "select 'copy t to' as s"),
  on(duckdb, 'copy a query to', "copy (select 1) to '%MARK%.parquet'", 'select (select 1) as copied'),
  on(duckdb, 'copy from', "copy t from '/etc/passwd'", 'select copy from (select 1 as copy)'),
  on(duckdb, 'export', "export database '/tmp/%MARK%'", "select 'export database' as export"),
  on(duckdb, 'import', "import database '/tmp/%MARK%'", 'select 1 as "import"'),
  on(
    sqlite,
    'writefile',
    "select writefile('/tmp/%MARK%', 'x')",
    "select 'writefile(' || name || ')' from t",
  ),
  on(sqlite, 'edit', "select edit('x', 'touch /tmp/%MARK%')", "select 'edit' as edited"),
  on(sqlite, 'vacuum into', "vacuum into '/tmp/%MARK%.db'", "select 'vacuum into' as s"),
  on(
    sqlite,
    'vacuum behind a comment',
    "/* select */ vacuum main into '/tmp/%MARK%.db'",
    '/* vacuum */ select 1',
  ),
  on(both, 'vacuum', 'vacuum', 'select 1 as vacuum_done'),
  on(duckdb, 'checkpoint', 'checkpoint', 'select 1 as checkpoint'),
  on(
    duckdb,
    'force_checkpoint',
    'from force_checkpoint()',
    'with force_checkpoint(a) as (values (1)) from force_checkpoint',
  ),
  on(both, 'analyze', 'analyze', 'select 1 as analyzed'),
  // Other databases.
  on(both, 'attach a file', "attach '/tmp/%MARK%.db' as other", "select 'attach' as attach_"),
  on(both, 'attach a system file', "attach '/etc/passwd' as other", "select '/etc/passwd' as other"),
  on(both, 'attach memory', "attach ':memory:' as other", "select ':memory:' as other"),
  on(both, 'detach', 'detach main', 'select 1 as main'),
  on(duckdb, 'use', 'use system', 'select 1 as "use"'),
  // Settings.
  on(duckdb, 'set memory', "set memory_limit = '100GB'", "select 'set memory_limit' as s"),
  on(duckdb, 'set access', 'set enable_external_access = true', 'select true as enable_external_access'),
  on(duckdb, 'unlock', 'set lock_configuration = false', 'select false as lock_configuration'),
  on(duckdb, 'set variable', 'set variable x = 1', 'select 1 as variable'),
  on(duckdb, 'reset', 'reset memory_limit', 'select 1 as reset_'),
  on(duckdb, 'profiling', "pragma enable_profiling = 'json'", "select 'enable_profiling' as s"),
  on(duckdb, 'profiling output', "pragma profiling_output = '/tmp/%MARK%'", "select 'profiling_output' as s"),
  on(
    duckdb,
    'profiling as a table',
    "from enable_profiling(save_location = '/tmp/%MARK%')",
    'select 1 as enable_profiling',
  ),
  on(duckdb, 'optimizer', 'pragma disable_optimizer', "select 'pragma' as pragma"),
  on(both, 'database_list', 'pragma database_list', "select 'pragma database_list' as s"),
  on(sqlite, 'pragma at prepare time', 'pragma hard_heap_limit = 1000', 'select 1000 as hard_heap_limit'),
  on(sqlite, 'pragma as a table', 'select * from pragma_hard_heap_limit(1000)', 'select 1 as heap_limit'),
  on(sqlite, 'paths as a table', 'select file from pragma_database_list', 'select name from sqlite_master'),
  on(sqlite, 'quoted pragma table', 'select * from "pragma_database_list"', 'select * from "t"'),
  on(
    sqlite,
    'bracketed pragma table',
    'select * from t, [pragma_database_list]',
    'select * from t, [t] as u',
  ),
  on(sqlite, 'journal', 'pragma journal_mode = wal', "select 'wal' as journal_mode"),
  on(sqlite, 'query_only', 'pragma query_only = 0', 'select 0 as query_only'),
  on(sqlite, 'writable schema', 'pragma writable_schema = 1', 'select sql from sqlite_master'),
  on(sqlite, 'temp folder', "pragma temp_store_directory = '/tmp/%MARK%'", 'select 1 as temp_store'),
  on(sqlite, 'explain', 'explain select * from t', "select 'explain' as s"),
  on(duckdb, 'explain analyze', 'explain analyze select * from t', "select 'explain' as s"),
  on(duckdb, 'settings', 'from duckdb_settings()', 'from duckdb_tables()'),
  on(
    duckdb,
    'databases',
    'select path from duckdb_databases()',
    'select table_name from information_schema.tables',
  ),
  on(duckdb, 'one setting', "select current_setting('temp_directory')", "select 'current_setting' as s"),
  on(duckdb, 'secrets', 'from duckdb_secrets()', "select 'secret' as secrets"),
  on(both, 'environment', "select getenv('PATH')", "select 'getenv' as s"),
  // Extensions and code.
  on(duckdb, 'install', 'install httpfs', "select 'install' as install_"),
  on(duckdb, 'load', 'load httpfs', "select 'load' as load_"),
  on(duckdb, 'load a file', "load '/tmp/%MARK%.duckdb_extension'", "select '/tmp/x.duckdb_extension' as s"),
  on(
    duckdb,
    'a url',
    "select * from 'https://localhost/x.parquet'",
    "select 'https://localhost/x.parquet' as url",
  ),
  on(sqlite, 'load_extension', "select load_extension('/tmp/%MARK%.so')", "select 'load_extension' as s"),
  on(
    sqlite,
    'tokenizer pointer',
    "select fts3_tokenizer('simple', x'4141414141414141')",
    "select hex(x'41')",
  ),
  on(duckdb, 'raw pointers', 'from arrow_scan(1, 2, 3)', 'select 1 as arrow_scan'),
  on(sqlite, 'database pages', 'select * from sqlite_dbpage', 'select type from sqlite_master'),
  // Logging, which poisons later queries.
  on(
    duckdb,
    'enable_logging',
    "from enable_logging('QueryLog', storage = 'file', storage_path = '/tmp/%MARK%')",
    "select 'enable_logging' as s",
  ),
  on(
    duckdb,
    'quoted enable_logging',
    `select * from "enable_logging"('QueryLog', storage = 'file', storage_path = '/tmp/%MARK%')`,
    'select 1 as "enable_logging"',
  ),
  on(
    duckdb,
    'called enable_logging',
    "call enable_logging('QueryLog')",
    "select 'call enable_logging()' as s",
  ),
  on(
    duckdb,
    'enable_logging in a string',
    "from query('from enable_logging(''QueryLog'', storage = ''file'', storage_path = ''/tmp/%MARK%'')')",
    'with query(a) as (select 1) select a from query',
  ),
  on(
    duckdb,
    'enable_logging with a comment',
    "from enable_logging/**/('QueryLog')",
    "select 1 /* enable_logging('x') */",
  ),
  on(
    duckdb,
    'enable_logging by escape',
    String.raw`from U&"enable\005flogging"('QueryLog')`,
    String.raw`select e'a\'enable_logging(' as s`,
  ),
  on(
    duckdb,
    'serialised SQL',
    "from json_execute_serialized_sql(json_serialize_sql('select 1'))",
    "select json_serialize_sql('select 1')",
  ),
  on(duckdb, 'write_log', "select write_log('x')", 'select 1 as write_log'),
  on(duckdb, 'logs', 'from duckdb_logs()', "select 'duckdb_logs' as s"),
  // Changing data.
  on(both, 'insert returning', "insert into t values (9, 'x') returning id", "select 'insert into t' as s"),
  on(
    both,
    'update returning',
    "update t set name = 'x' returning id",
    "select replace(name, 'a', 'b') from t",
  ),
  on(both, 'delete returning', 'delete from t returning id', 'select id from t'),
  on(
    both,
    'insert behind with',
    "with x as (select 9, 'x') insert into t select * from x",
    "with x as (select 9, 'x') select * from x",
  ),
  on(
    both,
    'update behind with',
    "with x as (select 1) update t set name = 'y'",
    'with x as (select 1) select * from t',
  ),
  on(both, 'create', 'create table u (a integer)', "select 'create' as created"),
  on(both, 'create as', 'create table u as select * from t', 'select * from t as u'),
  on(both, 'create temp', 'create temp table u as select 1', 'with u as (select 1) select * from u'),
  on(both, 'drop', 'drop table t', 'select 1 as dropped'),
  on(both, 'alter', 'alter table t add column c integer', 'select *, 1 as c from t'),
  on(duckdb, 'truncate', 'truncate t', 'select trunc(1.5)'),
  on(duckdb, 'macro', 'create macro m() as 1', 'select 1 as macro'),
  on(duckdb, 'sequence', "select nextval('s')", 'select 1 as nextval'),
  on(sqlite, 'replace into', "replace into t values (1, 'x')", "select replace('a', 'a', 'b')"),
  on(
    sqlite,
    'trigger',
    'create trigger tr after insert on t begin delete from t; end',
    "select 'begin; end' as s",
  ),
  // Several statements, transactions.
  on(both, 'stacked drop', 'select 1; drop table t', "select '1; drop table t'"),
  on(both, 'stacked select', 'select 1; select 2', 'select 1 union all select 2'),
  on(
    both,
    'stacked behind a comment',
    'select 1 /* ; */; -- x\n delete from t',
    'select 1 /* ; */ -- ; delete from t\n;',
  ),
  on(both, 'begin', 'begin', "select 'begin' as b"),
  on(both, 'commit', 'commit', 'select 1 as commit_'),
  on(duckdb, 'prepare', 'prepare p as select 1', 'select 1 as prepared'),
  on(duckdb, 'execute', 'execute p', "select 'execute' as s"),
  on(sqlite, 'savepoint', 'savepoint a', 'select 1 as savepoint_'),
  // Time.
  on(
    both,
    'endless recursion',
    'with recursive r(i) as (select 1 union all select i + 1 from r) select count(*) from r',
    'with recursive r(i) as (select 1 union all select i + 1 from r where i < 100) select count(*) from r',
  ),
  on(
    both,
    'endless rows',
    'with recursive r(i) as (select 1 union all select i + 1 from r) select i from r',
    'with recursive r(i) as (select 1 union all select i + 1 from r) select i from r limit 10',
  ),
  on(
    both,
    'cross joins',
    'with n as (select a.id from t a, t b, t c, t d, t e, t f) select count(*) from n a, n b, n c, n d where a.id + b.id + c.id + d.id <> -1',
    'select count(*) from t a, t b, t c',
  ),
  on(
    duckdb,
    'large range',
    'select count(*) from range(100000000000) a(i) where hash(i) = 1',
    'select count(*) from range(100000)',
  ),
  on(duckdb, 'sleep', 'select sleep_ms(60000)', 'select 1 as sleep_ms'),
  on(duckdb, 'pg_sleep', 'select pg_sleep(60)', 'select 1 as pg_sleep'),
  on(both, 'optimizer bomb', sum(5_000), sum(20)),
  on(duckdb, 'large optimizer bomb', sum(20_000), sum(30)),
  on(
    both,
    'union of many',
    `${Array(30_000).fill('select id from t').join(' union ')}`,
    `${Array(20).fill('select id from t').join(' union ')}`,
  ),
  on(
    both,
    'join of many',
    `select count(*) from ${Array.from({ length: 70 }, (_, at) => `t t${at}`).join(', ')} where ${Array.from({ length: 69 }, (_, at) => `t${at}.name <> t${at + 1}.name`).join(' and ')}`,
    'select count(*) from t a join t b on a.id = b.id',
  ),
  on(
    duckdb,
    'distance of long strings',
    "select levenshtein(repeat('ab', 200000), repeat('ba', 200000))",
    "select levenshtein('ab', 'ba')",
  ),
  on(
    duckdb,
    'sort of much',
    'select md5(i::varchar) m from range(1000000000) t(i) order by m limit 1',
    'select md5(i::varchar) m from range(100) t(i) order by m limit 1',
  ),
  on(
    sqlite,
    'sort of much',
    'with recursive r(i) as (select 1 union all select i + 1 from r limit 100000000) select i from r order by i % 7919, -i limit 1',
    'select id from t order by id % 7, -id limit 1',
  ),
  // Memory.
  on(
    duckdb,
    'string bomb',
    "select length(repeat('x', 1000000000)) from range(1000000)",
    "select length(repeat('x', 1000)) from range(10)",
  ),
  on(duckdb, 'string of gigabytes', "select repeat('x', 3000000000)", "select repeat('x', 3000)"),
  on(
    duckdb,
    'padding bomb',
    "select length(lpad('x', 2000000000, 'y'))",
    "select length(lpad('x', 200, 'y'))",
  ),
  on(
    duckdb,
    'list bomb',
    'select len(list_transform(range(100000000), x -> x * 2))',
    'select len(list_transform(range(100), x -> x * 2))',
  ),
  on(
    duckdb,
    'list of lists',
    'select [range(100000) for x in range(100000)]',
    'select [range(3) for x in range(3)]',
  ),
  on(
    duckdb,
    'aggregated list',
    'select list(i) from range(2000000000) t(i)',
    'select list(i) from range(20) t(i)',
  ),
  on(
    duckdb,
    'string_agg',
    "select length(string_agg(repeat('x', 1000), '')) from range(100000000)",
    "select length(string_agg(repeat('x', 10), '')) from range(10)",
  ),
  on(
    duckdb,
    'large groups',
    'select count(*) from (select i, count(*) from range(1000000000) t(i) group by i)',
    'select count(*) from (select i, count(*) from range(100) t(i) group by i)',
  ),
  on(
    sqlite,
    'zeroblob',
    'select length(zeroblob(999999999) || zeroblob(999999999))',
    'select length(zeroblob(999))',
  ),
  on(sqlite, 'randomblob', 'select hex(randomblob(900000000))', 'select length(hex(randomblob(9)))'),
  on(
    sqlite,
    'replace bomb',
    "select length(replace(hex(zeroblob(200000000)), '0', 'abc'))",
    "select length(replace(hex(zeroblob(20)), '0', 'abc'))",
  ),
  on(
    sqlite,
    'printf bomb',
    "select length(printf('%900000000d', 1) || printf('%900000000d', 2))",
    "select length(printf('%90d', 1))",
  ),
  on(
    sqlite,
    'doubling',
    "with recursive r(s) as (select 'x' union all select s || s from r) select length(s) from r",
    "with recursive r(s) as (select 'x' union all select s || s from r where length(s) < 100) select length(s) from r",
  ),
  on(
    sqlite,
    'group_concat',
    'with recursive r(i) as (select 1 union all select i + 1 from r) select length(group_concat(hex(zeroblob(100000)))) from r',
    'select length(group_concat(name)) from t',
  ),
  on(
    sqlite,
    'quadratic instr',
    "select instr(zeroblob(100000000), zeroblob(50000000) || x'01')",
    "select instr('abc', 'c')",
  ),
  on(both, 'one large cell', `select '${megabyte}' || '${megabyte}' as s`, `select length('${megabyte}')`),
  on(
    both,
    'row flood',
    'select a.id from t a, t b, t c, t d, t e, t f, t g, t h, t i, t j, t k',
    'select a.id from t a, t b',
  ),
  // Text that is hard on the parser.
  on(both, 'NUL', 'select 1\0; drop table t', "select 'a' || 'b'"),
  on(both, 'NUL in a string', "select 'a\0b'", "select 'ab'"),
  on(both, 'deep parentheses', nested(100_000), nested(20)),
  on(both, 'deep subqueries', subqueries(3_000), subqueries(10)),
  on(
    both,
    'deep case',
    `select ${'case when 1 = 1 then '.repeat(5_000)}1${' end'.repeat(5_000)}`,
    'select case when 1 = 1 then case when 2 = 2 then 1 end end',
  ),
  on(both, 'deep not', `select ${'not '.repeat(200_000)}1`, 'select not not (1 = 1)'),
  on(both, 'a megabyte of junk', `select ${'!@'.repeat(500_000)}`, `select 1 /* ${megabyte} */`),
  on(both, 'a megabyte of names', `select ${'a'.repeat(1_000_000)} from t`, `select '${megabyte}' = 'x'`),
  on(
    both,
    'a megabyte of parentheses',
    `select ${'('.repeat(1_000_000)}`,
    `select 1 -- ${'('.repeat(1_000_000)}`,
  ),
  on(both, 'an open string', "select 'abc", "select 'abc'"),
  on(both, 'an open comment', 'select /* 1', 'select /* 1 */ 1'),
  on(both, 'nothing', ';;;', 'select 1;;;'),
  on(both, 'lone surrogates', 'select \ud800 from t', "select '\ud83e\udd8b'"),
];
