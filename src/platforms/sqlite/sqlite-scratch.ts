import type { Engine, ScratchEngine } from '../embedded/child/engine.js';
import type { OpenSqlite, SqliteDatabase } from './sqlite-driver.js';
import { sqliteEngine } from './sqlite-engine.js';
import { sqliteFailure } from './sqlite-failure.js';

/**
 * Scratch databases in memory. Where a setup is tables and then rows, the tables are kept for the next setup with the same
 * ones, and the rows are there in a transaction that is rolled back: making tables takes longer than all the rest.
 */
export function sqliteScratch(open: OpenSqlite): ScratchEngine {
  let kept: { readonly tables: string; readonly database: SqliteDatabase } | null = null;

  const drop = (): void => {
    const gone = kept;
    kept = null;
    gone?.database.close();
  };

  /** The rows in the tables; throws SQLite's error, and leaves the tables empty then. */
  const fill = (tables: string, rows: string): SqliteDatabase => {
    if (kept?.tables !== tables) {
      drop();
      kept = { tables, database: open({ kind: 'memory', setup: [tables] }) };
    }
    const { database } = kept;
    try {
      database.script(`BEGIN;\n${rows}`);
      return database;
    } catch (error) {
      drop();
      throw error;
    }
  };

  const filled = (tables: string, rows: string): Engine => {
    let engine = sqliteEngine(fill(tables, rows), [], false);
    let hasFailed = false;
    return {
      ...engine,
      async execute(sql, sink, control) {
        // An error may have ended the transaction and taken the rows along.
        if (hasFailed) {
          drop();
          engine = sqliteEngine(fill(tables, rows), [], false);
          hasFailed = false;
        }
        const reply = await engine.execute(sql, sink, control);
        hasFailed = reply.kind === 'error';
        return reply;
      },
      async close() {
        if (hasFailed) drop();
        else kept?.database.script('ROLLBACK');
      },
    };
  };

  return {
    async make(setup) {
      const [tables, rows, ...others] = setup;
      try {
        return rows === undefined || others.length > 0
          ? sqliteEngine(open({ kind: 'memory', setup }), [], false)
          : filled(tables!, rows);
      } catch (error) {
        return sqliteFailure(error, []).message;
      }
    },
    async close() {
      drop();
    },
  };
}
