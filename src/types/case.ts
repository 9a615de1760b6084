import type { Row } from './cell.js';

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

/** One declared expectation about a result; `kind` decides which other fields it has. */
export interface Expectation {
  readonly kind: string;
  readonly [option: string]: unknown;
}

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
