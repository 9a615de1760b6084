/** What the values of a declared type are. */
export type TypeClass =
  | 'integer'
  | 'decimal'
  | 'float'
  | 'text'
  | 'boolean'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'interval'
  | 'blob'
  | 'json'
  | 'uuid'
  | 'other';

/** How a dialect's declared types are understood. */
export interface ColumnTypes {
  /** By the type's words, in lower case and without parameters. A type that is not here is `other`. */
  readonly classes: ReadonlyMap<string, TypeClass>;
  /** Digits after the point of a decimal without parameters; null where it keeps what it is given. */
  readonly scale: number | null;
  /** A type is only a preference: columns have an affinity, and hold anything unless their table is strict. */
  readonly affinities: boolean;
  /** Types that ignore blanks at the end of a text when they compare. */
  readonly padded: readonly string[];
}

type Words = Readonly<Partial<Record<TypeClass, string>>>;

const standard: Words = {
  integer: 'tinyint,smallint,int,integer,bigint',
  decimal: 'decimal,numeric,dec',
  float: 'real,float,double,double precision',
  text: 'char,character,varchar,char varying,character varying,nchar,nvarchar,national character,national char,national character varying,national varchar,text,string,clob,character large object',
  boolean: 'boolean,bool',
  date: 'date',
  time: 'time,time without time zone,time with time zone',
  timestamp:
    'timestamp,datetime,timestamp without time zone,timestamp with time zone,timestamp with local time zone,timestamp_ntz,timestamp_ltz,timestamp_tz,timestamptz',
  interval: 'interval',
  blob: 'blob,binary,varbinary,binary varying,bytea,binary large object',
  json: 'json,jsonb',
  uuid: 'uuid',
};

const sqlite: Words = {
  integer:
    'mediumint,int2,int4,int8,unsigned big int,big int,int unsigned,integer unsigned,bigint unsigned,smallint unsigned,tinyint unsigned,mediumint unsigned,unsigned int,unsigned integer',
  decimal: 'number,money',
  float: 'float4,float8,double unsigned,float unsigned,real unsigned',
  text: 'varying character,native character,nvarchar,tinytext,mediumtext,longtext,varchar2,nvarchar2,bpchar',
  blob: 'tinyblob,mediumblob,longblob',
};

const postgres: Words = {
  integer: 'int2,int4,int8,serial,bigserial,smallserial,serial2,serial4,serial8',
  float: 'float4,float8',
  text: 'bpchar',
  time: 'timetz',
};

const mysql: Words = {
  integer:
    'mediumint,int1,int2,int3,int4,int8,boolean,bool,serial,middleint,tinyint unsigned,smallint unsigned,mediumint unsigned,int unsigned,integer unsigned,bigint unsigned',
  decimal: 'fixed,decimal unsigned,numeric unsigned',
  float: 'float4,float8,double unsigned,float unsigned',
  text: 'tinytext,mediumtext,longtext,long,long varchar,nvarchar',
  blob: 'tinyblob,mediumblob,longblob,long varbinary',
};

const duckdb: Words = {
  integer:
    'int1,int2,int4,int8,short,long,signed,hugeint,utinyint,usmallint,uinteger,ubigint,uhugeint,bignum,varint,integral',
  float: 'float4,float8',
  text: 'bpchar',
  boolean: 'logical',
  time: 'timetz',
  timestamp: 'timestamp_s,timestamp_ms,timestamp_ns,timestamp_us',
  uuid: 'guid',
};

const spark: Words = { integer: 'byte,short,long', decimal: 'number', float: 'float4,float8' };

const generic: Words = {
  integer: 'mediumint,int2,int4,int8,serial,bigserial,smallserial',
  decimal: 'number',
  float: 'float4,float8',
  text: 'tinytext,mediumtext,longtext',
  timestamp: 'timestamp_s,timestamp_ms',
};

function types(own: Words, rest: Omit<ColumnTypes, 'classes'>): ColumnTypes {
  const entries = [standard, own].flatMap((words) =>
    Object.entries(words).flatMap(([name, list]) =>
      list.split(',').map((word) => [word, name as TypeClass] as const),
    ),
  );
  return { classes: new Map(entries), ...rest };
}

const chars = ['char', 'character', 'nchar', 'national char', 'national character', 'bpchar'];

const byDialect: Readonly<Record<string, ColumnTypes>> = {
  sqlite: types(sqlite, { scale: null, affinities: true, padded: [] }),
  postgres: types(postgres, { scale: null, affinities: false, padded: chars }),
  mysql: types(mysql, { scale: 0, affinities: false, padded: chars }),
  duckdb: types(duckdb, { scale: 3, affinities: false, padded: [] }),
  spark: types(spark, { scale: 0, affinities: false, padded: chars }),
  generic: types(generic, { scale: null, affinities: false, padded: chars }),
};

/** The declared types of a dialect, by its own name; one that has no table of its own is read as standard SQL. */
export function columnTypesOf(name: string): ColumnTypes {
  return byDialect[name] ?? byDialect.generic!;
}
