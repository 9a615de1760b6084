import { dialectOf } from '../dialects/index.js';
import type { Catalog } from '../types/index.js';
import { Unread } from './ddl/ddl-invalid.js';
import { DdlReader } from './ddl/ddl-reader.js';
import { alterTable } from './ddl/read-alter.js';
import { createIndex, createTable, createView } from './ddl/read-create.js';
import { dropObjects, renameTables } from './ddl/read-drop.js';
import { SchemaDraft } from './ddl/schema-draft.js';
import { objectOf, splitStatements } from './ddl/split-statements.js';
import { visibleText } from './ddl/visible-text.js';

/** What is not in the catalogue although the text may declare it. */
export interface SkippedDdl {
  readonly line: number;
  readonly why: string;
}

export interface DdlCatalog {
  readonly catalog: Catalog;
  readonly skipped: readonly SkippedDdl[];
}

/** Statements that declare no table. */
const passedOver =
  /^(?:insert|update|delete|replace|merge|truncate|select|with|values|from|explain|set|reset|show|pragma|begin|start|commit|end|rollback|savepoint|release|grant|revoke|analyze|vacuum|reindex|optimize|comment|use|copy|load|import|export|install|lock|unlock|attach|detach|checkpoint|call|do|declare|notify|listen|security|flush|describe|refresh)$/;

/**
 * Reads the tables and views that a script creates, as they are after its last statement. Constraints are taken only where
 * they hold: a key that is not enforced is none, and a table of which anything is not understood is left out and listed
 * under `skipped`. Names are as the engine keeps them. A column of SQLite's primary key may hold NULL where SQLite lets it.
 *
 * @throws E_DDL_INVALID where the text is not made of SQL statements
 *
 * @example
 * const { catalog, skipped } = catalogFromDdl('create table t (id integer primary key, name text not null);', 'sqlite');
 */
export function catalogFromDdl(ddl: string, dialect: string): DdlCatalog {
  const sql = visibleText(ddl, dialect);
  const { name } = dialectOf(dialect);
  const skipped: SkippedDdl[] = [];
  let line = 1;
  let counted = 0;
  const report = (why: string): void => {
    skipped.push({ line, why });
  };
  const schema = new SchemaDraft(name, report);
  for (const tokens of splitStatements(sql, name)) {
    const start = tokens[0]!.start;
    line += sql.slice(counted, start).split('\n').length - 1;
    counted = start;
    try {
      readStatement(new DdlReader(sql, tokens, name), schema);
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      report(`this statement is passed over: ${error.message}`);
    }
  }
  return { catalog: schema.catalog(), skipped };
}

function readStatement(reader: DdlReader, schema: SchemaDraft): void {
  const object = objectOf(reader.tokens);
  if (reader.take('create')) {
    if (object === 'table') createTable(reader, schema);
    else if (object === 'view') createView(reader, schema);
    else if (object === 'index') createIndex(reader, schema);
  } else if (reader.take('alter')) {
    if (object === 'table') alterTable(reader, schema);
    else if (object === 'view') {
      while (!reader.take('view')) reader.skip();
      reader.take('if exists');
      const path = reader.path();
      if (schema.has(path) && !reader.take('owner')) schema.leaveOut(path, 'it is altered');
    }
  } else if (reader.take('drop')) {
    dropObjects(reader, object, schema);
  } else if (reader.take('rename table')) {
    renameTables(reader, schema);
  } else if (!passedOver.test(reader.peek()) && reader.peek() !== '(') {
    reader.fail(`a statement that begins with ${reader.peek().toUpperCase() || 'this'} is not known`);
  }
}
