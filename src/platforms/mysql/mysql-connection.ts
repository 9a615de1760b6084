import type { Connection } from 'mysql2';
import { spelledTokens } from '../../tokenizer/index.js';
import type { Catalog, Column, PlatformExamination, PlatformInfo, StoredQuery } from '../../types/index.js';
import { RowSink } from '../embedded/child/row-sink.js';
import type { QueryFailure } from '../embedded/protocol.js';
import type { ServerConnection, ServerOutcome } from '../server/server-engine.js';
import { type Ask, askOn } from './ask.js';
import { examineMysql } from './examine-mysql.js';
import { mysqlCatalog } from './mysql-catalog.js';
import { type MysqlField, mysqlColumn } from './mysql-column.js';
import { asMysqlError, mysqlFailure } from './mysql-failure.js';
import type { MysqlGrants } from './mysql-grants.js';
import { refuseMysqlText } from './mysql-refusals.js';
import { sessionStatement } from './mysql-session.js';
import { mysqlStoredQueries } from './mysql-stored-queries.js';
import { readWarnings } from './mysql-warnings.js';
import { isReadOtherwise } from './read-otherwise.js';
import { streamRows } from './stream-rows.js';

export interface MysqlConnectionParts {
  readonly connection: Connection;
  readonly id: string;
  readonly info: PlatformInfo;
  readonly isMariadb: boolean;
  /** The server's, which queries are read under. */
  readonly sqlMode: string;
  readonly grants: MysqlGrants;
  readonly timestamp: number | null;
  /** Stops what this connection is doing. */
  readonly stop: () => Promise<void>;
  /** Whether somebody asked to stop it since the last call. */
  readonly wasStopped: () => boolean;
}

const goodbyeMs = 500;
/** A time-out is looked for a little before its time, for clocks that differ. */
const earlyMs = 50;

/** One connection to MySQL or MariaDB. */
export class MysqlConnection implements ServerConnection {
  readonly id: string;
  usable = true;
  readonly #parts: MysqlConnectionParts;
  readonly #connection: Connection;
  /** The session's SET, when nothing ran since that could have changed what it says. */
  #session: string | null = null;
  /** True when no statement left warnings of its own behind. */
  #fresh = true;
  #lost: (error: Error) => void = () => {};

  constructor(parts: MysqlConnectionParts) {
    this.#parts = parts;
    this.#connection = parts.connection;
    this.id = parts.id;
    const lose = (error?: Error): void => {
      this.usable = false;
      this.#lost(error ?? new Error('The server closed the connection'));
    };
    parts.connection.on('error', lose);
    parts.connection.on('end', () => lose());
  }

  async execute(
    sql: string,
    { timeoutMs, maxRows, maxBytes }: Parameters<ServerConnection['execute']>[1],
  ): Promise<ServerOutcome> {
    this.#parts.wasStopped();
    const refused = this.#refuse(sql);
    if (refused !== null) return refused;
    try {
      await this.#prepareSession(timeoutMs);
      const started = performance.now();
      const sink = new RowSink(maxRows, maxBytes, async () => {});
      const ran = await this.#stream(sql, sink, maxBytes);
      if ('kind' in ran) return this.#blame(ran, timeoutMs, started);
      if (sink.truncated !== null) {
        return {
          kind: 'success',
          ...ran,
          rows: sink.rest(),
          truncated: sink.truncated,
          dialectNotes: this.#notes(sql),
        };
      }
      // BENCHMARK and SLEEP that are cut by a time-out or KILL return a row as if they were done.
      if (this.#parts.wasStopped()) return cancelled();
      const elapsed = performance.now() - started;
      // Before another question empties the list.
      const warnings = await this.#warnings();
      if (timeoutMs !== null && elapsed >= timeoutMs - earlyMs && (await this.#wasTimedOut()))
        return timeout(timeoutMs);
      const warned = readWarnings(warnings);
      if (warned.failure !== null) return warned.failure;
      const dialectNotes = [...this.#notes(sql), ...warned.notes];
      return { kind: 'success', ...ran, rows: sink.rest(), truncated: null, dialectNotes };
    } catch (error) {
      return this.#failure(error);
    }
  }

  /** A time-out that shows as another error (a killed statement, a lock not had in time) is a time-out all the same. */
  #blame(failure: QueryFailure, timeoutMs: number | null, started: number): QueryFailure {
    const interrupted = failure.code === 'cancelled' || failure.code === 'timeout';
    if (!interrupted || timeoutMs === null || performance.now() - started < timeoutMs) return failure;
    return {
      ...timeout(timeoutMs),
      ...(failure.sqlState === undefined ? {} : { sqlState: failure.sqlState }),
    };
  }

  async describe(sql: string, timeoutMs: number): Promise<readonly Column[] | QueryFailure> {
    const refused = this.#refuse(sql);
    if (refused !== null) return refused;
    try {
      await this.#prepareSession(timeoutMs);
      this.#fresh = false;
      // Preparing checks names and types and runs nothing. The columns are there, though mysql2's types lack them.
      const fields = await this.#guarded<readonly MysqlField[] | null>((resolve, reject) =>
        this.#connection.prepare(sql, (error, statement) => {
          if (error !== null) return reject(error);
          const { columns, parameters } = statement as unknown as {
            readonly columns: readonly MysqlField[];
            readonly parameters: readonly unknown[];
          };
          this.#connection.unprepare(sql);
          resolve(parameters.length > 0 ? null : columns);
        }),
      );
      if (fields === null) return rejected('syntax', 'The query holds a ? that stands for nothing.');
      return fields.length === 0 ? notAQuery() : fields.map(mysqlColumn);
    } catch (error) {
      return this.#failure(error);
    }
  }

  #refuse(sql: string): QueryFailure | null {
    return isReadOtherwise(sql, this.#parts.sqlMode) ? readOtherwise() : refuseMysqlText(sql);
  }

  async reset(): Promise<void> {
    this.#session = null;
    const reset = (): Promise<void> =>
      this.#guarded<void>((resolve, reject) =>
        (this.#connection as unknown as { reset(done: (error: Error | null) => void): void }).reset(
          (error) => (error === null ? resolve() : reject(error)),
        ),
      );
    try {
      await reset();
    } catch (error) {
      // A KILL QUERY that came when its query was over meets the next command.
      if (asMysqlError(error).errno !== 1317) throw error;
      await reset();
    }
    this.#fresh = true;
  }

  ping(): Promise<void> {
    return this.#guarded((resolve, reject) =>
      this.#connection.ping((error) => (error === null ? resolve() : reject(error))),
    );
  }

  async catalog(): Promise<Catalog> {
    await this.#prepareSession(null);
    return mysqlCatalog(this.ask, this.#parts.isMariadb);
  }

  async storedQueries(): Promise<readonly StoredQuery[]> {
    await this.#prepareSession(null);
    return mysqlStoredQueries(this.ask);
  }

  async info(): Promise<PlatformInfo> {
    return this.#parts.info;
  }

  async examine(): Promise<PlatformExamination> {
    return examineMysql(this.#parts);
  }

  async close(): Promise<void> {
    if (!this.usable) return this.destroy();
    this.usable = false;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, goodbyeMs);
      this.#connection.end(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    this.destroy();
  }

  destroy(): void {
    this.usable = false;
    this.#connection.destroy();
    // Its own destroy() only says goodbye, which a server that hangs never answers.
    (this.#connection as unknown as { readonly stream: { destroy(): void } }).stream.destroy();
    this.#lost(new Error('The connection was dropped'));
  }

  readonly ask: Ask = (sql) => {
    this.#fresh = false;
    return this.#guarded((resolve, reject) => askOn(this.#connection, sql).then(resolve, reject));
  };

  async #prepareSession(timeoutMs: number | null): Promise<void> {
    if (!this.#fresh) await this.reset();
    const { isMariadb, timestamp } = this.#parts;
    const statement = sessionStatement({ isMariadb, timeoutMs, timestamp });
    if (this.#session === statement) return;
    await this.ask(statement);
    this.#session = statement;
    this.#fresh = true;
  }

  /** Whether the server stopped a statement since the session was reset; a busy caller may only have read it late. */
  async #wasTimedOut(): Promise<boolean> {
    const name = this.#parts.isMariadb ? 'Max_statement_time_exceeded' : 'Max_execution_time_exceeded';
    const [row] = await this.ask(`SHOW SESSION STATUS LIKE '${name}'`);
    return row === undefined || row[1] !== '0';
  }

  async #warnings() {
    const rows = await this.ask('SHOW WARNINGS');
    return rows.map(([level, number, message]) => ({
      level: level!,
      number: Number(number),
      message: message!,
    }));
  }

  /** The columns, with the rows pushed to the sink up to its caps. */
  async #stream(
    sql: string,
    sink: RowSink,
    maxBytes: number,
  ): Promise<{ readonly columns: readonly Column[] } | QueryFailure> {
    this.#fresh = false;
    const destination = { sink, maxBytes, stop: this.#parts.stop, drop: () => this.destroy() };
    try {
      const columns = await this.#guarded<readonly Column[] | null>((resolve, reject) =>
        streamRows(this.#connection, sql, destination, resolve, reject),
      );
      return columns === null ? notAQuery() : { columns };
    } catch (error) {
      return this.#failure(error);
    }
  }

  #notes(sql: string): readonly string[] {
    if (this.#parts.timestamp === null) return [];
    const tokens = spelledTokens(sql, 'mysql');
    const called = tokens.some(({ value }, at) => value === 'sysdate' && tokens[at + 1]?.value === '(');
    return called ? ['clock_not_pinned'] : [];
  }

  #failure(error: unknown): QueryFailure {
    const failure = mysqlFailure(error);
    if (failure.code === 'connection') this.usable = false;
    return failure;
  }

  /** Work that also ends when the connection is lost, of which mysql2 tells not every command. */
  #guarded<T>(work: (resolve: (value: T) => void, reject: (error: unknown) => void) => void): Promise<T> {
    if (!this.usable) return Promise.reject(new Error('The connection is closed'));
    return new Promise<T>((resolve, reject) => {
      this.#lost = reject;
      work(resolve, reject);
    });
  }
}

function timeout(timeoutMs: number): QueryFailure {
  return {
    kind: 'error',
    code: 'timeout',
    fault: 'query',
    message: `The query was stopped after its ${timeoutMs / 1000} s.`,
  };
}

function cancelled(): QueryFailure {
  return { kind: 'error', code: 'cancelled', fault: 'infrastructure', message: 'The query was interrupted.' };
}

function notAQuery(): QueryFailure {
  return rejected('refused', 'Only queries are run; this statement returns no rows.');
}

function readOtherwise(): QueryFailure {
  return rejected(
    'refused',
    "Under the server's sql_mode this text means something else than the guard read in it.",
  );
}

function rejected(code: QueryFailure['code'], message: string): QueryFailure {
  return { kind: 'error', code, fault: 'query', message };
}
