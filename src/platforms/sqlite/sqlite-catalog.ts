import { spelledTokens } from '../../tokenizer/index.js';
import type { Catalog, CatalogColumn, CatalogTable, ForeignKey } from '../../types/index.js';
import { declaredColumns, namesCollations } from '../embedded/declared-columns.js';
import type { SqliteDatabase, SqliteValue } from './sqlite-driver.js';

/** The tables and views of a SQLite database, from its schema table and trusted pragmas. */
export function sqliteCatalog(database: SqliteDatabase): Catalog {
  const entries = database.trusted(
    "select type, name, sql from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\' order by rowid",
  );
  const collates = namesCollations(entries.map(([, , sql]) => String(sql ?? '')));
  return {
    dialect: 'sqlite',
    tables: entries.map(([type, name, sql]) =>
      table(database, String(type), String(name), String(sql ?? ''), collates),
    ),
  };
}

function table(
  database: SqliteDatabase,
  type: string,
  name: string,
  sql: string,
  /** Some table or view of the database names a collation. */
  collates: boolean,
): CatalogTable {
  const quoted = `'${name.replaceAll("'", "''")}'`;
  const declared = declaredColumns(sql, 'sqlite');
  const isPlain = type === 'table' && !/^\s*create\s+virtual\b/i.test(sql);
  const rows = database
    .trusted(`select name, type, "notnull", pk, hidden from pragma_table_xinfo(${quoted})`)
    .filter((row) => Number(row[4]) !== 1);
  const keyed = rows.filter((row) => Number(row[3]) > 0).sort((a, b) => Number(a[3]) - Number(b[3]));
  const primaryKey = keyed.map((row) => String(row[0]));
  const options = sql.slice(sql.lastIndexOf(')'));
  const isStrict = isPlain && /\bstrict\b/i.test(options);
  // A key that is the row's number has no index; INTEGER PRIMARY KEY DESC has one, and may hold NULLs.
  const rowIdKey =
    keyed.length === 1 && /^integer$/i.test(String(keyed[0]![1])) && !hasKeyIndex(database, quoted);
  const neverNull = rowIdKey || isStrict || /\bwithout\s+rowid\b/i.test(options);
  return {
    name,
    kind: type === 'view' ? 'view' : 'table',
    ...(isStrict ? { strict: true } : {}),
    columns: rows.map((row): CatalogColumn => {
      const known = isPlain ? declared.get(String(row[0]).toLowerCase()) : undefined;
      const collation = known === undefined ? (collates ? '' : undefined) : known.collation;
      const isGenerated = Number(row[4]) > 1;
      return {
        name: String(row[0]),
        type: String(row[1] ?? ''),
        nullable: Number(row[2]) === 0 && !(neverNull && Number(row[3]) > 0),
        ...(collation === undefined || /^binary$/i.test(collation) ? {} : { collation }),
        ...(isGenerated ? { generated: known?.generated ?? '' } : {}),
      };
    }),
    primaryKey,
    unique: uniques(database, quoted),
    foreignKeys: foreignKeys(database, quoted),
    checks: type === 'view' ? [] : checks(sql),
  };
}

function hasKeyIndex(database: SqliteDatabase, table: string): boolean {
  return database.trusted(`select 1 from pragma_index_list(${table}) where origin = 'pk'`).length > 0;
}

/** Unique constraints and whole unique indexes over plain columns. */
function uniques(database: SqliteDatabase, table: string): string[][] {
  const indexes = database.trusted(
    `select name from pragma_index_list(${table}) where "unique" = 1 and origin <> 'pk' and partial = 0 order by seq desc`,
  );
  return indexes
    .map(([index]) =>
      database.trusted(
        `select name from pragma_index_info('${String(index).replaceAll("'", "''")}') order by seqno`,
      ),
    )
    .filter((columns) => columns.every(([name]) => name !== null))
    .map((columns) => columns.map(([name]) => String(name)));
}

function foreignKeys(database: SqliteDatabase, table: string): ForeignKey[] {
  const rows = database.trusted(
    `select id, "table", "from", "to" from pragma_foreign_key_list(${table}) order by id desc, seq`,
  );
  const keys = new Map<SqliteValue, { columns: string[]; table: string; to: string[] }>();
  for (const [id, target, from, to] of rows) {
    const key = keys.get(id!) ?? { columns: [], table: String(target), to: [] };
    keys.set(id!, key);
    key.columns.push(String(from));
    if (to !== null) key.to.push(String(to));
  }
  return [...keys.values()].map(({ columns, table, to }) => ({
    columns,
    references: { table, columns: to },
  }));
}

/** The expressions in CHECK (...) of a CREATE TABLE, as written. */
function checks(sql: string): string[] {
  const tokens = spelledTokens(sql, 'sqlite');
  const found: string[] = [];
  tokens.forEach((token, at) => {
    if (token.kind !== 'word' || token.value !== 'check' || tokens[at + 1]?.value !== '(') return;
    let depth = 0;
    for (let end = at + 1; end < tokens.length; end++) {
      if (tokens[end]!.kind !== 'symbol') continue;
      if (tokens[end]!.value === '(') depth++;
      if (tokens[end]!.value === ')' && --depth === 0) {
        found.push(sql.slice(tokens[at + 1]!.end, tokens[end]!.start).trim());
        return;
      }
    }
  });
  return found;
}
