import type { CatalogTable } from '../types/index.js';

/** Where constraints are written, and how words are spelled; numbers are drawn on as choices are made. */
export type Choices = () => number;

/** CREATE TABLE statements that declare these tables, in one of many ways to write them. */
export function printTables(tables: readonly CatalogTable[], dialect: string, choose: Choices): string {
  return tables.map((table) => `${printTable(table, dialect, choose)};`).join('\n');
}

function printTable(table: CatalogTable, dialect: string, choose: Choices): string {
  const quote = (name: string): string => quoted(name, dialect);
  const list = (names: readonly string[]): string => `(${names.map(quote).join(choose() % 2 ? ', ' : ',')})`;
  const word = (text: string): string => (choose() % 2 ? text : text.toUpperCase());
  const gap = (): string => [' ', '\n', ' /* a ; comment, ( */ ', ' -- it is "one\n'][choose() % 4]!;
  const named = (): string => (choose() % 3 === 0 ? `${word('constraint')} ${quote(`c${choose()}`)} ` : '');
  const inline = new Map<string, string[]>(table.columns.map(({ name }) => [name, []]));
  const clauses: string[] = [];
  const place = (columns: readonly string[], behind: string, clause: string, mayStandBehind = true): void => {
    const single = columns.length === 1 && mayStandBehind && choose() % 2 === 0;
    if (single) inline.get(columns[0]!)!.push(`${named()}${behind}`);
    else clauses.push(`${named()}${clause}`);
  };
  if (table.primaryKey.length > 0)
    place(table.primaryKey, word('primary key'), `${word('primary key')}${gap()}${list(table.primaryKey)}`);
  for (const key of table.unique) place(key, word('unique'), `${word('unique')} ${list(key)}`);
  for (const { columns, references } of table.foreignKeys) {
    const target = references.columns.length === 0 ? '' : ` ${list(references.columns)}`;
    const behind = `${word('references')}${gap()}${quote(references.table)}${target}`;
    place(columns, behind, `${word('foreign key')} ${list(columns)} ${behind}`, dialect !== 'mysql');
  }
  for (const check of table.checks) place([table.columns[0]!.name], `check (${check})`, `check (${check})`);
  const columns = table.columns.map((column) => {
    const behind = [...inline.get(column.name)!];
    const mustSay = !column.nullable && !impliesNotNull(table, column.name, dialect);
    if (mustSay || (!column.nullable && choose() % 2))
      behind.splice(choose() % (behind.length + 1), 0, word('not null'));
    else if (
      column.nullable &&
      dialect !== 'duckdb' &&
      choose() % 4 === 0 &&
      !table.primaryKey.includes(column.name)
    )
      behind.push(word('null'));
    if (choose() % 4 === 0 && column.generated === undefined)
      behind.push(`${word('default')} ${defaults[choose() % defaults.length]}`);
    if (column.collation !== undefined) behind.push(`${word('collate')} ${quote(column.collation)}`);
    if (column.generated !== undefined)
      behind.unshift(`${word('generated always as')} (${column.generated})`);
    // SQLite takes a comment before GENERATED for a part of the type.
    const [first, ...rest] = behind;
    const between = column.generated !== undefined && dialect === 'sqlite' ? ' ' : gap();
    return [`${quote(column.name)}${gap()}${column.type}${between}${first ?? ''}`, ...rest].join(gap());
  });
  const parts = [...columns, ...clauses].join(`,${gap()}`);
  return `${word('create table')} ${quote(table.name)}${gap()}(${parts}${gap()})${table.strict ? ' strict' : ''}`;
}

/** Not numbers that a column's checks could meet: nothing is inserted. */
const defaults = ['null', '1', '-1.5', "'it''s, (x'", '(1 + 2)', "'not null'"];

function impliesNotNull(table: CatalogTable, column: string, dialect: string): boolean {
  if (!table.primaryKey.includes(column)) return false;
  if (dialect !== 'sqlite' || table.strict) return true;
  const type = table.columns.find(({ name }) => name === column)!.type;
  return table.primaryKey.length === 1 && type.toUpperCase() === 'INTEGER';
}

function quoted(name: string, dialect: string): string {
  const mark = dialect === 'mysql' || dialect === 'spark' ? '`' : '"';
  return mark + name.replaceAll(mark, mark + mark) + mark;
}
