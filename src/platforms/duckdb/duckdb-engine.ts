import { readFile } from 'node:fs/promises';
import {
  type DuckDBConnection,
  DuckDBInstance,
  type DuckDBPreparedStatement,
  StatementType,
  version,
} from '@duckdb/node-api';
import { spelledTokens } from '../../tokenizer/index.js';
import type { Column, PlatformInfo } from '../../types/index.js';
import type { Engine } from '../embedded/child/engine.js';
import type { QueryControl } from '../embedded/child/query-control.js';
import type { RowSink } from '../embedded/child/row-sink.js';
import type { DatabaseSource, EngineOptions, ExecuteReply, QueryFailure } from '../embedded/protocol.js';
import { duckdbCatalog } from './duckdb-catalog.js';
import { duckdbCells, duckdbColumn } from './duckdb-cells.js';
import { duckdbFailure } from './duckdb-failure.js';
import { refuseDuckdbText } from './duckdb-refusals.js';
import { duckdbStoredQueries } from './duckdb-stored-queries.js';
import { pinDuckdbClock } from './pin-clock.js';

/** Settings that close what a query could reach beyond its data; the order matters to DuckDB. */
export function sandboxSettings(memoryBytes: number): Record<string, string> {
  return {
    threads: '2',
    memory_limit: `${Math.floor((memoryBytes * 0.6) / 1e6)}MB`,
    max_temp_directory_size: '0KB',
    temp_directory: '',
    enable_external_access: 'false',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  };
}

/** Opens a database file read-only, or makes one in memory from scripts; locked either way. */
export async function openDuckdb(
  source: DatabaseSource,
  options: EngineOptions,
): Promise<Engine | QueryFailure> {
  const settings = sandboxSettings(options.memoryBytes);
  const paths = source.kind === 'file' ? [source.path] : [];
  let instance: DuckDBInstance | null = null;
  try {
    instance =
      source.kind === 'file'
        ? await DuckDBInstance.create(source.path, { access_mode: 'READ_ONLY', ...settings })
        : await DuckDBInstance.create(':memory:', settings);
    await setUp(instance, source.kind === 'scripts' ? source.files : []);
    return duckdbEngine(instance, paths, { referenceDate: options.referenceDate });
  } catch (error) {
    instance?.closeSync();
    const { message } = duckdbFailure(error, paths);
    return { kind: 'error', code: 'connection', fault: 'infrastructure', message };
  }
}

async function setUp(instance: DuckDBInstance, scripts: readonly string[]): Promise<void> {
  const connection = await instance.connect();
  try {
    await connection.run("SET GLOBAL TimeZone='UTC'");
    for (const script of scripts) await runScript(connection, await readFile(script, 'utf8'));
    await connection.run('SET lock_configuration=true');
  } finally {
    connection.closeSync();
  }
}

/** Queries on one DuckDB instance, each on a connection of its own, so that nothing of one reaches the next. */
export function duckdbEngine(
  instance: DuckDBInstance,
  paths: readonly string[],
  { use, referenceDate }: { readonly use?: string; readonly referenceDate: string | null },
): Engine {
  const info: PlatformInfo = { engine: 'duckdb (@duckdb/node-api)', version: version() };

  async function withConnection<T>(
    control: QueryControl,
    work: (connection: DuckDBConnection) => Promise<T>,
  ): Promise<T | QueryFailure> {
    const connection = await instance.connect();
    control.onStop(() => connection.interrupt());
    try {
      if (use !== undefined) await connection.run(`USE ${use}`);
      if (referenceDate !== null) await pinDuckdbClock(connection, referenceDate);
      return await work(connection);
    } catch (error) {
      return control.stopped() === null ? duckdbFailure(error, paths) : control.failure();
    } finally {
      control.onStop(() => {});
      connection.interrupt();
      connection.closeSync();
    }
  }

  /** Questions of our own. */
  async function asked<T>(question: (connection: DuckDBConnection) => Promise<T>): Promise<T> {
    const connection = await instance.connect();
    try {
      return await question(connection);
    } finally {
      connection.closeSync();
    }
  }

  return {
    info,
    async execute(sql, sink, control) {
      const refused = refuseDuckdbText(sql);
      if (refused !== null) return refused;
      return withConnection(control, async (connection) => {
        const prepared = await prepareQuery(connection, sql);
        return 'kind' in prepared ? prepared : stream(prepared.statement, sink, control);
      });
    },
    async describe(sql, control) {
      const refused = refuseDuckdbText(sql);
      if (refused !== null) return refused;
      return withConnection(control, async (connection) => {
        const prepared = await prepareQuery(connection, sql);
        return 'kind' in prepared ? prepared : columnsOf(prepared.statement);
      });
    },
    catalog: () => asked(duckdbCatalog),
    storedQueries: () => asked(duckdbStoredQueries),
    async close() {
      instance.closeSync();
    },
  };
}

/** Runs the statements of a trusted script; the sandbox's settings hold for it too. */
export async function runScript(connection: DuckDBConnection, script: string): Promise<void> {
  // A script without a statement makes the driver fail instead of finding none.
  if (spelledTokens(script, 'duckdb').length === 0) return;
  const statements = await connection.extractStatements(script);
  for (let index = 0; index < statements.count; index++) {
    const statement = await statements.prepare(index);
    await statement.run();
    statement.destroySync();
  }
}

async function prepareQuery(
  connection: DuckDBConnection,
  sql: string,
): Promise<{ readonly statement: DuckDBPreparedStatement } | QueryFailure> {
  const statements = await connection.extractStatements(sql);
  const last = statements.count - 1;
  // PIVOT without its values listed becomes several statements: an enum type for each one, then the query. A text that
  // begins as a query (checked before) cannot have a CREATE of its own in front of all others.
  for (let index = 0; index < last; index++) {
    const enumType = await statements.prepare(index);
    if (enumType.statementType !== StatementType.CREATE) {
      return refusal(`Only one statement is run at a time; there are ${statements.count}.`);
    }
    await enumType.run();
  }
  const statement = await statements.prepare(last);
  if (statement.statementType !== StatementType.SELECT) return refusal('Only queries are run.');
  return { statement };
}

async function stream(
  statement: DuckDBPreparedStatement,
  sink: RowSink,
  control: QueryControl,
): Promise<ExecuteReply | QueryFailure> {
  const result = await statement.stream();
  const columns = result.columnNames().map((name, index) => duckdbColumn(name, result.columnType(index)));
  const toCells = result.columnTypes().map(duckdbCells);
  read: for (;;) {
    const chunk = await result.fetchChunk();
    if (chunk === null || chunk.rowCount === 0) break;
    const values = chunk.getColumns();
    for (let row = 0; row < chunk.rowCount; row++) {
      const pushed = sink.push(toCells.map((toCell, column) => toCell(values[column]![row]!)));
      if (pushed === 'full') break read;
      if (pushed === 'flush') await control.pausedWhile(() => sink.flush());
    }
    if (control.stopped() !== null) return control.failure();
  }
  if (control.stopped() !== null) return control.failure();
  return { kind: 'success', columns, truncated: sink.truncated, dialectNotes: [] };
}

function columnsOf(statement: DuckDBPreparedStatement): Column[] {
  return Array.from({ length: statement.columnCount }, (_, index) =>
    duckdbColumn(statement.columnName(index), statement.columnType(index)),
  );
}

function refusal(message: string): QueryFailure {
  return { kind: 'error', code: 'refused', fault: 'query', message };
}
