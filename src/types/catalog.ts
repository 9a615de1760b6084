/** One column of a table. */
export interface CatalogColumn {
  readonly name: string;
  /** The declared type, in the engine's words; empty where none was declared. */
  readonly type: string;
  readonly nullable: boolean;
  /** As declared; absent where the engine's default holds, empty where it is not known. */
  readonly collation?: string;
  /** The expression of a generated column, into which nothing can be inserted; empty where it is not known. */
  readonly generated?: string;
  /** What the schema says of it in words. */
  readonly comment?: string;
}

/** A foreign key; `references.columns` is empty when it points at the primary key implicitly. */
export interface ForeignKey {
  readonly columns: readonly string[];
  readonly references: {
    /** Absent for the default schema. */
    readonly schema?: string;
    readonly table: string;
    readonly columns: readonly string[];
  };
}

/** A table or view with what is declared about it. */
export interface CatalogTable {
  readonly name: string;
  /** Absent for the default schema. */
  readonly schema?: string;
  readonly kind: 'table' | 'view';
  /** The query of a view. */
  readonly definition?: string;
  /** Columns hold only values of their type, in an engine where that must be asked for. */
  readonly strict?: true;
  /** Empty for a view whose columns are not listed where it is declared. */
  readonly columns: readonly CatalogColumn[];
  readonly primaryKey: readonly string[];
  readonly unique: readonly (readonly string[])[];
  readonly foreignKeys: readonly ForeignKey[];
  /** The text of each CHECK constraint. */
  readonly checks: readonly string[];
  /** What the schema says of it in words. */
  readonly comment?: string;
}

/** The tables of one database. */
export interface Catalog {
  readonly dialect: string;
  readonly tables: readonly CatalogTable[];
}
