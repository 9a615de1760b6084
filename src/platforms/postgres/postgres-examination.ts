import type { PlatformExamination, PlatformInfo } from '../../types/index.js';
import type { TextRow } from './pg-driver.js';
import type { PostgresUser } from './postgres-privileges.js';

const protections = [
  'Every statement runs in a read-only transaction that is rolled back.',
  'One statement is sent at a time, and only one that begins as a query does.',
  'Functions that reach files, settings, locks, large objects or other sessions are refused by name.',
  'After each statement its session is put back as DISCARD ALL does.',
  'The server stops a query at its time-out; a query that overstays is cancelled, then its session is ended.',
];

const own = "n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'";

const rights = `select
  (select count(*) from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
   where c.relkind in ('r', 'p') and ${own} and has_table_privilege(c.oid, 'INSERT, UPDATE, DELETE, TRUNCATE')),
  (select count(*) from pg_catalog.pg_namespace n where ${own} and has_schema_privilege(n.oid, 'CREATE')),
  has_database_privilege(current_database(), 'TEMP'),
  (select count(*) from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
   where p.prosecdef and ${own} and has_function_privilege(p.oid, 'EXECUTE')),
  (select string_agg(g.rolname, ', ' order by g.rolname) from pg_catalog.pg_roles g where g.rolname in
   ('pg_write_all_data', 'pg_signal_backend', 'pg_read_all_settings', 'pg_monitor', 'pg_checkpoint')
   and pg_has_role(current_user, g.oid, 'MEMBER')),
  current_setting('server_encoding')`;

/** What queries could do as this user, by what the server says of it. */
export async function examinePostgres(
  ask: (sql: string) => Promise<TextRow[]>,
  info: PlatformInfo,
  { name, privileges }: PostgresUser,
): Promise<PlatformExamination> {
  const [writable, creatable, temporary, definers, roles, encoding] = (await ask(rights))[0] ?? [];
  const warnings = [
    ...privileges.map(
      (one) => `The user "${name}" ${one}; use one that may only read, and leave allow_privileged out.`,
    ),
    ...(roles === null || roles === undefined
      ? []
      : [`The user is a member of ${roles}; revoke what evaluations do not need.`]),
    ...(Number(writable) > 0
      ? [
          `The user may write to ${writable} tables, and only the read-only transaction keeps queries from it; grant SELECT only.`,
        ]
      : []),
    ...(Number(creatable) > 0 ? ['The user may create tables in a schema; revoke CREATE on it.'] : []),
    ...(encoding === 'SQL_ASCII'
      ? [
          'The database does not say how its text is encoded (SQL_ASCII): text that is not UTF-8 cannot be compared.',
        ]
      : []),
  ];
  return {
    ...info,
    readOnly: privileges.length === 0 && Number(definers) === 0,
    protections,
    stillPossible: [
      `Reading everything that the user "${name}" may read, the catalogue included.`,
      'Using the processor and the memory of the server until the time-out.',
      ...(Number(definers) > 0
        ? [`Calling ${definers} functions that run with the rights of their owners (SECURITY DEFINER).`]
        : []),
      ...(temporary === 't' ? ['Filling temporary files, unless temp_file_limit is set for the user.'] : []),
    ],
    warnings,
  };
}
