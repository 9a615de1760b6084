/** What CREATE TABLE means in a dialect, where dialects differ. */
export interface Declarations {
  /** The schema that names without one are in, where it has a name of its own. */
  readonly defaultSchema: string | null;
  /** A type may be any words, or none. */
  readonly freeTypes: boolean;
  /** A name may stand in a string's quotes. */
  readonly namesInStrings: boolean;
  /** A primary key's columns may hold NULL, except an INTEGER one that is the row's id, and in tables without row ids. */
  readonly nullableKeys: boolean;
  /** REFERENCES behind a column is obeyed; elsewhere it is read and forgotten. */
  readonly columnReferences: boolean;
  /** Whether KEY and INDEX open a clause in a table's parentheses; `unclear` where they may be names of columns as well. */
  readonly keyClauses: 'read' | 'unclear' | 'none';
  /** Types that are never NULL, in lower case. */
  readonly serialTypes: readonly string[];
  /** A serial column is unique by itself. */
  readonly serialIsUnique: boolean;
}

const generic: Declarations = {
  defaultSchema: null,
  freeTypes: false,
  namesInStrings: false,
  nullableKeys: false,
  columnReferences: true,
  keyClauses: 'unclear',
  serialTypes: ['serial', 'bigserial', 'smallserial', 'serial2', 'serial4', 'serial8'],
  serialIsUnique: false,
};

const byDialect: Readonly<Record<string, Declarations>> = {
  generic,
  sqlite: {
    ...generic,
    defaultSchema: 'main',
    freeTypes: true,
    namesInStrings: true,
    nullableKeys: true,
    keyClauses: 'none',
    serialTypes: [],
  },
  duckdb: { ...generic, defaultSchema: 'main', keyClauses: 'none', serialTypes: [] },
  postgres: { ...generic, defaultSchema: 'public', keyClauses: 'none' },
  redshift: { ...generic, defaultSchema: 'public', keyClauses: 'none', serialTypes: [] },
  mysql: {
    ...generic,
    columnReferences: false,
    keyClauses: 'read',
    serialTypes: ['serial'],
    serialIsUnique: true,
  },
};

/** The declarations of a dialect, by its own name; one that has none of its own is read as standard SQL. */
export function declarationsOf(name: string): Declarations {
  return byDialect[name] ?? generic;
}
