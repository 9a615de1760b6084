import type { Cell, Row } from './cell.js';

/** What the system under test should do with a question, for one role. */
export type ExpectedOutcome = 'allowed' | 'refused' | 'unanswerable' | 'clarify';

/** Which parts of the system run: everything, recorded SQL, or the retriever and router only. */
export type Mode = 'full' | 'plans' | 'retrieval';

/** Where something was written: a file and a position in it, both counted from 1. */
export interface SourceLocation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** How expected and actual rows are compared, where a case says otherwise than its scorer. */
export interface ComparisonOptions {
  readonly columnOrder?: 'ignore' | 'strict';
  readonly nullEquality?: 'equal' | 'distinct';
  readonly floatTolerance?: number;
  readonly matchKey?: readonly string[];
}

/**
 * One declared expectation about the result of a query; `kind` decides which other fields it has. Bounds and values are
 * read as they are written: `0.1` is the decimal 0.1 beside a decimal, and a text such as `2024-05-01` or `10.50` is a
 * date beside dates and a number beside numbers.
 */
export type Expectation =
  /** The number of rows; at least one of the three. */
  | { readonly kind: 'row_count'; readonly exact?: number; readonly min?: number; readonly max?: number }
  /** The result has columns of these names; others may be there too. */
  | { readonly kind: 'column_presence'; readonly columns: readonly string[] }
  | { readonly kind: 'column_type'; readonly column: string; readonly type: string }
  | { readonly kind: 'not_null'; readonly column: string }
  /** No two rows agree on all of these columns (or the one `column`); rows with a NULL among them agree with none. */
  | { readonly kind: 'unique'; readonly columns?: readonly string[]; readonly column?: string }
  /** Every value is one of these; NULL is left out, or accepted without a remark when it is among them. */
  | {
      readonly kind: 'accepted_values' | 'in_set';
      readonly column: string;
      readonly values: readonly Cell[];
    }
  /** Bounds are included; NULL is left out. At least one of the two. */
  | { readonly kind: 'between'; readonly column: string; readonly min?: Cell; readonly max?: Cell }
  /** The mean of the values that are not NULL; there must be one. At least one of the bounds. */
  | { readonly kind: 'mean_between'; readonly column: string; readonly min?: Cell; readonly max?: Cell }
  /** A JavaScript regular expression, read with the flag `u`, that every value's text has a match of. */
  | { readonly kind: 'matches'; readonly column: string; readonly pattern: string }
  /** The column, row by row, is exactly this list, or never falls (never rises). One of the two. */
  | {
      readonly kind: 'values_in_order';
      readonly column: string;
      readonly values?: readonly Cell[];
      readonly direction?: 'ascending' | 'descending';
    }
  /** A condition in SQL over the result's columns that is true for every row; NULL is not true. */
  | { readonly kind: 'expression'; readonly sql: string };

/** The expectations of one kind. */
export type ExpectationOf<Kind extends Expectation['kind']> = Extract<Expectation, { readonly kind: Kind }>;

/** A question with what is expected of the system under test, per role. */
export interface Case {
  readonly id: string;
  readonly question: string;
  /** A hint that the solver is given with the question. */
  readonly evidence?: string;
  /** `routing` cases say where a question goes, not what it returns. Default `answer`. */
  readonly kind?: 'answer' | 'routing';
  /** Names of the datasources that answer it, as the suite names them. */
  readonly datasources?: readonly string[];
  /** Which database of a datasource that holds many (its path has `{db_id}`). */
  readonly dbId?: string;
  readonly difficulty?: string;
  readonly tags?: readonly string[];
  readonly paraphraseGroup?: string;
  readonly tables?: readonly string[];
  readonly columns?: readonly string[];
  /** Outcome per role; a role that is not listed is not run. Default `{ default: 'allowed' }`. */
  readonly expected?: Readonly<Record<string, ExpectedOutcome>>;
  readonly orderMatters?: boolean;
  /** The gold query, or one per datasource. */
  readonly sql?: string | Readonly<Record<string, string>>;
  readonly rows?: readonly Row[];
  readonly resultColumns?: readonly string[];
  readonly columnsTyped?: readonly { readonly name: string; readonly type: string }[];
  readonly altSql?: readonly string[];
  readonly altRows?: readonly (readonly Row[])[];
  readonly comparison?: ComparisonOptions;
  readonly expectations?: readonly Expectation[];
  readonly budget?: { readonly maxSeconds: number | null };
  /** Where the case was written, when it came from a file. */
  readonly source?: SourceLocation;
}
