import type { Declarations } from '../../dialects/index.js';
import type { CatalogColumn, CatalogTable, ForeignKey } from '../../types/index.js';
import type { DdlReader, TablePath } from './ddl-reader.js';

export interface DraftColumn {
  name: string;
  type: string;
  notNull: boolean;
  collation?: string;
  generated?: string;
}

/** A constraint that may be dropped by its name; null when it was given none. */
export interface Named {
  readonly name: string | null;
}

export interface DraftKey extends Named {
  columns: readonly string[];
}

/** A table or view while its statements are read. */
export interface DraftTable {
  path: TablePath;
  readonly kind: 'table' | 'view';
  columns: DraftColumn[];
  /** `descending` where DESC stands behind PRIMARY KEY itself. */
  primaryKey: (DraftKey & { readonly descending: boolean }) | null;
  unique: DraftKey[];
  foreignKeys: (DraftKey & { references: ForeignKey['references'] })[];
  checks: (Named & { readonly text: string })[];
  strict: boolean;
  withoutRowId: boolean;
  definition?: string;
}

export function emptyDraft(path: TablePath, kind: DraftTable['kind']): DraftTable {
  return {
    path,
    kind,
    columns: [],
    primaryKey: null,
    unique: [],
    foreignKeys: [],
    checks: [],
    strict: false,
    withoutRowId: false,
  };
}

/** Spells the columns of keys as they are declared, and fails on what no engine accepts. */
export function settle(draft: DraftTable, reader: DdlReader): void {
  const spelling = new Map(draft.columns.map(({ name }) => [reader.fold(name), name]));
  if (spelling.size < draft.columns.length) reader.fail('two of its columns have one name');
  const spelled = (columns: readonly string[]): string[] =>
    columns.map(
      (name) =>
        spelling.get(reader.fold(name)) ?? reader.fail(`a key names "${name}", which is no column of it`),
    );
  if (draft.primaryKey !== null) draft.primaryKey.columns = spelled(draft.primaryKey.columns);
  for (const key of draft.unique) key.columns = spelled(key.columns);
  for (const key of draft.foreignKeys) {
    key.columns = spelled(key.columns);
    const { columns } = key.references;
    if (columns.length > 0 && columns.length !== key.columns.length)
      reader.fail('a foreign key points at more or fewer columns than it has');
  }
}

export function finishTable(draft: DraftTable, declarations: Declarations): CatalogTable {
  const key = draft.primaryKey?.columns ?? [];
  const keyHoldsNull = declarations.nullableKeys && !draft.withoutRowId && !draft.strict && !isRowId(draft);
  return {
    name: draft.path.name,
    ...(draft.path.schema === undefined ? {} : { schema: draft.path.schema }),
    kind: draft.kind,
    ...(draft.definition === undefined ? {} : { definition: draft.definition }),
    ...(draft.strict ? { strict: true } : {}),
    columns: draft.columns.map(
      ({ notNull, ...column }): CatalogColumn => ({
        ...column,
        nullable: !notNull && (keyHoldsNull || !key.includes(column.name)),
      }),
    ),
    primaryKey: key,
    unique: distinct(draft.unique.map(({ columns }) => columns)),
    foreignKeys: draft.foreignKeys.map(({ columns, references }) => ({ columns, references })),
    checks: draft.checks.map(({ text }) => text),
  };
}

/** In SQLite a single column of exactly this type is another name of the row's id. */
function isRowId({ primaryKey, columns }: DraftTable): boolean {
  if (primaryKey === null || primaryKey.columns.length !== 1 || primaryKey.descending) return false;
  return columns.some(({ name, type }) => name === primaryKey.columns[0] && /^integer$/i.test(type));
}

function distinct(keys: readonly (readonly string[])[]): (readonly string[])[] {
  return [...new Map(keys.map((columns) => [JSON.stringify(columns), columns])).values()];
}
