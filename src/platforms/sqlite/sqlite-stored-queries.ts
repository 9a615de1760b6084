import type { StoredQuery } from '../../types/index.js';
import type { SqliteDatabase } from './sqlite-driver.js';

/** The views of a SQLite database; it has no macros. */
export function sqliteStoredQueries(database: SqliteDatabase): readonly StoredQuery[] {
  const views = database.trusted("select name, sql from sqlite_master where type = 'view'");
  return views.map(([name, sql]) => ({ kind: 'view', name: String(name), definition: String(sql ?? '') }));
}
