import { foldIdentifier } from '../../sql/index.js';
import type { Catalog, CatalogTable } from '../../types/index.js';
import type { Relation, RelationColumn } from '../algebra/index.js';
import { unsupported } from './bind-failure.js';
import { columnTypeOf } from './column-type-of.js';
import type { DialectSemantics } from './dialect-semantics.js';
import { withDollars } from './dollar-names.js';
import { type Fields, isFields } from './syntax-node.js';

/** A common table expression: its syntax, and the names it sees. */
export interface CommonTable {
  readonly name: string;
  readonly query: unknown;
  readonly columns: readonly string[];
  readonly visible: CommonTables;
}

export type CommonTables = ReadonlyMap<string, CommonTable>;

/** What one binding of one query carries along. */
export class Binding {
  /** Code points of the text: the parser's spans count them. */
  readonly text: readonly string[];
  #next = 0;
  #nodes = 0;

  constructor(
    sql: string,
    readonly dialect: string,
    readonly semantics: DialectSemantics,
    readonly catalog: Catalog | null,
  ) {
    this.text = [...sql];
  }

  nextInstance(): number {
    return this.#next++;
  }

  /** Counts work, so that common table expressions which use each other cannot explode. */
  count(): void {
    this.#nodes += 1;
    if (this.#nodes > 20_000) unsupported('size', 'the query grows beyond 20000 parts');
  }

  fold(identifier: unknown): string {
    if (!isFields(identifier) || typeof identifier.name !== 'string')
      return unsupported('name', 'a name is not written as one');
    return foldIdentifier(withDollars(identifier.name), this.dialect, identifier.quoted === true);
  }

  /** Whether a name stands in double quotes. */
  isDoubleQuoted(identifier: Fields): boolean {
    const span = identifier.span;
    return identifier.quoted === true && isFields(span) && this.text[Number(span.start)] === '"';
  }

  table(name: string, schema: string | null): CatalogTable | null {
    const fold = (text: string): string => foldIdentifier(text, this.dialect, true);
    const inSchema = (table: CatalogTable): boolean =>
      schema === null || table.schema === undefined || fold(table.schema) === schema;
    const tables = (this.catalog?.tables ?? []).filter(inSchema);
    const exact = tables.filter((table) => fold(table.name) === name);
    const near =
      exact.length > 0 ? exact : tables.filter((table) => table.name.toLowerCase() === name.toLowerCase());
    if (near.length > 1) unsupported('schema', `${name} stands for tables of several schemas`);
    return near[0] ?? null;
  }

  /** An occurrence of a table of the catalogue. */
  relationOf(name: string, schema: string | null, table: CatalogTable | null): Relation {
    const unlisted = table === null || (table.kind === 'view' && table.columns.length === 0);
    const columns = unlisted
      ? null
      : table.columns.map(
          (one): RelationColumn => ({
            name: this.columnName(one.name),
            nullable: one.nullable,
            type: columnTypeOf(one, table, this.semantics),
          }),
        );
    const full =
      table === null ? (schema === null ? name : `${schema}.${name}`) : `${table.schema ?? ''}.${table.name}`;
    return { id: this.nextInstance(), source: { kind: 'table', name: full, table }, columns };
  }

  /** A column's name as a query's unquoted names are folded, where the dialect ignores case. */
  columnName(name: string): string {
    return foldIdentifier(name, this.dialect, true);
  }
}
