import { describe, expect, it } from 'vitest';
import type { CatalogTable, SqlassayError } from '../types/index.js';
import { catalogFromDdl } from './catalog-from-ddl.js';

/** The only table of a text that has nothing left out. */
function only(ddl: string, dialect: string): CatalogTable {
  const { catalog, skipped } = catalogFromDdl(ddl, dialect);
  expect(skipped).toEqual([]);
  expect(catalog.tables).toHaveLength(1);
  return catalog.tables[0]!;
}

function leftOut(ddl: string, dialect: string): string {
  const { catalog, skipped } = catalogFromDdl(ddl, dialect);
  expect(catalog.tables).toEqual([]);
  expect(skipped).toHaveLength(1);
  return skipped[0]!.why;
}

const nullable = (table: CatalogTable): string[] =>
  table.columns.filter((column) => column.nullable).map(({ name }) => name);

describe('catalogFromDdl', () => {
  it('reads columns, keys and checks where they are written behind a column', () => {
    const table = only(
      `create table if not exists "Order" ( -- what is sold
        id integer constraint k primary key,
        code varchar(20) not null default 'a, b' unique collate "C",
        customer bigint default nextval('ids'::regclass) not null references shop.customer (id) on delete set null,
        price numeric(10, 2) default -1.5 check (price > 0 /* not free */),
        at timestamp(3) with time zone default now() not null,
        tags text[] default array[]::text[] null
      )`,
      'postgres',
    );
    expect(table).toEqual({
      name: 'Order',
      kind: 'table',
      columns: [
        { name: 'id', type: 'integer', nullable: false },
        { name: 'code', type: 'varchar(20)', nullable: false, collation: 'C' },
        { name: 'customer', type: 'bigint', nullable: false },
        { name: 'price', type: 'numeric(10, 2)', nullable: true },
        { name: 'at', type: 'timestamp(3) with time zone', nullable: false },
        { name: 'tags', type: 'text[]', nullable: true },
      ],
      primaryKey: ['id'],
      unique: [['code']],
      foreignKeys: [
        { columns: ['customer'], references: { schema: 'shop', table: 'customer', columns: ['id'] } },
      ],
      checks: ['price > 0 /* not free */'],
    });
  });

  it('reads them where they are written behind the columns', () => {
    const table = only(
      `create table t (a int, b int, c text,
        constraint p primary key (a, b), unique (c, a), constraint f foreign key (b) references u on update cascade,
        constraint positive check (a > 0))`,
      'duckdb',
    );
    expect(table).toMatchObject({
      primaryKey: ['a', 'b'],
      unique: [['c', 'a']],
      foreignKeys: [{ columns: ['b'], references: { table: 'u', columns: [] } }],
      checks: ['a > 0'],
    });
    expect(nullable(table)).toEqual(['c']);
  });

  it('reads what a dump of MySQL says', () => {
    const { catalog, skipped } = catalogFromDdl(
      `/*!40101 SET NAMES utf8mb4 */;
      DROP TABLE IF EXISTS \`a\`;
      CREATE TABLE \`a\` (
        \`id\` int(11) unsigned NOT NULL AUTO_INCREMENT COMMENT 'the; "id"',
        \`kind\` enum('x','it\\'s') CHARACTER SET latin1 COLLATE latin1_bin DEFAULT NULL,
        \`b_id\` bigint(20) DEFAULT NULL,
        \`at\` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
        \`inline\` int REFERENCES b (id),
        \`note\` text,
        PRIMARY KEY (\`id\`) USING BTREE,
        UNIQUE KEY \`u\` (\`kind\`(10)),
        KEY \`i\` (\`b_id\`,\`at\`),
        FULLTEXT KEY \`f\` (\`kind\`),
        CONSTRAINT \`fk\` FOREIGN KEY (\`b_id\`) REFERENCES \`b\` (\`id\`) ON DELETE SET NULL
      ) ENGINE=InnoDB AUTO_INCREMENT=7 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin COMMENT='x';
      LOCK TABLES \`a\` WRITE;
      INSERT INTO \`a\` VALUES (1,'create table z (',NULL,'2020-01-01',1);
      UNLOCK TABLES;
      DELIMITER ;;
      CREATE TRIGGER t BEFORE INSERT ON a FOR EACH ROW BEGIN SET NEW.id = 1; CREATE TEMPORARY TABLE q (a int); END ;;
      DELIMITER ;
      /*!50001 CREATE ALGORITHM=UNDEFINED */ /*!50013 DEFINER=\`root\`@\`localhost\` SQL SECURITY DEFINER */
      /*!50001 VIEW \`v\` AS select 1 AS \`one\` from \`a\` */;`,
      'mysql',
    );
    expect(skipped).toEqual([]);
    expect(catalog.tables.map(({ name, kind }) => [name, kind])).toEqual([
      ['a', 'table'],
      ['v', 'view'],
    ]);
    const [table, view] = catalog.tables;
    expect(table).toEqual({
      name: 'a',
      kind: 'table',
      columns: [
        { name: 'id', type: 'int(11) unsigned', nullable: false },
        { name: 'kind', type: "enum('x','it\\'s')", nullable: true, collation: 'latin1_bin' },
        { name: 'b_id', type: 'bigint(20)', nullable: true },
        { name: 'at', type: 'timestamp', nullable: false },
        { name: 'inline', type: 'int', nullable: true },
        { name: 'note', type: 'text', nullable: true, collation: 'utf8mb4_bin' },
      ],
      primaryKey: ['id'],
      unique: [['kind']],
      foreignKeys: [{ columns: ['b_id'], references: { table: 'b', columns: ['id'] } }],
      checks: [],
    });
    expect(view).toMatchObject({ definition: 'select 1 AS `one` from `a`', columns: [] });
  });

  it('reads what a dump of PostgreSQL says', () => {
    const { catalog, skipped } = catalogFromDdl(
      `\\restrict it's
SET search_path = '';
CREATE FUNCTION public.f() RETURNS integer LANGUAGE sql AS $$ select 1; create table no (a int) $$;
CREATE TABLE public.a (
    id integer NOT NULL,
    "Name" character varying(20) DEFAULT 'x'::character varying,
    b_id integer
);
ALTER TABLE public.a OWNER TO admin;
ALTER TABLE public.a_id_seq OWNER TO admin;
ALTER TABLE public.a ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (SEQUENCE NAME s START WITH 1);
CREATE TABLE other.b (id serial, half numeric GENERATED ALWAYS AS ((id / 2)) STORED);
COPY public.a (id, "Name") FROM stdin;
1	it's (
\\.
ALTER TABLE ONLY public.a ADD CONSTRAINT a_pkey PRIMARY KEY (id);
ALTER TABLE ONLY other.b ADD CONSTRAINT b_key UNIQUE NULLS NOT DISTINCT (id) DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE ONLY public.a ADD CONSTRAINT fk FOREIGN KEY (b_id) REFERENCES other.b(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.a ADD CONSTRAINT later CHECK (id > 0) NOT VALID;
CREATE UNIQUE INDEX i ON public.a USING btree ("Name" DESC NULLS LAST);
CREATE UNIQUE INDEX partial ON public.a USING btree (b_id) WHERE (b_id > 1);
CREATE UNIQUE INDEX expression ON public.a USING btree (lower("Name"));
CREATE VIEW public.v AS
 SELECT a.id
   FROM public.a
  WITH CASCADED CHECK OPTION;
COMMENT ON TABLE public.a IS 'create table c (x int)';
`.replace("it's", 'its'),
      'postgres',
    );
    expect(skipped).toEqual([]);
    expect(catalog.tables).toEqual([
      {
        name: 'a',
        kind: 'table',
        columns: [
          { name: 'id', type: 'integer', nullable: false },
          { name: 'Name', type: 'character varying(20)', nullable: true },
          { name: 'b_id', type: 'integer', nullable: true },
        ],
        primaryKey: ['id'],
        unique: [['Name']],
        foreignKeys: [{ columns: ['b_id'], references: { schema: 'other', table: 'b', columns: ['id'] } }],
        checks: [],
      },
      {
        name: 'b',
        schema: 'other',
        kind: 'table',
        columns: [
          { name: 'id', type: 'serial', nullable: false },
          { name: 'half', type: 'numeric', nullable: true, generated: '(id / 2)' },
        ],
        primaryKey: [],
        unique: [['id']],
        foreignKeys: [],
        checks: [],
      },
      {
        name: 'v',
        kind: 'view',
        definition: 'SELECT a.id\n   FROM public.a',
        columns: [],
        primaryKey: [],
        unique: [],
        foreignKeys: [],
        checks: [],
      },
    ]);
  });

  it('reads generic text with any quotes, and what Spark adds', () => {
    const table = only(
      "CREATE EXTERNAL TABLE IF NOT EXISTS `T` (\"K\" decimal(3,1) NOT NULL COMMENT 'x', m map<string, array<int>>) USING parquet LOCATION 's3'",
      'generic',
    );
    expect(table.columns).toEqual([
      { name: 'K', type: 'decimal(3,1)', nullable: false },
      { name: 'm', type: 'map<string, array<int>>', nullable: true },
    ]);
  });

  it('keeps names as the engine does', () => {
    const names = (dialect: string): string[] =>
      only('create table "Ab" (Cd int, "Ef" int)', dialect).columns.map(({ name }) => name);
    expect(names('postgres')).toEqual(['cd', 'Ef']);
    expect(names('snowflake')).toEqual(['CD', 'Ef']);
    expect(names('sqlite')).toEqual(['Cd', 'Ef']);
  });

  it('leaves NULL possible in a primary key only where SQLite does', () => {
    const inKey = (rest: string, dialect = 'sqlite'): string[] =>
      nullable(only(`create table t ${rest}`, dialect));
    expect(inKey('(a text primary key)')).toEqual(['a']);
    expect(inKey('(a int primary key)')).toEqual(['a']);
    expect(inKey('(a integer primary key desc)')).toEqual(['a']);
    expect(inKey('(a integer, b integer, primary key (a, b))')).toEqual(['a', 'b']);
    expect(inKey('(a text not null primary key)')).toEqual([]);
    expect(inKey('(a INTEGER primary key)')).toEqual([]);
    expect(inKey('(a integer, primary key (a desc))')).toEqual([]);
    expect(inKey('(a text primary key) without rowid')).toEqual([]);
    expect(inKey('(a text primary key) strict')).toEqual([]);
    expect(inKey('(a text primary key)', 'postgres')).toEqual([]);
    expect(inKey('(a text primary key)', 'generic')).toEqual([]);
  });

  it.each([
    ['mysql', 'a bigint auto_increment primary key, b serial', []],
    ['postgres', 'a int generated always as identity, b bigserial', []],
    ['generic', 'a int identity(1, 1), b int', ['b']],
    ['sqlite', 'a serial', ['a']],
  ])('knows what %s numbers by itself', (dialect, columns, expected) => {
    expect(nullable(only(`create table t (${columns})`, dialect))).toEqual(expected);
  });

  it.each([
    ['a foreign key behind a column of MySQL', 'create table t (a int references u (a))', 'mysql'],
    [
      'one that is not enforced',
      'create table t (a int, foreign key (a) references u (a) not enforced)',
      'generic',
    ],
    [
      'one of an engine without them',
      'create table t (a int, foreign key (a) references u (a)) engine=MyISAM',
      'mysql',
    ],
    ['a key that is not enforced', 'create table t (a int, primary key (a) not enforced)', 'bigquery'],
    [
      'a unique index on some rows',
      'create table t (a int); create unique index i on t (a) where a > 1',
      'sqlite',
    ],
    ['one on expressions', 'create table t (a text); create unique index i on t (lower(a))', 'sqlite'],
    ['one on what is no column', 'create table t (a text); create unique index i on t ("b")', 'sqlite'],
    [
      'one with another collation',
      'create table t (a text collate nocase); create unique index i on t (a collate binary)',
      'sqlite',
    ],
    [
      'one that is dropped again',
      'create table t (a int); create unique index i on t (a); drop index i',
      'sqlite',
    ],
  ])('does not take for a constraint %s', (_, ddl, dialect) => {
    expect(only(ddl, dialect)).toMatchObject({ primaryKey: [], unique: [], foreignKeys: [], checks: [] });
  });

  it('ends with what the last statement leaves', () => {
    const { catalog, skipped } = catalogFromDdl(
      `create table old (id integer primary key, a int);
       create table child (a int references old);
       create table new (id integer primary key, a int, b int);
       drop table old;
       alter table new rename to old;
       alter table old add column c text not null default '';
       create view v as select 1; drop view if exists v;
       create table if not exists child (b int);`,
      'sqlite',
    );
    expect(skipped).toEqual([]);
    expect(catalog.tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])).toEqual([
      ['child', ['a']],
      ['old', ['id', 'a', 'b', 'c']],
    ]);
  });

  it('alters columns and constraints', () => {
    const table = only(
      `create table t (a int, b int not null, c varchar(10), constraint k unique (a), constraint f foreign key (b) references u (b));
       alter table t add primary key (a), add unique key (c), add key (b), modify c text not null, drop foreign key f;
       alter table t alter column b set default 3;`,
      'mysql',
    );
    expect(table).toMatchObject({ primaryKey: ['a'], unique: [['a'], ['c']], foreignKeys: [] });
    expect(table.columns[2]).toEqual({ name: 'c', type: 'text', nullable: false });
    const altered = only(
      `create table t (a int, b int); alter table t alter a set not null, alter column b type bigint;
       alter table t drop column a; alter table if exists gone add b int;`,
      'postgres',
    );
    expect(altered.columns).toEqual([{ name: 'b', type: 'bigint', nullable: true }]);
  });

  it.each([
    ['create table t as select 1 as a', 'sqlite', /columns are not listed/],
    ['create table t (a int) as select 2 as b', 'mysql', /behind its columns/],
    ['create table t (like u)', 'postgres', /LIKE/],
    ['create table t (a int, b int invisible)', 'mysql', /declared for column "b"/],
    ['create table t (a int, a text)', 'sqlite', /one name/],
    ['create table t (a int, A text)', 'duckdb', /one name/],
    ['create table t (a int, primary key (b))', 'sqlite', /"b", which is no column/],
    ['create table t (a int primary key, b int primary key)', 'sqlite', /two primary keys/],
    ['create table t (a int, foreign key (a) references u (b, c))', 'sqlite', /more or fewer/],
    ['create table t (a int); create table t (b int)', 'sqlite', /created twice/],
    ['create table t (a int); alter table t rename column a to b', 'sqlite', /RENAME/],
    ['create table t (a int); alter table t enable row level security', 'postgres', /ENABLE/],
    ['create table t (a int); alter table t drop constraint t_a_key', 'postgres', /not known by its name/],
    ['create virtual table t using fts5 (a)', 'sqlite', /ordinary/],
    ['create foreign table t (a int) server s', 'postgres', /ordinary/],
    ['create materialized view t as select 1', 'postgres', /refreshed/],
    ['create table t (a)', 'postgres', /"a".*|without a type/],
    ['create table t (a int b)', 'postgres', /column "a"/],
    ['create table t (a real /* int */ generated always as (1))', 'sqlite', /comment/],
    ['create table t (a int default 1 is not null)', 'sqlite', /column "a"/],
    ['create table t (a int, exclude using gist (a with =))', 'postgres', /EXCLUDE/],
    ['create table t (key map(varchar, int))', 'trino', /index or a column/],
    ['create table t (a int unique using hash nonsense)', 'mysql', /column "a"/],
    ['create table t (a int, unique (a collate binary))', 'postgres', /collation of its own/],
    ['create table a.b.t (a int)', 'duckdb', /more than a schema/],
    ['create table t (a int) inherits_nothing', 'postgres', /inherits_nothing/],
    ['frobnicate t', 'sqlite', /FROBNICATE is not known/],
    ['alter table t add b int', 'sqlite', /not created before/],
  ])('leaves out what it cannot tell: %s', (ddl, dialect, why) => {
    expect(leftOut(ddl, dialect)).toMatch(why);
  });

  it('leaves a parent out, whose keys do not hold for the rows of its children', () => {
    const { catalog, skipped } = catalogFromDdl(
      'create table p (a int primary key);\n\ncreate table c (b int) inherits (p); create table other (a int)',
      'postgres',
    );
    expect(catalog.tables.map(({ name }) => name)).toEqual(['other']);
    expect(skipped).toEqual([
      { line: 3, why: expect.stringMatching(/^p is left out: other tables inherit/) },
      { line: 3, why: expect.stringMatching(/^c is left out/) },
    ]);
  });

  it.each([
    ["create table t (a text default 'x);", 'sqlite', 'line 1, column 32', /string is never closed/],
    ['create table t (\n  a int;', 'sqlite', 'line 1, column 16', /parenthesis is never closed/],
    ['create table t (a int));', 'sqlite', 'line 1, column 23', /closes none/],
    ['create table "t (a int)', 'postgres', 'line 1, column 14', /quoted name is never closed/],
    ['create table t (a int) /* x', 'postgres', 'line 1, column 24', /comment is never closed/],
    ['create trigger t after insert on u begin select 1; ', 'sqlite', 'line 1, column 1', /without its END/],
  ])('refuses what is no SQL: %s', (ddl, dialect, where, what) => {
    let thrown: unknown;
    try {
      catalogFromDdl(ddl, dialect);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toMatchObject({ code: 'E_DDL_INVALID', where, what: expect.stringMatching(what) });
    expect((thrown as SqlassayError).advice).not.toBe('');
  });

  it('reads a text without end in one pass', () => {
    const script = 'create table t (a int);\n'.repeat(2000);
    expect(catalogFromDdl(script, 'sqlite').skipped).toHaveLength(1);
    expect(() => catalogFromDdl('('.repeat(20_000), 'sqlite')).toThrow(/never closed/);
    expect(catalogFromDdl(`create table t (a ${'array<'.repeat(20_000)})`, 'generic').skipped).toHaveLength(
      1,
    );
  });

  it('needs no semicolon before another statement begins', () => {
    const { catalog, skipped } = catalogFromDdl(
      'create table t (a int)\ninsert into t values (1)\ncreate table u (b int)\ntruncate table u\ncreate unique index i on t (a)',
      'tsql',
    );
    expect(skipped).toEqual([]);
    expect(catalog.tables.map(({ name, unique }) => [name, unique])).toEqual([
      ['t', [['a']]],
      ['u', []],
    ]);
  });

  it('leaves the parts of a table out, whose rows are its rows', () => {
    const { catalog, skipped } = catalogFromDdl(
      `create table whole (a int) partition by range (a); create table one partition of whole for values from (1) to (2);
       create table two (a int); alter table only whole attach partition two for values from (2) to (3);`,
      'postgres',
    );
    expect(catalog.tables.map(({ name }) => name)).toEqual(['whole']);
    expect(skipped.map(({ why }) => why.slice(0, 15))).toEqual(['one is left out', 'two is left out']);
  });

  it('takes a generated column without a type', () => {
    const { columns } = only('create table t (a int, b as (a + 1))', 'duckdb');
    expect(columns[1]).toEqual({ name: 'b', type: '', nullable: true, generated: 'a + 1' });
  });

  it('has nothing to say of an empty text', () => {
    expect(catalogFromDdl('-- nothing yet', 'sqlite')).toEqual({
      catalog: { dialect: 'sqlite', tables: [] },
      skipped: [],
    });
  });
});
