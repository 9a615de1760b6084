import type { Connection } from 'mysql2';

/** The texts of a row, as the server sends them. */
export type TextRow = readonly (string | null)[];

/** Asks a question of our own and returns its rows. */
export type Ask = (sql: string) => Promise<readonly TextRow[]>;

/** Runs a statement of our own on a connection, every value as text. */
export function askOn(connection: Connection, sql: string): Promise<readonly TextRow[]> {
  return new Promise((resolve, reject) => {
    const typeCast = (field: { buffer(): Buffer | null }): string | null =>
      field.buffer()?.toString('utf8') ?? null;
    connection.query({ sql, rowsAsArray: true, typeCast: typeCast as never }, (error, rows) => {
      if (error !== null) reject(error);
      else resolve(Array.isArray(rows) ? (rows as unknown as TextRow[]) : []);
    });
  });
}
