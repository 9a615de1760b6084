import type { StoredQuery } from '../../types/index.js';
import type { TextRow } from './pg-driver.js';

/** A function's body; one that SQL itself spells has no text of its own and is taken from its definition. */
const listing = `select 'view', c.relname, pg_get_viewdef(c.oid), '' from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
      and n.nspname not like 'pg\\_%'
  union all
  select 'macro', p.proname, p.prosrc, case when p.prokind in ('f', 'p') and coalesce(p.prosrc, '') = ''
      then pg_get_functiondef(p.oid) else '' end
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'`;

/** Views, materialized views and functions that are not the system's own. */
export async function postgresStoredQueries(
  ask: (sql: string) => Promise<TextRow[]>,
): Promise<readonly StoredQuery[]> {
  return (await ask(listing)).map(([kind, name, text, definition]) => {
    const whole = definition ?? '';
    // Cut so that nothing of the head is taken for the query.
    const body = whole.slice(Math.max(0, whole.search(/\b(BEGIN ATOMIC|RETURN)\b/)));
    return {
      kind: kind === 'view' ? 'view' : 'macro',
      name: name ?? '',
      definition: text === null || text === undefined || text === '' ? body : text,
    };
  });
}
