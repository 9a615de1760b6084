import type { Client, FieldDef } from 'pg';
import type {
  Catalog,
  Column,
  ExecutionLimits,
  PlatformExamination,
  PlatformInfo,
  Row,
  StoredQuery,
} from '../../types/index.js';
import { RowSink } from '../embedded/child/row-sink.js';
import type { QueryFailure } from '../embedded/protocol.js';
import type { ServerConnection, ServerOutcome } from '../server/server-engine.js';
import { DescribeStatement } from './describe-statement.js';
import { FloodGate } from './flood-gate.js';
import { loadPg, type TextCursor, type TextRow, textOnly } from './pg-driver.js';
import { postgresCatalog } from './postgres-catalog.js';
import { postgresCells } from './postgres-cells.js';
import { postgresColumn } from './postgres-columns.js';
import { examinePostgres } from './postgres-examination.js';
import { postgresFailure } from './postgres-failure.js';
import type { PostgresUser } from './postgres-privileges.js';
import { refusePostgresText } from './postgres-refusals.js';
import { postgresStoredQueries } from './postgres-stored-queries.js';
import type { PostgresTypes } from './postgres-types.js';

/** The types of a server: those that were there when it was first connected to, and a look at those there are now. */
export interface TypeSource {
  known(): PostgresTypes;
  refresh(): Promise<PostgresTypes>;
}

const mostRows = 2000;
const fewestRows = 64;
/** About how many bytes are asked for at once. */
const batchBytes = 4_000_000;
const questionTimeoutMs = 30_000;

/** What `DISCARD ALL` stands for; that itself may not stand beside other statements, which would be a journey more. */
const putBack = [
  'ROLLBACK',
  'CLOSE ALL',
  'SET SESSION AUTHORIZATION DEFAULT',
  'RESET ALL',
  'DEALLOCATE ALL',
  'UNLISTEN *',
  'SELECT pg_advisory_unlock_all()',
  'DISCARD PLANS',
  'DISCARD TEMP',
  'DISCARD SEQUENCES',
].join('; ');

function begin(timeoutMs: number | null): string {
  return [
    'BEGIN READ ONLY',
    `SET LOCAL statement_timeout = ${timeoutMs === null ? 0 : Math.max(1, Math.ceil(timeoutMs))}`,
    "SET LOCAL timezone = 'UTC'",
    'SET LOCAL datestyle = ISO',
    'SET LOCAL intervalstyle = postgres',
    'SET LOCAL bytea_output = hex',
    'SET LOCAL extra_float_digits = 1',
    'SET LOCAL standard_conforming_strings = on',
    'SET LOCAL client_min_messages = error',
  ].join('; ');
}

/** One session of a PostgreSQL server. */
export class PostgresConnection implements ServerConnection {
  readonly id: string;
  readonly #gate: FloodGate;
  #destroyed = false;

  constructor(
    private readonly client: Client,
    private readonly user: PostgresUser,
    private readonly types: TypeSource,
    private readonly isWhole: () => boolean,
  ) {
    this.id = user.processId;
    this.#gate = new FloodGate(client, () => this.destroy());
  }

  get usable(): boolean {
    return !this.#destroyed && this.isWhole();
  }

  async execute(sql: string, limits: Omit<ExecutionLimits, 'signal'>): Promise<ServerOutcome> {
    const refused = refusePostgresText(sql);
    if (refused !== null) return refused;
    try {
      await this.client.query(begin(limits.timeoutMs));
      return await this.#read(sql, limits);
    } catch (error) {
      return postgresFailure(error);
    }
  }

  async describe(sql: string, timeoutMs: number): Promise<readonly Column[] | QueryFailure> {
    const refused = refusePostgresText(sql);
    if (refused !== null) return refused;
    try {
      await this.client.query(begin(timeoutMs));
      const { fields } = this.client.query(new DescribeStatement(sql));
      const described = await fields;
      return this.#columns(described, await this.#typesOf(described));
    } catch (error) {
      return postgresFailure(error);
    }
  }

  async reset(): Promise<void> {
    await this.client.query(putBack);
  }

  async ping(): Promise<void> {
    await this.client.query('SELECT 1');
  }

  catalog(): Promise<Catalog> {
    return this.#asking(postgresCatalog);
  }

  storedQueries(): Promise<readonly StoredQuery[]> {
    return this.#asking(postgresStoredQueries);
  }

  async info(): Promise<PlatformInfo> {
    return this.#asking(async (ask) => {
      const [row] = await ask("select current_setting('server_version')");
      return { engine: 'postgres (pg)', version: String(row?.[0]).split(' ')[0]! };
    });
  }

  async examine(): Promise<PlatformExamination> {
    const info = await this.info();
    return this.#asking((ask) => examinePostgres(ask, info, this.user));
  }

  async close(): Promise<void> {
    await this.client.end().catch(() => {});
    this.#destroyed = true;
  }

  destroy(): void {
    this.#destroyed = true;
    this.#gate.stream.destroy();
  }

  async #read(sql: string, limits: Omit<ExecutionLimits, 'signal'>): Promise<ServerOutcome> {
    const { Cursor } = loadPg();
    const cursor: TextCursor = this.client.query(
      new Cursor(sql, undefined, { rowMode: 'array', types: textOnly }),
    );
    const rows: Row[] = [];
    const sink = new RowSink(limits.maxRows, limits.maxBytes, async (batch) => {
      for (const row of batch) rows.push(row);
    });
    let toRow: ((texts: TextRow) => Row) | null = null;
    let count = Math.min(fewestRows, limits.maxRows + 1);
    let left = limits.maxRows + 1;
    let truncated: 'rows' | 'bytes' | null = null;
    for (;;) {
      this.#gate.open(limits.maxBytes);
      let batch: TextRow[];
      try {
        batch = await cursor.read(count);
      } catch (error) {
        if (!this.#gate.flooded) throw error;
        truncated = 'bytes';
        break;
      } finally {
        this.#gate.shut();
      }
      toRow ??= this.#rowReader(cursor._result.fields);
      const full = await takeRows(batch, toRow, sink);
      left -= batch.length;
      if (full || batch.length < count || left <= 0) {
        if (full || batch.length === count) await cursor.close();
        break;
      }
      count = Math.min(
        left,
        mostRows,
        Math.max(1, Math.floor((batchBytes * count) / Math.max(1, this.#gate.bytes))),
      );
    }
    await sink.flush();
    const { fields } = cursor._result;
    const types = this.usable ? await this.#typesOf(fields) : this.types.known();
    return {
      kind: 'success',
      columns: this.#columns(fields, types),
      rows,
      truncated: truncated ?? sink.truncated,
      dialectNotes: [],
    };
  }

  #rowReader(fields: readonly FieldDef[]): (texts: TextRow) => Row {
    const readers = fields.map((field) =>
      postgresCells(field.dataTypeID, field.dataTypeModifier, this.types.known()),
    );
    return (texts) => texts.map((text, column) => (text === null ? null : readers[column]!(text)));
  }

  #columns(fields: readonly FieldDef[], types: PostgresTypes): readonly Column[] {
    return fields.map((field) => postgresColumn(field, types));
  }

  /** The known types, looked up again when a column has one that is not among them. */
  async #typesOf(fields: readonly FieldDef[]): Promise<PostgresTypes> {
    const known = this.types.known();
    return fields.every(({ dataTypeID }) => known.has(dataTypeID)) ? known : this.types.refresh();
  }

  async #asking<T>(question: (ask: (sql: string) => Promise<TextRow[]>) => Promise<T>): Promise<T> {
    await this.client.query(begin(questionTimeoutMs));
    return question(async (text) => {
      const { rows } = await this.client.query<(string | null)[]>({
        text,
        rowMode: 'array',
        types: textOnly,
      });
      return rows;
    });
  }
}

async function takeRows(
  batch: readonly TextRow[],
  toRow: (texts: TextRow) => Row,
  sink: RowSink,
): Promise<boolean> {
  for (const texts of batch) {
    const pushed = sink.push(toRow(texts));
    if (pushed === 'full') return true;
    if (pushed === 'flush') await sink.flush();
  }
  return false;
}
