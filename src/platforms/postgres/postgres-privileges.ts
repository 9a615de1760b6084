import { SqlassayError } from '../../types/index.js';
import type { TextRow } from './pg-driver.js';

/** What the server says of the user that is connected. */
export interface PostgresUser {
  readonly name: string;
  /** What it may do that no user of a model's queries should, in words. */
  readonly privileges: readonly string[];
  readonly processId: string;
}

export const privilegesQuery = `select current_user, pg_backend_pid(),
    r.rolcreaterole, r.rolcreatedb, r.rolreplication, r.rolbypassrls,
    (select string_agg(g.rolname, ', ' order by g.rolname) from pg_catalog.pg_roles g
     where g.rolsuper and pg_has_role(r.oid, g.oid, 'MEMBER')),
    (select string_agg(g.rolname, ', ' order by g.rolname) from pg_catalog.pg_roles g
     where g.rolname in ('pg_read_server_files', 'pg_write_server_files', 'pg_execute_server_program')
       and pg_has_role(r.oid, g.oid, 'MEMBER') and not r.rolsuper),
    r.rolsuper
  from pg_catalog.pg_roles r where r.rolname = current_user`;

/** Reads the row of `privilegesQuery`. */
export function readUser(row: TextRow): PostgresUser {
  const [name, processId, createRole, createDatabase, replication, bypass, supers, files, isSuper] = row;
  const privileges = [
    ...(isSuper === 't' ? ['is a superuser'] : supers === null ? [] : [`can become the superuser ${supers}`]),
    ...(createRole === 't' ? ['may create roles'] : []),
    ...(createDatabase === 't' ? ['may create databases'] : []),
    ...(replication === 't' ? ['may replicate'] : []),
    ...(bypass === 't' ? ['bypasses row-level security'] : []),
    ...(files === null ? [] : [`is a member of ${files}`]),
  ];
  return { name: name ?? '', processId: processId ?? '', privileges };
}

/** @throws SqlassayError E_USER_PRIVILEGED */
export function refusePrivileged({ name, privileges }: PostgresUser): void {
  if (privileges.length === 0) return;
  throw new SqlassayError('E_USER_PRIVILEGED', {
    what: `The user "${name}" ${privileges.join(', ')}, which is too much for queries that a model wrote`,
    advice:
      "Make a user that may only read: CREATE ROLE evals LOGIN PASSWORD '...'; GRANT USAGE ON SCHEMA public TO evals; " +
      'GRANT SELECT ON ALL TABLES IN SCHEMA public TO evals; or set allow_privileged: true on the datasource.',
  });
}
