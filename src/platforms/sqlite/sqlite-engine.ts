import type { Cell, Column } from '../../types/index.js';
import { doubleCell, intCell } from '../../values/index.js';
import type { Engine } from '../embedded/child/engine.js';
import type { QueryControl } from '../embedded/child/query-control.js';
import type { RowSink } from '../embedded/child/row-sink.js';
import type { ExecuteReply, QueryFailure } from '../embedded/protocol.js';
import { prepareWithDoubleQuotedStrings } from './double-quoted-strings.js';
import { exactTextReader } from './exact-text.js';
import { sqliteCatalog } from './sqlite-catalog.js';
import type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-driver.js';
import { sqliteFailure } from './sqlite-failure.js';
import { refuseSqliteText } from './sqlite-refusals.js';
import { sqliteStoredQueries } from './sqlite-stored-queries.js';

/** Queries on one SQLite database, whichever driver has it open. */
export function sqliteEngine(
  database: SqliteDatabase,
  paths: readonly string[],
  /** Whether `dialectNotes` are wanted. */
  notes = true,
): Engine {
  const prepare = (sql: string) =>
    prepareWithDoubleQuotedStrings(
      sql,
      (text): SqliteStatement => database.prepare(text),
      database.acceptsDoubleQuotedStrings,
      notes,
    );
  return {
    info: { engine: `sqlite (${database.driver})`, version: database.version },
    async execute(sql, sink, control) {
      const refused = refuseSqliteText(sql);
      if (refused !== null) return refused;
      try {
        const { statement, usedDoubleQuotedStrings } = prepare(sql);
        try {
          const failed = await read(database, sql, statement, sink, control);
          if (failed !== null) return failed;
          return {
            kind: 'success',
            columns: columnsOf(statement),
            truncated: sink.truncated,
            dialectNotes: usedDoubleQuotedStrings ? ['dqs'] : [],
          } satisfies ExecuteReply;
        } finally {
          statement.free();
        }
      } catch (error) {
        return sqliteFailure(error, paths);
      }
    },
    async describe(sql) {
      const refused = refuseSqliteText(sql);
      if (refused !== null) return refused;
      try {
        const { statement } = prepare(sql);
        const columns = columnsOf(statement);
        statement.free();
        return columns;
      } catch (error) {
        return sqliteFailure(error, paths);
      }
    },
    async catalog() {
      return sqliteCatalog(database);
    },
    async storedQueries() {
      return sqliteStoredQueries(database);
    },
    async close() {
      database.close();
    },
  };
}

async function read(
  database: SqliteDatabase,
  sql: string,
  statement: SqliteStatement,
  sink: RowSink,
  control: QueryControl,
): Promise<QueryFailure | null> {
  const exact = exactTextReader(database, sql, statement);
  let index = 0;
  try {
    for (const values of statement.rows()) {
      const row = values.map((value, column) => cellOf(value, () => exact.read(values, index, column)));
      index++;
      const pushed = sink.push(row);
      if (pushed === 'full') break;
      if (pushed === 'flush') await control.pausedWhile(() => sink.flush());
      if ((index & 63) === 0 && control.stopped() !== null) return control.failure();
    }
  } finally {
    exact.free();
  }
  return null;
}

function cellOf(value: SqliteValue, bytes: () => Uint8Array): Cell {
  if (value === null) return null;
  switch (typeof value) {
    case 'string':
      return value.includes('\ufffd') ? textCell(value, bytes()) : value;
    case 'bigint':
      return intCell(value);
    case 'number':
      return doubleCell(value);
    default:
      return { k: 'blob', v: value };
  }
}

/** A replacement character may be the text's own; only its bytes tell. */
function textCell(value: string, bytes: Uint8Array): Cell {
  return Buffer.from(value, 'utf8').equals(bytes) ? value : { k: 'text', v: value, raw: bytes };
}

/** SQLite types each value by itself, whatever its column was declared as. */
function columnsOf(statement: SqliteStatement): Column[] {
  return statement.columns.map(({ name, type }) => ({ name, engineType: type, kind: 'mixed' }));
}
