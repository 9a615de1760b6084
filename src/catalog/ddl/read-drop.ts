import type { DdlReader, TablePath } from './ddl-reader.js';
import type { SchemaDraft } from './schema-draft.js';

/** DROP of a table, a view or an index; of anything else nothing here depends. */
export function dropObjects(reader: DdlReader, object: string | null, schema: SchemaDraft): void {
  if (object !== 'table' && object !== 'view' && object !== 'index') return;
  while (!reader.take(object)) reader.skip();
  reader.take('concurrently');
  reader.take('if exists');
  const paths = [reader.path()];
  while (reader.take(',')) paths.push(reader.path());
  if (object === 'index') {
    const owner = reader.take('on') ? reader.path() : null;
    for (const { name } of paths) dropIndex(name, owner, schema);
    return;
  }
  const cascades = reader.take('cascade');
  for (const path of paths) schema.remove(path, cascades);
}

function dropIndex(name: string, owner: TablePath | null, schema: SchemaDraft): void {
  // Where the table is named, the index may be one of its constraints.
  if (!schema.dropIndex(name, owner) && owner !== null && schema.has(owner))
    schema.leaveOut(owner, `an index "${name}" is dropped that is not known`);
}

export function renameTables(reader: DdlReader, schema: SchemaDraft): void {
  do {
    const from = reader.path();
    reader.expect('to');
    schema.rename(from, reader.path());
  } while (reader.take(','));
  reader.end();
}
