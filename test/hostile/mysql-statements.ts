import type { HostileStatement } from './hostile-statements.js';

function mysql(what: string, hostile: string, benign: string): HostileStatement {
  return { kinds: ['mysql'], what, hostile, benign };
}

const endless = 'with recursive r(i) as (select 1 union all select 1 from r)';
const cross = Array.from({ length: 12 }, (_, at) => `t t${at}`).join(', ');

export const mysqlStatements: readonly HostileStatement[] = [
  // Reading files.
  mysql('load_file', "select load_file('/etc/passwd')", "select 'load_file(x)'"),
  mysql('load_file, quoted', "select `load_file`('/etc/passwd')", 'select name as load_file from t'),
  mysql('load_file, a comment between', "select load_file/* */('/etc/passwd')", 'select 1 /* ( */'),
  mysql('load_file, spelled in capitals', "select LOAD_FILE ('/etc/passwd')", "select 'LOAD_FILE'"),
  mysql(
    'load_file in a comment that runs',
    "select 1 /*!50000 + load_file('/etc/passwd') */",
    'select 1 /* ! */',
  ),
  mysql("load_file in MariaDB's comment", "select 1 /*M! + load_file('/etc/passwd') */", 'select 1 /* M! */'),
  mysql('load data', "load data infile '/etc/passwd' into table t", "select 'load data'"),
  mysql('load data local', "load data local infile '/etc/passwd' into table t", 'select 1 as local_file'),
  // Writing files.
  mysql('into outfile', "select * from t into outfile '/tmp/%MARK%'", "select 'into outfile'"),
  mysql('into outfile, in front', "select * into outfile '/tmp/%MARK%' from t", 'select 1 as `into`'),
  mysql('into dumpfile', "select 'x' into dumpfile '/tmp/%MARK%'", "select 'dumpfile'"),
  mysql(
    'into outfile of a union',
    "select 1 union select 2 into outfile '/tmp/%MARK%'",
    'select 1 union select 2',
  ),
  mysql(
    'into outfile, a comment between',
    "select 1 into/**/outfile '/tmp/%MARK%'",
    'select 1 /* into outfile */',
  ),
  mysql('a logfile', "set global general_log_file = '/tmp/%MARK%'", "select '/tmp/x.log'"),
  // Data and schema.
  mysql('insert', "insert into t values (99, 'x')", "select 'insert into t'"),
  mysql('insert of a select', 'insert into t select * from t', 'select * from t'),
  mysql('replace', "replace into t values (1, 'x')", "select replace('abc', 'b', 'x')"),
  mysql('update', "update t set name = 'x'", "select 'update t set'"),
  mysql('delete', 'delete from t', "select 'delete from t'"),
  mysql('delete that returns rows', 'delete from t returning *', 'select id as deleted from t'),
  mysql('with, then delete', 'with q as (select 1) delete from t', 'with q as (select 1) select * from q'),
  mysql('truncate', 'truncate table t', 'select truncate(1.55, 1)'),
  mysql('create', 'create table `%MARK%` (a int)', "select 'create table'"),
  mysql('create temporary', 'create temporary table `%MARK%` select 1', "select 'temporary'"),
  mysql('create function', 'create function f() returns int return 1', "select 'create function'"),
  mysql('alter', 'alter table t add column x int', "select 'alter table'"),
  mysql('drop', 'drop table t', "select 'drop table t'"),
  mysql('a second statement', 'select 1; drop table t', "select '; drop table t'"),
  mysql(
    'a second statement after a line comment',
    'select 1 # x\n; drop table t',
    'select 1 # ; drop table t',
  ),
  mysql('a second statement after dashes', 'select 5--1; drop table t', 'select 5--1'),
  mysql(
    "a string's end hidden by a backslash",
    "select 'a\\\\'; drop table t -- '",
    "select 'a\\'; drop table t -- '",
  ),
  // Statements about statements.
  mysql('prepare', "prepare s from 'drop table t'", "select 'prepare'"),
  mysql('execute immediate', "execute immediate 'drop table t'", "select 'execute immediate'"),
  mysql('begin not atomic', 'begin not atomic drop table t; end', "select 'begin'"),
  mysql('call', 'call p()', "select 'call p()'"),
  mysql('do', 'do sleep(60)', "select 'do'"),
  mysql('handler', 'handler t open', "select 'handler t open'"),
  // Sessions, transactions and settings.
  mysql('set a time-out', 'set session max_statement_time = 0', 'select @@max_statement_time > 0'),
  mysql(
    'set statement',
    'set statement max_statement_time = 0 for select sleep(60)',
    "select 'set statement'",
  ),
  mysql('set read write', 'set session transaction read write', 'select @@tx_read_only'),
  mysql('set sql_mode', "set sql_mode = 'ANSI_QUOTES'", 'select @@sql_mode is not null'),
  mysql('set role', 'set role all', 'select current_role()'),
  mysql('set a password', "set password = password('x')", "select 'password'"),
  mysql('use', 'use mysql', "select 'use'"),
  mysql('begin', 'begin', 'select 1 as `begin`'),
  mysql('commit', 'commit', 'select 1 as `commit`'),
  mysql('xa', "xa start 'x'", "select 'xa start'"),
  mysql('kill', 'kill connection_id()', 'select connection_id() > 0'),
  mysql('flush', 'flush tables with read lock', "select 'flush'"),
  mysql('shutdown', 'shutdown', "select 'shutdown'"),
  mysql('grant', 'grant all on *.* to current_user', "select 'grant all'"),
  mysql('a plugin', "install soname 'ha_%MARK%'", "select 'install'"),
  // Locks.
  mysql('get_lock', "select get_lock('%MARK%', 0)", "select 'get_lock'"),
  mysql('get_lock, quoted', "select `get_lock`('%MARK%', 0)", 'select name as get_lock from t'),
  mysql('lock tables', 'lock tables t write', "select 'lock tables'"),
  mysql('for update', 'select * from t for update', "select 'for update'"),
  mysql('for update, a comment between', 'select * from t for/**/update', 'select 1 /* for update */'),
  mysql(
    'for update inside',
    'select * from (select * from t for update) q',
    'select * from (select * from t) q',
  ),
  mysql('lock in share mode', 'select * from t lock in share mode', "select 'lock in share mode'"),
  mysql('for share', 'select * from t for share', 'select 1 as share'),
  mysql('release_all_locks', 'select release_all_locks()', 'select 1 as release_all_locks'),
  // Secrets.
  mysql('password hashes', 'select * from mysql.global_priv', 'select current_user() is not null'),
  mysql('users', 'select * from mysql.user', 'select 1 as user'),
  mysql('variables', 'show variables', "select 'show variables'"),
  mysql('grants', 'show grants', "select 'show grants'"),
  // Work without end.
  mysql('sleep', 'select sleep(60)', 'select sleep(0)'),
  mysql('sleep in a condition', 'select * from t where sleep(60) = 0', 'select * from t where sleep(0) = 0'),
  mysql('benchmark', "select benchmark(9999999999, sha2('a', 512))", "select benchmark(1, md5('a'))"),
  mysql(
    'an endless recursion',
    `${endless} select count(*) from r`,
    'with recursive r(i) as (select 1 union all select i + 1 from r where i < 5000) select count(*) from r',
  ),
  mysql(
    'an endless recursion that grows',
    "with recursive r(s) as (select cast('x' as char(9000)) union all select concat(s, 'x') from r) select max(length(s)) from r",
    "with recursive r(s) as (select cast('x' as char(9)) union all select concat(s, 'x') from r where length(s) < 9) select max(length(s)) from r",
  ),
  mysql(
    'a join that multiplies',
    `select count(*) from ${cross} where t0.id + t11.id > 99`,
    'select count(*) from t a, t b',
  ),
  mysql('a flood of rows', `select t0.id from ${cross}`, 'select a.id from t a, t b'),
  mysql('a text too large', "select repeat('x', 1000000000)", "select length(repeat('x', 1000))"),
  mysql(
    'texts too large, put together',
    "select length(concat(repeat('x', 16000000), repeat('x', 16000000)))",
    "select concat(repeat('x', 10), 'y')",
  ),
  mysql(
    'an integer that overflows',
    'select 9223372036854775807 + id from t',
    'select 9223372036854775806 + 1',
  ),
  mysql(
    'a regular expression that backtracks',
    "select repeat('a', 5000) regexp '(a*)*(a*)*b$' from t a, t b, t c, t d",
    "select 'aab' regexp '(a+)+b'",
  ),
  // Text that is hard to read.
  mysql('NUL', 'select 1\0; drop table t', "select 'a\\0b'"),
  mysql(
    'deep parentheses',
    `select ${'('.repeat(100_000)}1${')'.repeat(100_000)}`,
    `select ${'('.repeat(20)}1${')'.repeat(20)}`,
  ),
  mysql(
    'deep subqueries',
    `${'select * from ('.repeat(1000)}select 1 as a${') q'.repeat(1000)}`,
    `${'select * from ('.repeat(10)}select 1 as a${') q'.repeat(10)}`,
  ),
  mysql('a question mark', 'select ?', "select '?'"),
  mysql('an open string', "select 'abc", "select 'abc'"),
  mysql('an open comment', 'select /* 1', 'select /* 1 */ 1'),
  mysql('nothing', ';;;', 'select 1;;;'),
];
