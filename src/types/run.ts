import type { ExpectedOutcome, Mode, SourceLocation } from './case.js';
import type { Column, Truncation } from './cell.js';
import type { ExecutionError, Fingerprint } from './platform.js';
import type { ExtractedStatement, ScoreResult } from './score.js';
import type { RetrievalRecord, SolverError, SolverStatus, TokenUsage } from './solver.js';

/** What identifies one case run within a run. */
export interface CaseRunKey {
  readonly caseId: string;
  readonly role: string;
  /** Counted from 1. */
  readonly pass: number;
}

/**
 * `unscored`: no scorer had anything to say. `not_run`: the run stopped before it (a cost cap, `--bail`, Ctrl-C).
 * Only `pass` counts as passed.
 */
export type CaseRunStatus = 'pass' | 'fail' | 'inconclusive' | 'error' | 'unscored' | 'not_run';

/** A score under the label its suite entry has. */
export interface LabelledScore {
  readonly label: string;
  readonly score: ScoreResult;
}

/** What became of the model's SQL, without its rows. */
export type ExecutionSummary =
  | {
      readonly kind: 'success';
      readonly columns: readonly Column[];
      readonly rowCount: number;
      readonly truncated: Truncation | null;
      readonly dialectNotes: readonly string[];
      readonly latencySeconds: number;
    }
  | ExecutionError;

/** One finished case run as it is journalled and reported; rows are only kept as samples inside diffs. */
export interface CaseResult extends CaseRunKey {
  readonly status: Exclude<CaseRunStatus, 'not_run'>;
  /** The first fail's reason in the suite's order, else the first error's, else the first inconclusive's. */
  readonly reason: string | null;
  readonly question: string;
  readonly expected: ExpectedOutcome;
  readonly kind: 'answer' | 'routing';
  readonly datasources: readonly string[];
  readonly difficulty: string | null;
  readonly tags: readonly string[];
  readonly paraphraseGroup: string | null;
  readonly source: SourceLocation | null;
  readonly goldSql: string | null;
  readonly output: {
    readonly status: SolverStatus;
    readonly sql: string | null;
    readonly answer: string | null;
    readonly errors: readonly SolverError[];
    readonly timings: Readonly<Record<string, number>>;
    readonly usage: TokenUsage | null;
    readonly costUsd: number | null;
    /** Datasources the solver says it used; null where it does not say. */
    readonly datasources: readonly string[] | null;
  };
  /** What the schema retriever sent; null where it is not recorded. */
  readonly retrieval: RetrievalRecord | null;
  /** The router's ranking, best first; mode retrieval only. */
  readonly routed: readonly string[] | null;
  /** True when the answer came from the cache of answers. */
  readonly cached: boolean;
  /**
   * US dollars of the answer and its scoring, whoever paid: what a recorded or cached answer cost when it was made counts.
   * Null where nobody tells.
   */
  readonly costUsd: number | null;
  /** Hash of what the case asks and expects of this role, so that a changed case is not taken for the same. */
  readonly caseHash?: string;
  /** Hash of the gold's rows as they were executed, so that runs on different data are not compared; null where none ran. */
  readonly goldHash: string | null;
  readonly statement: ExtractedStatement | null;
  readonly execution: ExecutionSummary | null;
  /** Hash of the first result set (order and column names ignored), to see whether paraphrases and passes agree. */
  readonly resultHash: string | null;
  readonly scores: readonly LabelledScore[];
  readonly flags: readonly string[];
  /** Set when infrastructure failed: what, and at which step. No scorer was called. */
  readonly infrastructure: { readonly step: string; readonly message: string } | null;
  readonly seconds: { readonly total: number; readonly solver: number; readonly database: number };
}

/** Counts of case runs; they always add up to `total`. */
export interface RunCounts {
  readonly total: number;
  readonly passed: number;
  readonly failed: number;
  readonly inconclusive: number;
  readonly error: number;
  readonly unscored: number;
  readonly notRun: number;
}

/** What is known of a datasource a run used. */
export interface DatasourceInfo {
  readonly name: string;
  readonly dialect: string;
  readonly engine: string;
  readonly version: string;
  readonly fingerprint: Fingerprint;
}

/** What a run is, known before its first case. */
export interface RunInfo {
  readonly runId: string;
  readonly suite: string;
  readonly suiteFile: string | null;
  readonly mode: Mode;
  readonly solver: string;
  readonly passes: number;
  /** Labels of the scorers that score this run, in the suite's order. */
  readonly scorers: readonly string[];
  /** Scorers of the suite that cannot score this mode, with why. */
  readonly leftOut: readonly { readonly label: string; readonly why: string }[];
  readonly total: number;
  /** Case runs taken over from the journal of the run that is resumed. */
  readonly resumed: number;
  /** Solver calls that were in flight when the resumed run died, and are made again. */
  readonly repeatedCalls: number;
  readonly journalPath: string | null;
  readonly startedAt: string;
  /** Hash of the cases that are run. */
  readonly datasetHash: string;
  /** Hashes of how the run compares: each scorer with its options, and the suite's settings that scorers read. */
  readonly contract?: {
    readonly scorers: Readonly<Record<string, string>>;
    readonly settings: string;
  };
  /** Hashes of what the run is of, part by part (cases, datasources, settings, solver, scorers, ...). */
  readonly identity: Readonly<Record<string, string>>;
  /** US dollars the run may spend; null without a cap. */
  readonly maxCostUsd: number | null;
  /** Which part of a run that is split over machines this is. */
  readonly shard: { readonly index: number; readonly of: number } | null;
  /** The id of the run whose answers were scored again, without asking anybody. */
  readonly rescored?: string;
  /** The ids of the parts that were put together. */
  readonly mergedFrom?: readonly string[];
}

/**
 * Why the data do not determine a gold's result:
 *
 * - `limit_without_order`: a LIMIT keeps some rows, and no ORDER BY says which
 * - `clock`, `random`: it depends on when it runs, or on chance
 * - `unordered_aggregate`: an aggregate lists its rows, and nothing says in which order
 * - `tie_at_limit`: a LIMIT or OFFSET cuts between rows that are equal on every sort key
 * - `tied_order`: rows that are equal on every sort key may come in any order; of no matter where order does not count
 */
export type UndeterminedReason =
  | 'limit_without_order'
  | 'clock'
  | 'random'
  | 'unordered_aggregate'
  | 'tie_at_limit'
  | 'tied_order';

/** Whether the suite can tell right from wrong: its golds must pass as answers, and mutated golds must fail. */
export interface SelfTest {
  readonly checked: number;
  readonly cannotTell: readonly {
    readonly caseId: string;
    readonly label: string;
    readonly problem: 'gold_fails' | 'mutant_passes' | 'gold_query_failed';
    readonly detail: string;
  }[];
  /** Cases whose gold's result the data do not determine; a note that fails nothing. */
  readonly undetermined?: readonly {
    readonly caseId: string;
    readonly reasons: readonly UndeterminedReason[];
  }[];
}

/** How a run ended. */
export type RunEnd =
  | { readonly kind: 'finished' }
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'stopped'; readonly why: string };

/** What is known after a run's last case. */
export interface RunSummary {
  readonly info: RunInfo;
  readonly counts: RunCounts;
  readonly end: RunEnd;
  readonly selfTest: SelfTest | null;
  readonly datasources: readonly DatasourceInfo[];
  readonly seconds: number;
  /** US dollars that were paid, before it was continued included; answers that were at hand cost nothing. Null where nobody tells. */
  readonly spentUsd?: number | null;
}

/** Watches a run; every hook is optional and may be asynchronous. */
export interface Reporter {
  onRunStart?(info: RunInfo): void | Promise<void>;
  onCaseStart?(key: CaseRunKey): void | Promise<void>;
  onCaseEnd?(result: CaseResult): void | Promise<void>;
  onRunEnd?(summary: RunSummary): void | Promise<void>;
}
