import type { Readable } from 'node:stream';
import type { Connection, FieldPacket, QueryError, RowDataPacket } from 'mysql2';
import type { Column } from '../../types/index.js';
import type { RowSink } from '../embedded/child/row-sink.js';
import { mysqlCells } from './mysql-cells.js';
import { type MysqlField, mysqlColumn } from './mysql-column.js';
import { asMysqlError } from './mysql-failure.js';

/** Where rows go, and how more of them are kept away. */
export interface RowDestination {
  readonly sink: RowSink;
  readonly maxBytes: number;
  /** Stops the query on the server, over another connection. */
  readonly stop: () => Promise<void>;
  /** Drops the connection, with all that it would still bring. */
  readonly drop: () => void;
}

/** What one read from the socket may hold beside the rows that count. */
const slackBytes = 1_000_000;
const rawBytes = (field: { buffer(): Buffer | null }): Buffer | null => field.buffer();

/**
 * Runs a query and pushes its rows to the sink, up to its caps. Ends when the server has nothing more to send, or the
 * connection was dropped.
 *
 * @param done gets the columns; null for a statement that returns no rows
 * @param failed gets an error of the server's. Of a connection that is lost it hears nothing
 */
export function streamRows(
  connection: Connection,
  sql: string,
  { sink, maxBytes, stop, drop }: RowDestination,
  done: (columns: readonly Column[] | null) => void,
  failed: (error: Error) => void,
): void {
  const query = connection.query<RowDataPacket[]>({ sql, rowsAsArray: true, typeCast: rawBytes as never });
  const socket = (connection as unknown as { readonly stream: Readable }).stream;
  let columns: readonly Column[] | null = null;
  let readers: ReturnType<typeof mysqlCells>[] = [];
  let full = false;
  let failure: Error | null = null;
  let pendingBytes = 0;

  const end = (): void => {
    socket.off('data', watch);
    if (failure === null) done(columns);
    else failed(failure);
  };
  const giveUp = (): void => {
    end();
    drop();
  };
  // The driver collects a value until it is whole; one far beyond the cap is not waited for.
  const watch = (chunk: Buffer): void => {
    pendingBytes += chunk.length;
    if (full || pendingBytes <= maxBytes + slackBytes) return;
    full = true;
    sink.truncated = 'bytes';
    giveUp();
  };
  socket.on('data', watch);

  query.on('fields', (sent: FieldPacket[] | undefined) => {
    if (sent === undefined) return;
    const fields = sent as unknown as readonly MysqlField[];
    columns = fields.map(mysqlColumn);
    readers = columns.map((column, at) => mysqlCells(column, fields[at]!));
  });
  query.on('result', (row: unknown) => {
    pendingBytes = 0;
    if (full || columns === null || failure !== null) return;
    try {
      const values = row as readonly (Buffer | null)[];
      const cells = values.map((value, at) => (value === null ? null : readers[at]!(value)));
      full = sink.push(cells) === 'full';
    } catch (error) {
      failure = asMysqlError(error);
    }
    if (!full && failure === null) return;
    // Nothing more is read before the server was told to stop. If it cannot be told, it finds that nobody listens.
    connection.pause();
    stop().then(() => connection.resume(), giveUp);
  });
  query.on('error', (error: QueryError) => {
    // Our own KILL ends a query whose caps are full.
    if (!full) failure ??= error;
  });
  query.on('end', end);
}
