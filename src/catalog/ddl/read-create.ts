import { DdlReader, type TablePath } from './ddl-reader.js';
import { type DraftTable, emptyDraft, settle } from './draft-table.js';
import { readColumn } from './read-column.js';
import {
  comparesAsColumns,
  isConstraint,
  readEnforcement,
  readKeyColumns,
  readTableConstraint,
} from './read-constraint.js';
import type { SchemaDraft } from './schema-draft.js';
import { readTableOptions } from './table-options.js';

const modifiers = [
  'global',
  'local',
  'temp',
  'temporary',
  'unlogged',
  'transient',
  'volatile',
  'multiset',
  'external',
];

export function createTable(reader: DdlReader, schema: SchemaDraft): void {
  const replaces = reader.take('or replace');
  while (modifiers.some((word) => reader.take(word)));
  const known = reader.take('table');
  while (!known && !reader.take('table')) reader.skip();
  const unlessThere = reader.take('if not exists');
  const path = reader.path();
  if (unlessThere && schema.has(path)) return;
  if (schema.has(path) && !replaces) {
    schema.leaveOut(path, 'it is created twice');
    return;
  }
  schema.remove(path);
  schema.reading(path, () => {
    if (!known) reader.fail('it is not an ordinary table');
    const parents = inheritedFrom(reader);
    for (const parent of parents)
      schema.leaveOut(parent, 'other tables inherit from it, and its keys do not hold for their rows');
    if (parents.length > 0) reader.fail('it inherits from another table');
    schema.add(readTable(reader, path));
  });
}

function readTable(reader: DdlReader, path: TablePath): DraftTable {
  const draft = emptyDraft(path, 'table');
  if (reader.peek() !== '(') reader.fail('its columns are not listed');
  const body = reader.group();
  do {
    if (!isConstraint(body)) draft.columns.push(readColumn(body, draft));
    else
      do readTableConstraint(body, draft);
      while (body.declarations.freeTypes && isConstraint(body));
  } while (body.take(','));
  body.end();
  readTableOptions(reader, draft);
  settle(draft, reader);
  return draft;
}

function inheritedFrom(reader: DdlReader): TablePath[] {
  const at = reader.tokens.findIndex(({ kind, value }) => kind === 'word' && value === 'inherits');
  if (at === -1) return [];
  const rest = new DdlReader(reader.sql, reader.tokens.slice(at + 1), reader.dialect.name);
  const list = rest.group();
  const parents = [list.path()];
  while (list.take(',')) parents.push(list.path());
  return parents;
}

export function createView(reader: DdlReader, schema: SchemaDraft): void {
  const words: string[] = [];
  while (!reader.take('view')) words.push(reader.skip().value);
  const unlessThere = reader.take('if not exists');
  const path = reader.path();
  if (unlessThere && schema.has(path)) return;
  if (schema.has(path) && !words.includes('replace')) {
    schema.leaveOut(path, 'it is created twice');
    return;
  }
  schema.remove(path);
  schema.reading(path, () => {
    if (words.includes('materialized'))
      reader.fail('a materialized view holds what it held when it was last refreshed');
    if (words.includes('recursive')) reader.fail('a recursive view is not read');
    const draft = emptyDraft(path, 'view');
    if (reader.peek() === '(') {
      const list = reader.group();
      do {
        draft.columns.push({ name: list.name(), type: '', notNull: false });
        if (list.take('comment')) list.skip();
      } while (list.take(','));
      list.end();
    }
    if (reader.take('comment')) reader.skip();
    if (reader.take('with')) reader.group();
    reader.expect('as');
    draft.definition = definition(reader);
    settle(draft, reader);
    schema.add(draft);
  });
}

/** The rest of the statement, as written, but for what guards writes through the view. */
function definition(reader: DdlReader): string {
  const { tokens, sql, position } = reader;
  const last = tokens.slice(-4).map(({ value }) => value);
  const guard =
    last.slice(-3).join(' ') === 'with check option'
      ? 3
      : /^with (?:cascaded|local) check option$/.test(last.join(' '))
        ? 4
        : 0;
  const first = tokens[position];
  const end = tokens[tokens.length - 1 - guard];
  if (first === undefined || end === undefined || end.start < first.start)
    return reader.fail('its query is missing');
  return sql.slice(first.start, end.end);
}

/** A unique index over plain columns and all rows is a key; other indexes are only kept in mind to be dropped. */
export function createIndex(reader: DdlReader, schema: SchemaDraft): void {
  reader.take('or replace');
  const unique = reader.take('unique');
  while (!reader.take('index')) reader.skip();
  reader.take('concurrently');
  const unlessThere = reader.take('if not exists');
  const name = reader.peek() === 'on' ? null : reader.path().name;
  if (reader.take('using')) reader.name();
  reader.expect('on');
  reader.take('only');
  const path = reader.path();
  schema.changing(path, (draft) => {
    if (unlessThere && name !== null && schema.hasIndex(name, path)) return;
    if (reader.take('using')) reader.name();
    const key = unique ? readKeyColumns(reader) : null;
    const whole = key !== null && readEnforcement(reader) && reader.next === undefined;
    const isKey = whole && comparesAsColumns(key, draft, reader) && schema.hasColumns(draft, key.columns);
    const entry = isKey ? { name: null, columns: key.columns } : null;
    if (entry !== null) draft.unique.push(entry);
    schema.addIndex({ name, path, key: entry });
  });
}
