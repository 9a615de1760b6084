import { type Declarations, declarationsOf, dialectOf } from '../../dialects/index.js';
import { foldIdentifier } from '../../sql/index.js';
import type { Catalog } from '../../types/index.js';
import { Unread } from './ddl-invalid.js';
import type { TablePath } from './ddl-reader.js';
import { type DraftKey, type DraftTable, finishTable } from './draft-table.js';

interface DraftIndex {
  readonly name: string | null;
  readonly path: TablePath;
  /** The key it makes, if it makes one. */
  readonly key: DraftKey | null;
}

/** The tables that the statements have made so far. */
export class SchemaDraft {
  readonly #tables = new Map<string, DraftTable>();
  /** Tables that are left out, and so are not looked for any more. */
  readonly #leftOut = new Set<string>();
  readonly #declarations: Declarations;
  #indexes: DraftIndex[] = [];

  /** @param report is told what is left out, and why */
  constructor(
    readonly dialect: string,
    readonly report: (why: string) => void,
  ) {
    this.#declarations = declarationsOf(dialectOf(dialect).name);
  }

  has(path: TablePath): boolean {
    return this.#tables.has(this.#key(path)) || this.#leftOut.has(this.#key(path));
  }

  add(table: DraftTable): void {
    this.#tables.set(this.#key(table.path), table);
  }

  /** Forgets a table, as DROP does. */
  remove(path: TablePath, cascades = false): void {
    const key = this.#key(path);
    this.#tables.delete(key);
    this.#leftOut.delete(key);
    this.#indexes = this.#indexes.filter((index) => this.#key(index.path) !== key);
    if (!cascades) return;
    for (const table of this.#tables.values())
      table.foreignKeys = table.foreignKeys.filter(
        ({ references }) => this.#key(targetOf(references)) !== key,
      );
  }

  rename(from: TablePath, to: TablePath): void {
    const key = this.#key(from);
    const table = this.#tables.get(key);
    if (table === undefined || this.has(to)) {
      this.leaveOut(from, 'it is renamed to a name that is taken');
      this.leaveOut(to, 'a table that is not known gets its name');
      return;
    }
    this.#tables.delete(key);
    table.path = to;
    this.add(table);
    this.#indexes = this.#indexes.map((index) =>
      this.#key(index.path) === key ? { ...index, path: to } : index,
    );
    for (const other of this.#tables.values())
      for (const foreign of other.foreignKeys)
        if (this.#key(targetOf(foreign.references)) === key)
          foreign.references = {
            ...(to.schema === undefined ? {} : { schema: to.schema }),
            table: to.name,
            columns: foreign.references.columns,
          };
  }

  leaveOut(path: TablePath, why: string): void {
    const key = this.#key(path);
    if (this.#leftOut.has(key)) return;
    this.#tables.delete(key);
    this.#leftOut.add(key);
    this.report(`${printed(path)} is left out: ${why}`);
  }

  /** Reads something of a table, and leaves the table out when that is not understood. */
  reading(path: TablePath, read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof Unread)) throw error;
      this.leaveOut(path, error.message);
    }
  }

  changing(path: TablePath, change: (table: DraftTable) => void): void {
    const table = this.#tables.get(this.#key(path));
    if (table !== undefined) this.reading(path, () => change(table));
    else if (!this.#leftOut.has(this.#key(path)))
      this.report(`${printed(path)} is changed, but not created before`);
  }

  addIndex(index: DraftIndex): void {
    this.#indexes.push(index);
  }

  hasIndex(name: string, path: TablePath): boolean {
    return this.#indexes.some((index) => this.#isNamed(index, name, path));
  }

  /** @param path the index's table, where the statement says it */
  dropIndex(name: string, path: TablePath | null): boolean {
    const dropped = this.#indexes.filter((index) => this.#isNamed(index, name, path));
    this.#indexes = this.#indexes.filter((index) => !dropped.includes(index));
    for (const { key, path: owner } of dropped) {
      const table = this.#tables.get(this.#key(owner));
      if (table !== undefined) table.unique = table.unique.filter((one) => one !== key);
    }
    return dropped.length > 0;
  }

  hasColumns(table: DraftTable, columns: readonly string[]): boolean {
    const names = new Set(table.columns.map(({ name }) => this.#fold(name)));
    return columns.every((name) => names.has(this.#fold(name)));
  }

  catalog(): Catalog {
    return {
      dialect: this.dialect,
      tables: [...this.#tables.values()].map((table) => finishTable(table, this.#declarations)),
    };
  }

  #isNamed(index: DraftIndex, name: string, path: TablePath | null): boolean {
    if (index.name === null || this.#fold(index.name) !== this.#fold(name)) return false;
    const perTable = this.#declarations.keyClauses !== 'none';
    return !perTable || path === null || this.#key(index.path) === this.#key(path);
  }

  #key({ schema, name }: TablePath): string {
    return JSON.stringify([schema === undefined ? null : this.#fold(schema), this.#fold(name)]);
  }

  #fold(name: string): string {
    return foldIdentifier(name, this.dialect, true);
  }
}

function targetOf({ schema, table }: { readonly schema?: string; readonly table: string }): TablePath {
  return schema === undefined ? { name: table } : { schema, name: table };
}

function printed({ schema, name }: TablePath): string {
  return schema === undefined ? name : `${schema}.${name}`;
}
