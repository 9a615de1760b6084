/** What decides how a column is compared: its kind of cells and the engine's own name of its type. */
export interface ComparedColumn {
  readonly kind: string;
  readonly engineType: string;
  readonly precision?: number;
  readonly scale?: number;
}

/** Writes an expression around the text of another one. */
export type Wrap = (expression: string) => string;

/** How values are grouped and joined. A key never merges two values that differ as cells. */
export interface GroupingKey {
  /** From the key back to a value that reads as the same cell; absent where the key itself does. */
  readonly shown?: Wrap;
  /** How the client reads what is shown, where the engine cannot show it as it was. */
  readonly reads?: 'number' | 'json';
  /** `exactly`: two values share a key when they are equal as cells; `finer`: equal ones may have several keys. */
  readonly groups: 'exactly' | 'finer';
}

/** The key of one column, or of two columns of one type. */
export interface ColumnKey extends GroupingKey {
  readonly key: Wrap;
  /** A number as the double that the client reads, where that is not the column's own value. */
  readonly double?: Wrap;
}

/** One key for two columns of different types. */
export interface CommonKey extends GroupingKey {
  readonly expected: Wrap;
  readonly actual: Wrap;
}

/** The SQL with which results are compared inside a database, as one dialect writes it. */
export interface ComparisonSql {
  /** The key of a column; null for a type that cannot be compared inside the database. */
  keyOf(column: ComparedColumn): ColumnKey | null;
  /** One key for columns of different types that may hold equal values; null where there is none. */
  commonKey(expected: ComparedColumn, actual: ComparedColumn): CommonKey | null;
  /** A number as a double. */
  readonly asDouble: Wrap;
  /** Where a column's values have types of their own: whether one is a number, and whether a double. */
  readonly isNumber: Wrap | null;
  readonly isDouble: Wrap | null;
  /** A text's literal; null for a text that cannot be written. */
  literal(text: string): string | null;
  /** Two keys are equal, or both NULL; a condition that a full join can use. */
  same(one: string, other: string): string;
  /** False where there is no FULL JOIN, or only one that compares every row with every other. */
  readonly fullJoin: boolean;
  /** Where texts have cheaper keys as long as their collation tells every two of them apart; null where they have not. */
  readonly plainTexts: PlainTexts | null;
  /** What a common table expression needs between AS and its query for a join on it to be fast. */
  readonly joinHint: string;
}

/** The SQL for results all of whose texts have the one collation that surely tells every two texts apart. */
export interface PlainTexts {
  /** A condition that holds when a text column has that collation; its value is never looked at. */
  readonly isPlain: Wrap;
  readonly comparison: ComparisonSql;
}
