import type { ForeignKey } from '../../types/index.js';
import type { DdlReader } from './ddl-reader.js';
import type { DraftTable } from './draft-table.js';

export interface KeyColumns {
  readonly columns: readonly string[];
  /** Collations that the key sets for some of them. */
  readonly collations: readonly (string | null)[];
}

/** The columns in the parentheses that come next; null when one of them is an expression. */
export function readKeyColumns(reader: DdlReader): KeyColumns | null {
  const list = reader.group();
  const columns: string[] = [];
  const collations: (string | null)[] = [];
  do {
    if (!list.isName()) return null;
    columns.push(list.name());
    if (list.peek() === '(' && !/^\d+$/.test(list.groupText())) return null;
    collations.push(list.take('collate') ? readCollation(list) : null);
    if (!list.take('asc')) list.take('desc');
    if (list.take('nulls') && !list.take('first')) list.expect('last');
  } while (list.take(','));
  return list.next === undefined ? { columns, collations } : null;
}

/** Columns of a key that a table declares; an expression there, or a collation that is not the column's, is not read. */
export function constrainedColumns(reader: DdlReader, draft: DraftTable): readonly string[] {
  const key = readKeyColumns(reader) ?? reader.fail('a key over expressions is not read');
  if (!comparesAsColumns(key, draft, reader)) reader.fail('a key with a collation of its own is not read');
  return key.columns;
}

/**
 * Whether columns that are distinct for the key are distinct for queries too. Texts that some collation takes apart are
 * different texts, which is what counts where a column declares none and texts are compared byte by byte.
 */
export function comparesAsColumns(key: KeyColumns, draft: DraftTable, reader: DdlReader): boolean {
  return key.collations.every((collation, at) => {
    if (collation === null) return true;
    const column = draft.columns.find(({ name }) => reader.fold(name) === reader.fold(key.columns[at]!));
    if (column?.collation === undefined) return reader.declarations.freeTypes;
    return column.collation.toLowerCase() === collation.toLowerCase();
  });
}

export function readCollation(reader: DdlReader): string {
  const names = [reader.name()];
  while (reader.take('.')) names.push(reader.name());
  return names.join('.');
}

/** What follows REFERENCES. */
export function readReferences(reader: DdlReader): ForeignKey['references'] {
  const { schema, name: table } = reader.path();
  const columns: string[] = [];
  if (reader.peek() === '(') {
    const list = reader.group();
    do columns.push(list.name());
    while (list.take(','));
    list.end();
  }
  for (;;) {
    if (reader.take('match')) reader.name();
    else if (reader.take('on delete') || reader.take('on update')) readAction(reader);
    else break;
  }
  return { ...(schema === undefined ? {} : { schema }), table, columns };
}

function readAction(reader: DdlReader): void {
  if (reader.take('set null') || reader.take('set default')) {
    if (reader.peek() === '(') reader.group();
  } else if (!['cascade', 'restrict', 'no action'].some((action) => reader.take(action)))
    reader.fail('an action of a foreign key is not understood');
}

const kept = [
  'not deferrable',
  'deferrable',
  'initially deferred',
  'initially immediate',
  'enforced',
  'no inherit',
  'enable validate',
  'rely',
  'norely',
  'nulls distinct',
  'nulls not distinct',
  'using btree',
  'using hash',
];
const dropped = ['not enforced', 'not valid', 'enable novalidate', 'disable'];

/** What may follow a constraint. False when rows may break it nevertheless. */
export function readEnforcement(reader: DdlReader): boolean {
  let enforced = true;
  for (;;) {
    if (kept.some((words) => reader.take(words))) continue;
    if (dropped.some((words) => reader.take(words))) enforced = false;
    else if (reader.take('on conflict') || reader.take('using index tablespace')) reader.name();
    else if (
      reader.take('include') ||
      (reader.peek() === 'with' && reader.peek(1) === '(' && reader.take('with'))
    )
      reader.group();
    else if (reader.take('comment')) reader.skip();
    else return enforced;
  }
}

/** Whether a constraint of a table, and not a column, comes next. */
export function isConstraint(reader: DdlReader): boolean {
  switch (reader.peek()) {
    case 'constraint':
    case 'primary':
    case 'foreign':
    case 'unique':
    case 'check':
    case 'like':
      return true;
    case 'exclude':
      return reader.peek(1) === '(' || reader.peek(1) === 'using';
    case 'key':
    case 'index':
    case 'fulltext':
    case 'spatial':
      return reader.declarations.keyClauses !== 'none' && isKeyClause(reader);
    default:
      return false;
  }
}

/** `KEY name (column)` lists columns; the parameters of a type are mostly numbers or texts. */
function isKeyClause(reader: DdlReader): boolean {
  let at = /^(?:key|index)$/.test(reader.peek(1)) ? 2 : 1;
  const isWord = reader.ahead(at)?.kind === 'word' && reader.peek(at) !== 'using';
  if (reader.peek(at) !== '(' && reader.peek(at) !== 'using') at += 1;
  const hasMethod = reader.peek(at) === 'using';
  if (hasMethod) at += 2;
  const first = reader.ahead(at + 1);
  if (reader.peek(at) !== '(' || (first?.kind !== 'word' && first?.kind !== 'name' && first?.value !== '('))
    return false;
  if (isWord && !hasMethod && reader.declarations.keyClauses === 'unclear')
    reader.fail(`${reader.peek().toUpperCase()} could be an index or a column's name: name the dialect`);
  return true;
}

/** A constraint of a table, with its name. */
export function readTableConstraint(reader: DdlReader, draft: DraftTable): void {
  let name: string | null = null;
  if (reader.take('constraint') && !/^(?:primary|unique|foreign|check)$/.test(reader.peek()))
    name = reader.name();
  if (reader.take('primary key')) {
    readKeyName(reader);
    const columns = constrainedColumns(reader, draft);
    if (readEnforcement(reader)) setPrimaryKey(draft, columns, name, reader);
  } else if (reader.take('unique')) {
    if (!reader.take('key')) reader.take('index');
    const nulls = reader.take('nulls not distinct') || reader.take('nulls distinct');
    const own = nulls ? null : readKeyName(reader);
    const columns = constrainedColumns(reader, draft);
    if (readEnforcement(reader)) draft.unique.push({ name: name ?? own, columns });
  } else if (reader.take('foreign key')) {
    const own = reader.peek() === '(' ? null : reader.name();
    const columns = constrainedColumns(reader, draft);
    reader.expect('references');
    const references = readReferences(reader);
    if (readEnforcement(reader)) draft.foreignKeys.push({ name: name ?? own, columns, references });
  } else if (reader.take('check')) {
    const text = reader.groupText();
    if (readEnforcement(reader)) draft.checks.push({ name, text });
  } else if (
    reader.declarations.keyClauses !== 'none' &&
    /^(?:key|index|fulltext|spatial)$/.test(reader.peek())
  ) {
    readIndexClause(reader);
  } else reader.fail(`a clause that begins with ${reader.peek().toUpperCase() || 'this'} is not understood`);
}

export function setPrimaryKey(
  draft: DraftTable,
  columns: readonly string[],
  name: string | null,
  reader: DdlReader,
  descending = false,
): void {
  if (draft.primaryKey !== null) reader.fail('it has two primary keys');
  draft.primaryKey = { name, columns, descending };
}

/** The name and method that some engines take before a key's columns. */
function readKeyName(reader: DdlReader): string | null {
  let name: string | null = null;
  while (reader.peek() !== '(') {
    if (reader.take('using') || reader.take('type')) reader.name();
    else if (reader.take('clustered') || reader.take('nonclustered')) continue;
    else if (name === null) name = reader.name();
    else reader.fail('a key is not understood');
  }
  return name;
}

function readIndexClause(reader: DdlReader): void {
  if (reader.take('fulltext') || reader.take('spatial')) {
    if (!reader.take('key')) reader.take('index');
  } else reader.skip();
  readKeyName(reader);
  reader.group();
  readEnforcement(reader);
  if (reader.take('with parser')) reader.name();
}
