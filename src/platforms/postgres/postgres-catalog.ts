import type { Catalog, CatalogTable, ForeignKey } from '../../types/index.js';
import type { TextRow } from './pg-driver.js';

/** Tables and views of schemas that are not the system's and that the user may read something of. */
const tables = `select c.oid, c.relname, n.nspname, c.relkind, n.nspname = coalesce((current_schemas(false))[1], 'public'),
    c.relkind = 'f' or (c.relkind = 'r' and c.relhassubclass)
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname not in ('pg_catalog', 'information_schema') and n.nspname not like 'pg\\_%'
    and has_schema_privilege(n.oid, 'USAGE') and has_any_column_privilege(c.oid, 'SELECT')
  order by n.nspname, c.relname`;

const columns = `select a.attrelid, a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod), a.attnotnull,
    (select l.collname from pg_catalog.pg_collation l join pg_catalog.pg_type t on t.oid = a.atttypid
      where l.oid = a.attcollation and a.attcollation <> t.typcollation),
    case when a.attgenerated <> '' then coalesce((select pg_get_expr(d.adbin, d.adrelid)
      from pg_catalog.pg_attrdef d where d.adrelid = a.attrelid and d.adnum = a.attnum), '') end
  from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where a.attnum > 0 and not a.attisdropped and n.nspname not in ('pg_catalog', 'information_schema')
    and c.relkind in ('r', 'p', 'v', 'm', 'f') and has_column_privilege(a.attrelid, a.attnum, 'SELECT')
  order by a.attrelid, a.attnum`;

const names = (oid: string, keys: string): string =>
  `(select json_agg(a.attname order by u.at) from unnest(${keys}) with ordinality u(num, at)
    join pg_catalog.pg_attribute a on a.attrelid = ${oid} and a.attnum = u.num)`;

const constraints = `select k.conrelid, k.contype, ${names('k.conrelid', 'k.conkey')}, f.relname,
    ${names('k.confrelid', 'k.confkey')}, pg_get_expr(k.conbin, k.conrelid),
    case when s.nspname <> coalesce((current_schemas(false))[1], 'public') then s.nspname end
  from pg_catalog.pg_constraint k left join pg_catalog.pg_class f on f.oid = k.confrelid
  left join pg_catalog.pg_namespace s on s.oid = f.relnamespace
  where k.contype in ('p', 'u', 'f', 'c') and k.conrelid <> 0 and k.convalidated
    and not coalesce(f.relrowsecurity, false) order by k.conname`;

/** Nothing holds for the rows of foreign tables, nor, but for checks, for those of tables that inherit from a table. */
const loose = 't';

/** Unique indexes on whole columns and whole tables that no constraint stands behind. */
const indexes = `select i.indrelid, (select json_agg(a.attname order by k.at)
    from unnest(i.indkey::int2[]) with ordinality k(num, at)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.num where k.at <= i.indnkeyatts)
  from pg_catalog.pg_index i
  where i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
    and not exists (select from pg_catalog.pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
  order by i.indexrelid`;

/** The catalogue as the user sees it. */
export async function postgresCatalog(ask: (sql: string) => Promise<TextRow[]>): Promise<Catalog> {
  const found = await ask(tables);
  const columnsOf = byFirst(await ask(columns));
  const constraintsOf = byFirst(await ask(constraints));
  const indexesOf = byFirst(await ask(indexes));
  return {
    dialect: 'postgres',
    tables: found.map(([oid, name, schema, kind, isDefault, isLoose]): CatalogTable => {
      const own = isLoose === loose ? [] : (constraintsOf.get(oid!) ?? []);
      const ofType = (type: string): TextRow[] => own.filter((row) => row[1] === type);
      return {
        name: name!,
        ...(isDefault === 't' ? {} : { schema: schema! }),
        kind: kind === 'v' || kind === 'm' ? 'view' : 'table',
        columns: (columnsOf.get(oid!) ?? []).map((row) => ({
          name: row[1]!,
          type: row[2]!,
          nullable: row[3] !== 't' || isLoose === loose,
          ...(row[4] === null ? {} : { collation: row[4]! }),
          ...(row[5] === null ? {} : { generated: row[5]! }),
        })),
        primaryKey: nameList(ofType('p')[0]?.[2]),
        unique: [
          ...ofType('u').map((row) => nameList(row[2])),
          ...(isLoose === loose ? [] : (indexesOf.get(oid!) ?? [])).map((row) => nameList(row[1])),
        ],
        foreignKeys: ofType('f').map(
          (row): ForeignKey => ({
            columns: nameList(row[2]),
            references: {
              ...(row[6] === null ? {} : { schema: row[6]! }),
              table: row[3] ?? '',
              columns: nameList(row[4]),
            },
          }),
        ),
        checks: ofType('c').flatMap((row) => row[5] ?? []),
      };
    }),
  };
}

function byFirst(rows: readonly TextRow[]): ReadonlyMap<string, TextRow[]> {
  const groups = new Map<string, TextRow[]>();
  for (const row of rows) {
    const own = groups.get(row[0]!);
    if (own === undefined) groups.set(row[0]!, [row]);
    else own.push(row);
  }
  return groups;
}

function nameList(json: string | null | undefined): string[] {
  return json === null || json === undefined ? [] : JSON.parse(json);
}
