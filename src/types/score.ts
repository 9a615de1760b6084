import type { Case, ExpectedOutcome, Mode } from './case.js';
import type { Catalog } from './catalog.js';
import type { Cell, Column, ResultSet, Row } from './cell.js';
import type { EquivalenceTools, Witness } from './equivalence.js';
import type { Models, ModelUse } from './llm.js';
import type { ExecutionResult } from './platform.js';
import type { GoldResults, QueryRunner } from './query-runner.js';
import type { RetrievalRecord, SolverOutput, TokenUsage } from './solver.js';

/**
 * - `pass`, `fail`: decided
 * - `inconclusive`: could not decide
 * - `not_applicable`: nothing to say about this case run
 * - `error`: the scorer itself broke
 */
export type Verdict = 'pass' | 'fail' | 'inconclusive' | 'not_applicable' | 'error';

/**
 * Why a decided verdict holds: `proven` on every database, `refuted` by an attached counterexample that was executed,
 * `observed` on the data that ran, or `judged` by a grader model.
 */
export type Basis = 'proven' | 'refuted' | 'observed' | 'judged';

/** How two row sets differ: counts, and bounded samples of what is missing and what is extra. */
export interface Diff {
  readonly expectedRows: number | null;
  readonly actualRows: number | null;
  readonly expectedColumns?: readonly string[];
  readonly actualColumns?: readonly string[];
  readonly missing: number | null;
  readonly extra: number | null;
  readonly missingSample: readonly Row[];
  readonly extraSample: readonly Row[];
  /** For ordered comparisons: the first position (from 0) where the two sides differ. */
  readonly firstDifference?: {
    readonly row: number;
    readonly expected: Row | null;
    readonly actual: Row | null;
  };
  /** Cells that differ in rows that were paired with their nearest counterpart, for display only. */
  readonly cellDifferences?: readonly {
    readonly row: number;
    readonly column: number;
    readonly expected: Cell;
    readonly actual: Cell;
  }[];
  readonly missingColumns?: readonly string[];
  readonly unexpectedColumns?: readonly string[];
  readonly typeMismatches?: readonly {
    readonly column: string;
    readonly expected: string;
    readonly actual: string;
  }[];
  readonly columnMismatches?: Readonly<Record<string, number>>;
  readonly columnOrderMismatch?: boolean;
}

/** What became of one expectation of a suite of expectations. */
export interface ExpectationOutcome {
  readonly kind: string;
  readonly passed: boolean;
  readonly column?: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly count?: number;
  readonly sampleRows?: readonly Row[];
  readonly detail?: string;
}

interface ScoreBase {
  /** The scorer's name; in a cascade, the deciding member's. */
  readonly scorer: string;
  /** Short machine-readable remarks, such as `columns_permuted`. */
  readonly flags: readonly string[];
  /** Free JSON. */
  readonly detail: Readonly<Record<string, unknown>>;
  readonly diff: Diff | null;
  readonly outcomes: readonly ExpectationOutcome[] | null;
  /** Tokens and US dollars of the models the scorer asked, all members of a cascade together; absent where it asked none. */
  readonly usage?: TokenUsage;
  readonly costUsd?: number;
  /** A small database on which the two queries differ: what refutes, or what makes a pass fragile. */
  readonly witness?: Witness;
}

/** A scorer's finding about one case run. */
export type ScoreResult = ScoreBase &
  (
    | {
        readonly verdict: 'pass';
        readonly passed: true;
        readonly value: number | null;
        readonly basis: Basis;
        readonly reason: string | null;
      }
    | {
        readonly verdict: 'fail';
        readonly passed: false;
        readonly value: number | null;
        readonly basis: Basis;
        readonly reason: string;
      }
    | {
        readonly verdict: 'inconclusive';
        readonly passed: false;
        readonly value: null;
        readonly basis: null;
        readonly reason: string;
      }
    | {
        readonly verdict: 'not_applicable';
        readonly passed: null;
        readonly value: null;
        readonly basis: null;
        readonly reason: string | null;
      }
    | {
        readonly verdict: 'error';
        readonly passed: null;
        readonly value: null;
        readonly basis: null;
        readonly reason: string;
      }
  );

/** What a simple scorer may return: no `passed` is not applicable, true is pass, false is fail; basis observed. */
export interface ShortScore {
  readonly value?: number | null;
  readonly passed?: boolean | null;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export type ScoreLike = ScoreResult | ShortScore;

/** The statement the guard took out of the model's text, and what was cleaned away. */
export interface ExtractedStatement {
  /** Byte for byte as the model wrote it; this is what is executed. */
  readonly sql: string;
  /** What stood around it: `fence`, `prose`, `think`, `prefix`, `semicolon`, `comment`. */
  readonly cleaned: readonly string[];
}

/** One finished case run, as a scorer sees it. */
export interface CaseRun {
  readonly case: Case;
  readonly role: string;
  /** The outcome expected of this role. */
  readonly expected: ExpectedOutcome;
  readonly mode: Mode;
  readonly pass: number;
  readonly output: SolverOutput;
  /** The statement that was executed, when the output had SQL that the guard accepted. */
  readonly statement: ExtractedStatement | null;
  /** What became of the model's SQL; null when there was none or no scorer needed it. */
  readonly execution: ExecutionResult | null;
  /** The first result set's columns, or null without one. */
  readonly columns: readonly Column[] | null;
  /** The first result set's rows, every one that was read, or null without one. */
  readonly rows: readonly Row[] | null;
  readonly resultSets: readonly ResultSet[];
  readonly retrieval: RetrievalRecord | null;
  /** The router's ranking, best first; mode retrieval only. */
  readonly routed: readonly string[] | null;
  /** Remarks of the run itself, such as `solver_rows_differ`; they are added to every score. */
  readonly flags: readonly string[];
}

/** Settings of the suite that scorers read. */
export interface ScoringSettings {
  readonly refusal: { readonly code: string; readonly message: string };
  readonly unanswerable: { readonly code: string };
  readonly routing: { readonly maxDatasources: number };
  readonly datasourceNames: readonly string[];
}

/** What a scorer may use besides the case run itself. */
export interface ScoreContext {
  /** Runs derived queries on the case's platform; null without a platform. */
  readonly queries: QueryRunner | null;
  readonly gold: GoldResults;
  /** The catalogue of the case's datasource, read at the first call; null without a platform. */
  catalog(): Promise<Catalog | null>;
  /** Models by id, at the suite's prices and under the run's limits; null outside of a run. */
  readonly llm: Models | null;
  /** For checks of equivalence: throw-away databases and the suite's kept counterexamples; null outside of a run. */
  readonly equivalence: EquivalenceTools | null;
  readonly settings: ScoringSettings;
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  clock(): number;
}

/** How much of the model's query must be executed for a scorer. */
export type Needs = 'nothing' | 'columns' | 'rows';

/** Turns one finished case run into a score. */
export interface Scorer {
  /** Default: the class's name. */
  readonly name?: string;
  /** Default: full and plans. */
  readonly modes?: ReadonlySet<Mode>;
  /** Default: rows. */
  readonly needs?: Needs;
  /**
   * True when it compares rows with the gold's, so that the gold's own rows must pass and changed rows must fail; the
   * suite's self-test then tries both.
   */
  readonly comparesWithGold?: boolean;
  /** What of the solver it scores in mode retrieval; left out of a run whose solver has none. */
  readonly uses?: 'retrieve' | 'route';
  /** Models it may call. */
  readonly models?: readonly (ModelUse | string)[];
  score(run: CaseRun, context: ScoreContext): ScoreLike | Promise<ScoreLike>;
  /** False where the scorer has nothing to compare with; the run then records not_applicable. */
  appliesTo?(run: CaseRun): boolean;
}
