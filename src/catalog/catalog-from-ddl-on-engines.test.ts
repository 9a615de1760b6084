import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openPlatform } from '../platforms/index.js';
import type { Catalog, CatalogTable, Row } from '../types/index.js';
import { catalogFromDdl } from './catalog-from-ddl.js';
import { affinityOf, columnType } from './column-type.js';
import { foreignKeyTarget } from './lookup.js';
import { printTables } from './print-catalog.fixture.js';
import { randomTables, withoutOrder } from './random-tables.fixture.js';

const folder = mkdtempSync(join(tmpdir(), 'ddl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const settings = {
  limits: { rows: 1000, bytes: 1_000_000, memoryBytes: 500_000_000 },
  concurrency: { cases: 1, sessions: 1, children: 1, modelCalls: 1 },
};

interface Reality {
  readonly catalog: Catalog;
  readonly rows: readonly Row[];
}

/** What the engine itself makes of a script, and the rows of a query after it. */
async function run(kind: 'sqlite' | 'duckdb', script: string, query = 'select 1'): Promise<Reality> {
  const path = join(folder, `${kind}.sql`);
  writeFileSync(path, script);
  const platform = openPlatform({ kind, scripts: [path] }, settings);
  try {
    const catalog = await platform.catalog();
    const session = await platform.open();
    const limits = { timeoutMs: 20_000, maxRows: 1000, maxBytes: 1e6, signal: new AbortController().signal };
    const result = await session.execute(query, limits);
    await session.release();
    if (result.kind === 'error') throw new Error(result.message);
    return { catalog, rows: result.rows };
  } finally {
    await platform.close();
  }
}

/** What both tell; the engines' catalogues say nothing of collations, of expressions and of what STRICT adds. */
function comparable(catalog: Catalog): unknown {
  const { dialect, tables } = catalog;
  const isDuckdb = dialect === 'duckdb';
  const told = tables.map(({ strict: _, definition: __, columns, foreignKeys, ...table }) => ({
    ...table,
    columns: columns.map(({ name, type, nullable }) => ({
      name,
      // SQLite has spellings of its own for the usual names.
      type: isDuckdb ? columnType(type, dialect) : type.replace(/\s/g, '').toLowerCase(),
      nullable,
    })),
    // DuckDB shows what a foreign key points at, and SQLite what is written.
    foreignKeys: foreignKeys.map((key) =>
      isDuckdb
        ? {
            columns: key.columns,
            target: foreignKeyTarget(catalog, key)?.columns,
            table: key.references.table,
          }
        : key,
    ),
    // DuckDB shows checks as it prints them.
    checks: isDuckdb ? table.checks.map(() => 'check') : table.checks,
  }));
  return [...withoutOrder(told as unknown as CatalogTable[])].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function expectAgreement(kind: 'sqlite' | 'duckdb', script: string): Promise<void> {
  const read = catalogFromDdl(script, kind);
  const real = await run(kind, script);
  expect(read.skipped).toEqual([]);
  expect(real.catalog.tables.length).toBeGreaterThan(0);
  expect(comparable(read.catalog)).toEqual(comparable(real.catalog));
}

describe('sqlite', () => {
  it('agrees with the engine about all that can be declared', async () => {
    await expectAgreement(
      'sqlite',
      `CREATE TABLE parent (id INTEGER PRIMARY KEY AUTOINCREMENT, 'quoted' text DEFAULT 'a;b', [in brackets] varchar ( 20 ),
         code text COLLATE NOCASE UNIQUE ON CONFLICT REPLACE, n int NOT NULL ON CONFLICT IGNORE DEFAULT (1 + 2));
       CREATE TABLE main.child (a, b unsigned big int, parent_id int REFERENCES parent ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
         c decimal(10, 2) CHECK (c > 0) CONSTRAINT named CHECK (c <> ')'), g int GENERATED ALWAYS AS (a + 1) STORED, h AS (a || 'x'),
         PRIMARY KEY (a, b DESC), UNIQUE (c), FOREIGN KEY (a, b) REFERENCES other (x, y) MATCH SIMPLE ON UPDATE CASCADE
         CHECK (a <> b));
       CREATE TABLE other (x text, y blob, PRIMARY KEY (x, y)) WITHOUT ROWID;
       CREATE TABLE strict_one (a ANY, b TEXT PRIMARY KEY, c INT) STRICT;
       CREATE TABLE int_key (a INT PRIMARY KEY, b TEXT NOT NULL);
       CREATE TABLE table_key (a INTEGER, PRIMARY KEY (a DESC));
       CREATE TEMP TABLE gone (a int); DROP TABLE gone;
       CREATE UNIQUE INDEX one ON child (b, c);
       CREATE UNIQUE INDEX some ON child (b) WHERE c > 1;
       CREATE UNIQUE INDEX made ON child (abs(b));
       CREATE INDEX plain ON child (c);
       CREATE TRIGGER t AFTER INSERT ON child BEGIN UPDATE child SET c = CASE WHEN c > 1 THEN 1 ELSE 2 END; DELETE FROM parent; END;
       ALTER TABLE strict_one ADD COLUMN d REAL NOT NULL DEFAULT 1.5;
       ALTER TABLE int_key RENAME TO renamed;
       INSERT INTO renamed VALUES (1, 'create table x (');
       PRAGMA user_version = 3;`,
    );
  });

  it('agrees with the engine about random tables', async () => {
    await expectAgreement('sqlite', randomScript('sqlite', 40));
  });

  it('agrees with the engine about the affinity of types', async () => {
    const types =
      `INT,TINYINT,unsigned big int,CHARACTER(20),native character(70),TEXT,CLOB,BLOB,,REAL,DOUBLE PRECISION,FLOAT,NUMERIC,
      DECIMAL(10%2),BOOLEAN,DATE,DATETIME,STRING,FLOATING POINT,CHARINT,BLOBTEXT,REALBLOB,DOUBLOB,JSON,XFLOAY,number,time`
        .split(',')
        .map((type) => type.trim().replace('%', ', '));
    const columns = types.map((type, at) => `c${at} ${type}`).join(', ');
    const values = (value: string): string => `(${types.map(() => value).join(', ')})`;
    const query = `select ${types.map((_, at) => `typeof(c${at})`).join(', ')} from t order by rowid`;
    const script = `create table t (${columns}); insert into t values ${values("'12'")}, ${values('12')};`;
    const { rows } = await run('sqlite', script, query);
    const expected = {
      INTEGER: 'integer integer',
      NUMERIC: 'integer integer',
      REAL: 'real real',
      TEXT: 'text text',
      BLOB: 'text integer',
    };
    expect(types.map((type, at) => [type, `${rows[0]![at]} ${rows[1]![at]}`])).toEqual(
      types.map((type) => [type, expected[affinityOf(type)]]),
    );
  });

  it('agrees with the engine about NULL in primary keys', async () => {
    const keys = [
      '(a text primary key)',
      '(a int primary key)',
      '(a integer primary key desc)',
      '(a text, b text, primary key (a, b))',
      '(a text not null primary key)',
      '(a text primary key) without rowid',
      '(a text primary key) strict',
    ];
    const script = keys
      .map((key, at) => `create table t${at} ${key}; insert or ignore into t${at} (a) values (null);`)
      .join('\n');
    const query = keys.map((_, at) => `select count(*) from t${at} where a is null`).join(' union all ');
    const { rows } = await run('sqlite', script, query);
    const read = catalogFromDdl(script, 'sqlite').catalog.tables;
    expect(read.map(({ columns }) => columns[0]!.nullable)).toEqual(
      rows.map(([count]) => Number(count) === 1),
    );
  });
});

describe('duckdb', () => {
  it('agrees with the engine about all that can be declared', async () => {
    await expectAgreement(
      'duckdb',
      `CREATE TABLE parent (id INTEGER PRIMARY KEY, "a b" VARCHAR(20) DEFAULT 'x;y' UNIQUE, n DECIMAL NOT NULL DEFAULT 1 + 2);
       CREATE OR REPLACE TABLE child (a INT, b TEXT, parent_id INT REFERENCES parent (id), c DECIMAL(10, 2) CHECK (c > 0),
         s STRUCT(x INT, y VARCHAR[]), l INT[3][], e ENUM('a', 'b)'), m MAP(VARCHAR, INT), moment TIMESTAMP WITH TIME ZONE,
         g INT GENERATED ALWAYS AS (a + 1) VIRTUAL, u UUID, i INTERVAL, h HUGEINT, t TIME, d DOUBLE PRECISION, f FLOAT8, bl BYTEA,
         PRIMARY KEY (a, b), UNIQUE (c, d));
       CREATE SCHEMA other;
       CREATE TABLE other.x (k INT, CONSTRAINT positive CHECK (k > 0));
       CREATE TABLE IF NOT EXISTS main.parent (nothing INT);
       ALTER TABLE other.x ADD COLUMN z TEXT DEFAULT 'q';
       ALTER TABLE other.x ALTER COLUMN z SET NOT NULL;
       CREATE MACRO f(x) AS CASE WHEN x > 1 THEN 1 ELSE 2 END;
       INSERT INTO parent VALUES (1, $$create table q ($$, 2);`,
    );
  });

  it('agrees with the engine about random tables', async () => {
    await expectAgreement('duckdb', randomScript('duckdb', 40));
  });
});

/** The tables of many random schemas in one script. */
function randomScript(dialect: string, schemas: number): string {
  const numbers = fc.sample(fc.nat(1000), { numRuns: 997, seed: 5 });
  let at = 0;
  return Array.from({ length: schemas }, (_, schema) => {
    const [tables] = fc.sample(randomTables(dialect, `s${schema}_`), { numRuns: 1, seed: schema });
    return printTables(tables!, dialect, () => numbers[at++ % numbers.length]!);
  }).join('\n');
}
