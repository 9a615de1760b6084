import type { Catalog, CatalogTable, ForeignKey } from '../../types/index.js';
import type { Ask, TextRow } from './ask.js';

/** The tables of the connected database, from information_schema. */
export async function mysqlCatalog(ask: Ask, isMariadb: boolean): Promise<Catalog> {
  const tables = await ask(
    `SELECT TABLE_NAME, TABLE_TYPE FROM information_schema.TABLES
     WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') ORDER BY TABLE_NAME`,
  );
  const columns = await ask(
    `SELECT TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, NULLIF(COLLATION_NAME, @@collation_database),
       CASE WHEN EXTRA LIKE '%GENERATED%' AND EXTRA NOT LIKE '%DEFAULT_GENERATED%' THEN GENERATION_EXPRESSION END
     FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = DATABASE() ORDER BY TABLE_NAME, ORDINAL_POSITION`,
  );
  const keys = await ask(
    `SELECT k.TABLE_NAME, k.CONSTRAINT_NAME, c.CONSTRAINT_TYPE, k.COLUMN_NAME, k.REFERENCED_TABLE_NAME,
       k.REFERENCED_COLUMN_NAME, NULLIF(k.REFERENCED_TABLE_SCHEMA, DATABASE())
     FROM information_schema.KEY_COLUMN_USAGE k JOIN information_schema.TABLE_CONSTRAINTS c
       ON c.CONSTRAINT_SCHEMA = k.CONSTRAINT_SCHEMA AND c.TABLE_NAME = k.TABLE_NAME
         AND c.CONSTRAINT_NAME = k.CONSTRAINT_NAME
         AND (c.CONSTRAINT_TYPE = 'FOREIGN KEY') = (k.REFERENCED_TABLE_NAME IS NOT NULL)
     WHERE k.TABLE_SCHEMA = DATABASE() ORDER BY k.TABLE_NAME, k.CONSTRAINT_NAME, k.ORDINAL_POSITION`,
  );
  // Of an index over columns and expressions only the columns are listed, and they alone are no key.
  const partial = isMariadb
    ? []
    : await ask(
        'SELECT TABLE_NAME, INDEX_NAME FROM information_schema.STATISTICS WHERE TABLE_SCHEMA = DATABASE() AND EXPRESSION IS NOT NULL',
      );
  const isWhole = ([table, name, type]: TextRow): boolean =>
    type === 'FOREIGN KEY' || !partial.some(([other, index]) => other === table && index === name);
  const checks = await ask(isMariadb ? mariadbChecks : mysqlChecks);
  const of = (rows: readonly TextRow[], table: string): readonly TextRow[] =>
    rows.filter(([name]) => name === table);
  return {
    dialect: 'mysql',
    tables: tables.map(([name, type]) =>
      tableOf(name!, type!, of(columns, name!), of(keys, name!).filter(isWhole), of(checks, name!)),
    ),
  };
}

/** MariaDB says in CHECK_CONSTRAINTS which table one belongs to; its names are unique per table only. */
const mariadbChecks = `SELECT TABLE_NAME, CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS
  WHERE CONSTRAINT_SCHEMA = DATABASE() ORDER BY TABLE_NAME, CONSTRAINT_NAME`;

const mysqlChecks = `SELECT t.TABLE_NAME, c.CHECK_CLAUSE FROM information_schema.CHECK_CONSTRAINTS c
  JOIN information_schema.TABLE_CONSTRAINTS t
    ON t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME
  WHERE c.CONSTRAINT_SCHEMA = DATABASE() AND t.CONSTRAINT_TYPE = 'CHECK' AND t.ENFORCED = 'YES'
  ORDER BY t.TABLE_NAME, c.CONSTRAINT_NAME`;

function tableOf(
  name: string,
  type: string,
  columns: readonly TextRow[],
  keys: readonly TextRow[],
  checks: readonly TextRow[],
): CatalogTable {
  const parts = new Map<string, TextRow[]>();
  for (const key of keys) {
    const place = `${key[2]} ${key[1]}`;
    parts.set(place, [...(parts.get(place) ?? []), key]);
  }
  const ofType = (wanted: string): readonly TextRow[][] =>
    [...parts.values()].filter(([first]) => first![2] === wanted);
  const namesOf = (rows: readonly TextRow[]): string[] => rows.map((row) => row[3]!);
  return {
    name,
    kind: type === 'VIEW' ? 'view' : 'table',
    columns: columns.map(([, column, declared, nullable, collation, generated]) => ({
      name: column!,
      type: declared!,
      nullable: nullable === 'YES' || type === 'VIEW',
      ...(collation === null ? {} : { collation: collation! }),
      ...(generated === null ? {} : { generated: generated! }),
    })),
    primaryKey: namesOf(ofType('PRIMARY KEY')[0] ?? []),
    unique: ofType('UNIQUE').map(namesOf),
    foreignKeys: ofType('FOREIGN KEY').map(
      (rows): ForeignKey => ({
        columns: namesOf(rows),
        references: {
          ...(rows[0]![6] === null ? {} : { schema: rows[0]![6]! }),
          table: rows[0]![4]!,
          columns: rows.map((row) => row[5]!),
        },
      }),
    ),
    checks: checks.map(([, clause]) => clause!),
  };
}
