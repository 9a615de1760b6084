import type { SqliteDriverName } from '../embedded/protocol.js';

/** A value as every driver gives it: integers as bigint or safe number with `isInteger`, see `SqliteValue`. */
export type SqliteValue = null | bigint | number | string | Uint8Array;

export interface SqliteColumn {
  readonly name: string;
  /** The declared type; empty for expressions and where the driver does not tell. */
  readonly type: string;
}

/** A prepared read-only query. Integers are bigint, reals are number. */
export interface SqliteStatement {
  readonly columns: readonly SqliteColumn[];
  rows(): Iterable<readonly SqliteValue[]>;
  /**
   * The bytes of a text value of the row just read, where the driver can tell; the text itself has already lost them
   * when they are not valid UTF-8.
   */
  readonly textBytes?: (column: number) => Uint8Array;
  free(): void;
}

/** What is open: one database, read-only. */
export interface SqliteDatabase {
  readonly driver: SqliteDriverName;
  readonly version: string;
  /** Whether this build takes a double-quoted name that is no column for a string. */
  readonly acceptsDoubleQuotedStrings: boolean;
  /** Prepares one query of the model's; throws when SQLite rejects it or it is not read-only. */
  prepare(sql: string): SqliteStatement;
  /** Runs trusted SQL of our own and returns its rows. */
  trusted(sql: string): readonly (readonly SqliteValue[])[];
  /** Runs trusted statements of our own, also such that write; for databases in memory only. */
  script(sql: string): void;
  /** Puts a function of ours in the place of SQLite's own, for any number of arguments. */
  defineFunction(name: string, work: (values: readonly SqliteValue[]) => SqliteValue): void;
  close(): void;
}

/** How a database file has to be opened so that reading it writes nothing beside it. */
export interface SqliteFile {
  readonly path: string;
  /** The file says it uses a write-ahead log, but there is none with anything in it. */
  readonly idleWal: boolean;
  readonly liveWal: boolean;
  readonly bytes: number;
}

/** What a database is made from. */
export type SqliteSource =
  | { readonly kind: 'file'; readonly file: SqliteFile }
  | { readonly kind: 'memory'; readonly setup: readonly string[] };

/** Thrown by a driver for a statement that SQLite would run but that is no read-only query. */
export class NotReadOnly extends Error {}

export type OpenSqlite = (source: SqliteSource) => SqliteDatabase;
