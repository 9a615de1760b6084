import { openPlatform, type PlatformSettings } from '../../src/platforms/index.js';
import type { DatasourceConfig, ExecutionError, Platform, QueryRunner } from '../../src/types/index.js';

/** A type of an engine with expressions that have it; the first is NULL. */
export interface TypePool {
  readonly type: string;
  readonly values: readonly string[];
}

/** An engine in which pairs of results are compared. */
export interface PushdownSubject {
  readonly name: string;
  readonly dialect: string;
  /** Where its database is; null where a variable says so and is not set. */
  readonly datasource: DatasourceConfig | null;
  readonly pools: readonly TypePool[];
}

const settings: PlatformSettings = {
  limits: { rows: 100_000, bytes: 256_000_000, memoryBytes: 1_500_000_000 },
  concurrency: { cases: 8, sessions: 4, children: 4, modelCalls: 8 },
};

function cast(type: string, ...texts: readonly string[]): TypePool {
  return {
    type,
    values: [
      `cast(null as ${type})`,
      ...texts.map((text) => `cast('${text.replaceAll("'", "''")}' as ${type})`),
    ],
  };
}

const nearNumbers = ['0', '1', '2', '1.5', '1.0000000001', '0.1', '0.3', '100.5'];
const texts = ['', 'a', 'A', 'a ', 'ä', "it's", '1', 'null', 'a\\b'];

const duckdbPools: readonly TypePool[] = [
  cast('INTEGER', '0', '1', '2', '3'),
  cast('BIGINT', '0', '1', '2', '9007199254740993', '9007199254740992'),
  cast('HUGEINT', '1', '9007199254740993', '170141183460469231731687303715884105727'),
  cast('UTINYINT', '0', '1', '255'),
  cast('DECIMAL(10,2)', '0', '1', '1.5', '1.50', '2', '0.1'),
  cast('DECIMAL(38,10)', '0.1', '1.0000000001', '1.5', '9007199254740993', '1'),
  cast(
    'DOUBLE',
    ...nearNumbers,
    'nan',
    '-0.0',
    'inf',
    '0.30000000000000004',
    '9007199254740992',
    '1e19',
    '1.000000000001',
  ),
  cast('FLOAT', '0.1', '1.5', '1', '-0.0', 'nan'),
  cast('BOOLEAN', 'true', 'false'),
  cast('VARCHAR', ...texts),
  {
    type: 'VARCHAR nocase',
    values: [
      `(cast(null as varchar) collate nocase)`,
      ...texts.map((text) => `('${text.replaceAll("'", "''")}' collate nocase)`),
    ],
  },
  cast("ENUM('a', 'A', '1')", 'a', 'A', '1'),
  cast('BLOB', 'a', '\\xFF', ''),
  cast('DATE', '2024-01-01', '2024-01-02', 'infinity'),
  cast('TIMESTAMP', '2024-01-01', '2024-01-01 00:00:00.000001', 'infinity'),
  cast('TIMESTAMP_MS', '2024-01-01', '2024-01-01 00:00:00.001'),
  cast('TIMESTAMP_NS', '2024-01-01', '2024-01-01 00:00:00.000000001'),
  cast('TIMESTAMPTZ', '2024-01-01 00:00:00+00', '2024-01-01 02:00:00+02'),
  cast('TIME WITH TIME ZONE', '12:00:00+01', '11:00:00+00'),
  cast('INTERVAL', '1 month', '30 days', '1 day', '24 hours', '-1 month 3 days'),
  cast('UUID', '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-00000000000A'),
  cast('JSON', '{"a":1,"b":2}', '{"b":2,"a":1.0}', '[1]', '"a"', 'null'),
  cast('BIT', '01', '1'),
  cast('DOUBLE[]', '[1.0]', '[1.0, 2.0]', '[1.0000000001]', '[]', '[NULL]'),
  cast('VARCHAR[]', '[a, b]', '["a, b"]', '[A]'),
  cast('INTERVAL[]', '[1 month]', '[30 days]'),
  cast('STRUCT(x DOUBLE, y VARCHAR)', "{'x': 1.0, 'y': 'a'}", "{'x': 1.0000000001, 'y': 'a'}"),
  {
    type: 'MAP',
    values: ['cast(null as map(varchar, integer))', "map {'a': 1, 'b': 2}", "map {'b': 2, 'a': 1}"],
  },
];

const sqlitePools: readonly TypePool[] = [
  {
    type: 'number',
    values: [
      'null',
      '0',
      '1',
      '2',
      '1.0',
      '1.5',
      '-0.0',
      '0.1',
      '1.0000000001',
      '1.000000000001',
      '9007199254740993',
      '9007199254740992.0',
      '1e19',
      '9223372036854775807',
      '9e999',
    ],
  },
  {
    type: 'text',
    values: [
      'null',
      ...texts.map((text) => `'${text.replaceAll("'", "''")}'`),
      "'a' collate nocase",
      "cast(x'ff61' as text)",
    ],
  },
  { type: 'any', values: ['null', '1', "'1'", "x'31'", '1.0', "'a'", "x'61'", "'A' collate nocase"] },
  {
    type: 'affinity',
    values: [
      'cast(null as integer)',
      'cast(1 as integer)',
      'cast(1 as text)',
      'cast(1 as real)',
      'cast(1 as numeric)',
    ],
  },
];

const postgresPools: readonly TypePool[] = [
  cast('integer', '0', '1', '2', '3'),
  cast('bigint', '0', '1', '9007199254740993', '9007199254740992'),
  cast('numeric(10,2)', '0', '1', '1.50', '2', '0.1'),
  cast('numeric', '0.1', '1.0000000001', '1.5', '1.50', '9007199254740993', 'NaN'),
  cast(
    'double precision',
    ...nearNumbers,
    'NaN',
    '-0',
    'Infinity',
    '0.30000000000000004',
    '9007199254740992',
    '1e19',
    '1.000000000001',
  ),
  cast('real', '0.1', '1.5', '1', '-0'),
  cast('boolean', 'true', 'false'),
  cast('text', ...texts),
  cast('character(3)', 'a', 'A', 'a '),
  cast('character varying(5)', 'a', 'A', 'a '),
  cast('bytea', 'a', '\\xff', ''),
  cast('date', '2024-01-01', '2024-01-02', 'infinity'),
  cast('timestamp', '2024-01-01', '2024-01-01 00:00:00.000001'),
  cast('timestamp(3)', '2024-01-01', '2024-01-01 00:00:00.001'),
  cast('timestamptz', '2024-01-01 00:00:00+00', '2024-01-01 02:00:00+02'),
  cast('timetz', '12:00:00+01', '11:00:00+00'),
  cast('interval', '1 month', '30 days', '1 day', '24 hours'),
  cast('uuid', '00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-00000000000A'),
  cast('json', '{"a":1,"b":2}', '{"b":2,"a":1.0}', '[1]', 'null'),
  cast('jsonb', '{"a":1,"b":2}', '{"b":2,"a":1.0}', '[1]', 'null'),
  cast('point', '(1,2)', '(1.0,2)', '(2,1)'),
  cast('xml', '<a/>', '<a></a>'),
  cast('bit(2)', '01', '10'),
  cast('double precision[]', '{1}', '{1,2}', '{1.0000000001}', '{}', '{NULL}'),
  cast('text[]', '{a,b}', '{"a,b"}', '{A}'),
];

const mysqlPools: readonly TypePool[] = [
  {
    type: 'signed',
    values: [
      'cast(null as signed)',
      'cast(0 as signed)',
      'cast(1 as signed)',
      'cast(2 as signed)',
      'cast(9007199254740993 as signed)',
    ],
  },
  {
    type: 'unsigned',
    values: ['cast(null as unsigned)', 'cast(1 as unsigned)', 'cast(18446744073709551615 as unsigned)'],
  },
  {
    type: 'decimal(10,2)',
    values: [
      'cast(null as decimal(10,2))',
      "cast('1.5' as decimal(10,2))",
      "cast('1' as decimal(10,2))",
      "cast('0.1' as decimal(10,2))",
    ],
  },
  {
    type: 'decimal(30,10)',
    values: [
      'cast(null as decimal(30,10))',
      "cast('1.5' as decimal(30,10))",
      "cast('1.0000000001' as decimal(30,10))",
      "cast('9007199254740993' as decimal(30,10))",
    ],
  },
  {
    type: 'double',
    values: [
      'cast(null as double)',
      '0e0',
      '-0e0',
      '1e0',
      '1.5e0',
      '0.1e0',
      '1.0000000001e0',
      '1.000000000001e0',
      '9007199254740992e0',
    ],
  },
  { type: 'text', values: ['cast(null as char)', "''", "'a'", "'A'", "'a '", "'ä'", "'1'", "'it''s'"] },
  { type: 'bytes', values: ['cast(null as binary)', "cast('a' as binary)", "x'ff'", "cast('A' as binary)"] },
  { type: 'date', values: ['cast(null as date)', "date '2024-01-01'", "date '2024-01-02'"] },
  {
    type: 'datetime(6)',
    values: [
      'cast(null as datetime(6))',
      "cast('2024-01-01' as datetime(6))",
      "cast('2024-01-01 00:00:00.000001' as datetime(6))",
    ],
  },
  { type: 'datetime(3)', values: ['cast(null as datetime(3))', "cast('2024-01-01' as datetime(3))"] },
  { type: 'time', values: ['cast(null as time)', "time '12:00:00'", "time '00:00:01'"] },
];

/** A database of the server that the variable names, whichever it has; null without the variable. */
function server(kind: 'postgres' | 'mysql', variable: string): DatasourceConfig | null {
  const given = process.env[variable];
  if (given === undefined || given === '') return null;
  const url = new URL(given);
  if (url.pathname.length <= 1) url.pathname = '/information_schema';
  return { kind, url: url.href, allowPrivileged: true };
}

/** Every engine; the queries read no tables, so that no database needs any. */
export const pushdownSubjects: readonly PushdownSubject[] = [
  { name: 'duckdb', dialect: 'duckdb', datasource: { kind: 'duckdb', scripts: [] }, pools: duckdbPools },
  { name: 'sqlite', dialect: 'sqlite', datasource: { kind: 'sqlite', scripts: [] }, pools: sqlitePools },
  {
    name: 'postgres (set SQLASSAY_TEST_POSTGRES)',
    dialect: 'postgres',
    datasource: server('postgres', 'SQLASSAY_TEST_POSTGRES'),
    pools: postgresPools,
  },
  {
    name: 'mysql (set SQLASSAY_TEST_MYSQL)',
    dialect: 'mysql',
    datasource: server('mysql', 'SQLASSAY_TEST_MYSQL'),
    pools: mysqlPools,
  },
];

export function openSubject({ datasource }: PushdownSubject): Platform {
  if (datasource === null) throw new Error('the subject is not here');
  return openPlatform(datasource, settings);
}

/** Runs queries as a run's scorers do, without a budget, and counts the rows that leave the database. */
export function countingRunner(
  platform: Platform,
  dialect = platform.dialect,
): QueryRunner & { rowsRead: number; sent: string[] } {
  const limits = () => ({
    timeoutMs: 60_000,
    maxRows: 100_000,
    maxBytes: 256_000_000,
    signal: new AbortController().signal,
  });
  const runner = {
    modelSql: null,
    dialect,
    rowsRead: 0,
    sent: [] as string[],
    async run(sql: string) {
      const session = await platform.open();
      try {
        runner.sent.push(sql);
        const result = await session.execute(sql, limits());
        if (result.kind === 'success') runner.rowsRead += result.rows.length;
        return result;
      } finally {
        await session.release();
      }
    },
    async describe(sql: string) {
      const session = await platform.open();
      try {
        return await session.describe(sql);
      } finally {
        await session.release();
      }
    },
    scalar: () => Promise.reject(new Error('not used')),
    resolvedSchema: async (base: readonly never[]): Promise<readonly never[] | ExecutionError> => base,
  };
  return runner as unknown as QueryRunner & { rowsRead: number; sent: string[] };
}
