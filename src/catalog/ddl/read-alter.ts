import type { DdlReader } from './ddl-reader.js';
import { type DraftColumn, type DraftTable, settle } from './draft-table.js';
import { readColumn, readGenerated } from './read-column.js';
import { isConstraint, readTableConstraint } from './read-constraint.js';
import { readDefault } from './read-default.js';
import { readType } from './read-type.js';
import type { SchemaDraft } from './schema-draft.js';

/** Actions that say nothing of columns and keys. */
const harmless =
  /^(?:owner|cluster|replica|validate|enable (?:keys|trigger)|disable (?:keys|trigger)|auto_increment|comment|engine = innodb|row_format|set without|set tablespace|order by)\b|^set \(/;

export function alterTable(reader: DdlReader, schema: SchemaDraft): void {
  reader.take('ignore');
  reader.expect('table');
  const ifThere = reader.take('if exists');
  reader.take('only');
  const path = reader.path();
  reader.take('*');
  // Sequences and the like have owners too.
  if ((ifThere || reader.peek() === 'owner') && !schema.has(path)) return;
  if (reader.take('rename to') || reader.take('rename as')) {
    const to = reader.path();
    schema.rename(
      path,
      path.schema === undefined || to.schema !== undefined ? to : { schema: path.schema, name: to.name },
    );
    return;
  }
  if (reader.peek() === 'inherit') {
    reader.skip();
    schema.leaveOut(reader.path(), 'other tables inherit from it, and its keys do not hold for their rows');
  }
  if (reader.take('attach partition')) {
    schema.leaveOut(reader.path(), 'its rows are those of the table it is a part of');
    return;
  }
  schema.changing(path, (draft) => {
    do readAction(reader, draft);
    while (reader.take(','));
    reader.end();
    settle(draft, reader);
  });
}

function readAction(reader: DdlReader, draft: DraftTable): void {
  const start = `${reader.peek()} ${reader.peek(1)} ${reader.peek(2)}`;
  if (harmless.test(start)) passOver(reader);
  else if (reader.take('add')) readAddition(reader, draft);
  else if (reader.take('modify')) {
    reader.take('column');
    modifyColumn(reader, draft);
  } else if (reader.take('alter')) {
    reader.take('column');
    alterColumn(reader, columnOf(reader, draft));
  } else if (reader.take('drop')) readDrop(reader, draft);
  else reader.fail(`ALTER TABLE .. ${start.trim().toUpperCase()} is not understood`);
}

function readAddition(reader: DdlReader, draft: DraftTable): void {
  if (isConstraint(reader)) {
    readTableConstraint(reader, draft);
    return;
  }
  reader.take('column');
  // A column that is there already is found to have its name twice.
  reader.take('if not exists');
  draft.columns.push(readColumn(reader, draft));
}

/** A column is declared anew: what it was before is gone, but for its keys. */
function modifyColumn(reader: DdlReader, draft: DraftTable): void {
  const changed = readColumn(reader, draft);
  const at = draft.columns.findIndex(({ name }) => reader.fold(name) === reader.fold(changed.name));
  if (at === -1) reader.fail(`it has no column "${changed.name}"`);
  draft.columns[at] = { ...changed, name: draft.columns[at]!.name };
}

function alterColumn(reader: DdlReader, column: DraftColumn): void {
  if (reader.take('set not null')) column.notNull = true;
  else if (reader.take('drop not null')) column.notNull = false;
  else if (reader.take('set default')) readDefault(reader);
  else if (reader.take('set statistics') || reader.take('set storage')) reader.skip();
  else if (reader.take('set data type') || reader.take('type')) {
    column.type = readType(reader);
    delete column.collation;
    if (reader.next !== undefined && reader.peek() !== ',') reader.fail('a change of type is not understood');
  } else if (!reader.take('drop default') && !(reader.take('add') && readGenerated(reader, column)))
    reader.fail(`what changes about column "${column.name}" is not understood`);
}

function readDrop(reader: DdlReader, draft: DraftTable): void {
  if (['constraint', 'foreign key', 'index', 'key'].some((words) => reader.take(words))) {
    const ifThere = reader.take('if exists');
    const name = reader.fold(reader.name());
    if (!reader.take('cascade')) reader.take('restrict');
    const stays = (one: { readonly name: string | null }): boolean =>
      one.name === null || reader.fold(one.name) !== name;
    const before = constraintCount(draft);
    draft.unique = draft.unique.filter(stays);
    draft.foreignKeys = draft.foreignKeys.filter(stays);
    draft.checks = draft.checks.filter(stays);
    if (draft.primaryKey !== null && !stays(draft.primaryKey)) draft.primaryKey = null;
    if (constraintCount(draft) === before && !ifThere)
      reader.fail('a constraint is dropped that is not known by its name');
    if (constraintCount(draft) === before) reader.fail('a constraint is dropped that may be there');
    return;
  }
  if (!reader.take('column')) reader.fail('what is dropped is not understood');
  const column = columnOf(reader, draft);
  if (!reader.take('cascade')) reader.take('restrict');
  const texts = [
    ...draft.checks.map(({ text }) => text),
    ...draft.columns.map(({ generated }) => generated ?? ''),
  ];
  if (texts.some((text) => text.toLowerCase().includes(column.name.toLowerCase())))
    reader.fail('a column is dropped that an expression may use');
  draft.columns = draft.columns.filter((one) => one !== column);
}

function constraintCount(draft: DraftTable): number {
  return (
    draft.unique.length + draft.foreignKeys.length + draft.checks.length + (draft.primaryKey === null ? 0 : 1)
  );
}

function columnOf(reader: DdlReader, draft: DraftTable): DraftColumn {
  const name = reader.name();
  const found = draft.columns.find((column) => reader.fold(column.name) === reader.fold(name));
  return found ?? reader.fail(`it has no column "${name}"`);
}

function passOver(reader: DdlReader): void {
  while (reader.next !== undefined && reader.peek() !== ',') {
    if (reader.peek() === '(') reader.group();
    else reader.skip();
  }
}
