import { createConnection, type FieldPacket } from 'mysql2/promise';
import pg from 'pg';
import { statementsOf } from './rule-fixtures.js';

/** What a server answers: texts as it writes them, and which columns are numbers. */
export interface ServerRows {
  readonly rows: readonly (readonly (string | null)[])[];
  readonly isNumber: readonly boolean[];
}

/** The tables of one schema on a server, empty but within a database. */
export interface RuleServer {
  /** Runs with rows in the tables, which are taken away again. */
  inDatabase<T>(inserts: readonly string[], run: () => Promise<T>): Promise<T>;
  /** Null where the server refuses the query. */
  execute(sql: string): Promise<ServerRows | null>;
  close(): Promise<void>;
}

export interface RuleServerSubject {
  readonly dialect: 'postgres' | 'mysql';
  /** The variable that says where a server is. */
  readonly variable: string;
  /** What a value is cast to, to see how it is written. */
  readonly text: string;
  open(url: string, ddl: string): Promise<RuleServer>;
}

export const ruleServers: readonly RuleServerSubject[] = [
  { dialect: 'postgres', variable: 'SQLASSAY_TEST_POSTGRES', text: 'TEXT', open: openPostgres },
  { dialect: 'mysql', variable: 'SQLASSAY_TEST_MYSQL', text: 'CHAR', open: openMysql },
];

/** Runs in a transaction that begins with inserts and is taken back. */
async function undone<T>(
  query: (sql: string) => Promise<unknown>,
  inserts: readonly string[],
  run: () => Promise<T>,
): Promise<T> {
  await query('begin');
  try {
    for (const insert of inserts) await query(insert);
    return await run();
  } finally {
    await query('rollback');
  }
}

const postgresNumbers = [20, 21, 23, 700, 701, 1700];

async function openPostgres(url: string, ddl: string): Promise<RuleServer> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(ddl.replace(/CREATE TABLE/g, 'CREATE TEMP TABLE'));
  return {
    inDatabase: (inserts, run) => undone((sql) => client.query(sql), inserts, run),
    async execute(text) {
      await client.query('savepoint one');
      try {
        const types = { getTypeParser: () => (value: string) => value };
        const { rows, fields } = await client.query<string[]>({ text, rowMode: 'array', types });
        await client.query('release one');
        return { rows, isNumber: fields.map(({ dataTypeID }) => postgresNumbers.includes(dataTypeID)) };
      } catch {
        await client.query('rollback to one');
        return null;
      }
    },
    close: () => client.end(),
  };
}

const mysqlNumbers = [0, 1, 2, 3, 4, 5, 8, 9, 246];

async function openMysql(url: string, ddl: string): Promise<RuleServer> {
  const connection = await createConnection({
    uri: url,
    rowsAsArray: true,
    typeCast: (field) => field.string(),
  });
  const database = `sqlassay_rules_${process.pid}_${Date.now()}`;
  await connection.query(`create database ${database} character set utf8mb4`);
  await connection.query(`use ${database}`);
  for (const statement of statementsOf(ddl)) await connection.query(statement);
  return {
    inDatabase: (inserts, run) => undone((sql) => connection.query(sql), inserts, run),
    async execute(sql) {
      try {
        const [rows, fields] = (await connection.query(sql)) as unknown as [string[][], FieldPacket[]];
        return { rows, isNumber: fields.map(({ columnType }) => mysqlNumbers.includes(columnType ?? -1)) };
      } catch {
        return null;
      }
    },
    async close() {
      await connection.query(`drop database ${database}`);
      await connection.end();
    },
  };
}
