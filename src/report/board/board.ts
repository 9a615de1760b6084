import type { CaseRunKey, DatasourceInfo, RunCounts, RunEnd, RunInfo, SelfTest } from '../../types/index.js';
import type { Share } from './share.js';

/** One scorer's results over the case runs it applies to. */
export interface ScorerShare {
  readonly label: string;
  /** Passed over the case runs to which the scorer applies: pass, fail, inconclusive and error. */
  readonly share: Share;
  /** The lenient reading over the same case runs, for scorers that have one. */
  readonly lenient: Share | null;
}

export interface ScorerBoard extends ScorerShare {
  readonly verdicts: {
    readonly pass: number;
    readonly fail: number;
    readonly inconclusive: number;
    readonly error: number;
    readonly notApplicable: number;
  };
  /** Case runs it would have scored, had infrastructure not failed; they count in the share as not passed. */
  readonly notCalled: number;
}

/** The case runs that have one tag, difficulty, role or datasource in common. */
export interface GroupBoard {
  readonly name: string;
  readonly caseRuns: Share;
  readonly scorers: readonly ScorerShare[];
}

export interface LatencyBoard {
  /** `total`, `solver` and `database` are measured by the run; `solver: NAME` is a step the solver reports. */
  readonly step: string;
  readonly caseRuns: number;
  /** Seconds, within 1%. */
  readonly p50: number;
  readonly p95: number;
}

export interface FlakyCase {
  readonly caseId: string;
  readonly role: string;
  readonly passed: number;
  readonly of: number;
}

export interface KnownFailureBoard extends CaseRunKey {
  readonly until: string;
  readonly why: string;
  readonly reason: string | null;
}

/** A router's results, each over the case runs that routing applies to; one that failed is a miss. */
export interface RoutingBoard {
  /** One of the case's datasources was ranked first. */
  readonly top1: Share;
  /** All of the case's datasources were within the shortlist. */
  readonly shortlist: Share;
  /** Exactly the case's datasources were used; null in mode retrieval, where a router ranks and nothing is used. */
  readonly exact: Share | null;
}

/** Means over the case runs that retrieval_recall decided; null where none of them has the number. */
export interface RetrievalBoard {
  readonly caseRuns: number;
  readonly tableRecall: number | null;
  readonly columnRecall: number | null;
  readonly tablePrecision: number | null;
  readonly tablesSent: number | null;
  readonly columnsSent: number | null;
}

export interface FaithfulnessBoard {
  /** Answers all of whose statements are supported, over the answers that were checked. */
  readonly answers: Share;
  /** Numbers and names that were checked, in all answers together. */
  readonly checked: number;
  readonly unsupportedNumbers: number;
  readonly unsupportedEntities: number;
  readonly misattributed: number;
}

/** How the same questions fared over several passes. A case here is a case in one role. */
export interface DeterminismBoard {
  readonly cases: number;
  readonly sameResult: number;
  readonly passedAlways: number;
  /** pass@k, where k is the number of passes. */
  readonly passedOnce: number;
  readonly flaky: number;
  readonly flakyCases: readonly FlakyCase[];
  /** Cases with the same result each time, cases that always pass, cases that pass at least once. */
  readonly shares: { readonly same: Share; readonly always: Share; readonly once: Share };
  /** The chance that one of `k` attempts passes, estimated without bias, as a mean over the cases. */
  readonly passAtK: readonly { readonly k: number; readonly estimate: number }[];
  /** How often each case passed, the rarest first; cut, as all lists are. */
  readonly passRates: readonly FlakyCase[];
}

/** Everything a report says of a run, as plain JSON. Lists that could grow with the run are cut; counts never are. */
export interface Board {
  readonly schemaVersion: 1;
  readonly run: RunInfo;
  readonly end: RunEnd;
  readonly seconds: number;
  readonly datasources: readonly DatasourceInfo[];
  /** They add up to `total`. */
  readonly counts: RunCounts;
  /** Passed over the case runs that at least one scorer applies to. */
  readonly caseRuns: Share;
  readonly scorers: readonly ScorerBoard[];
  readonly by: {
    readonly role: readonly GroupBoard[];
    readonly difficulty: readonly GroupBoard[];
    readonly tag: readonly GroupBoard[];
    readonly datasource: readonly GroupBoard[];
  };
  /** Of answering that a question is unanswerable; null when that neither was expected nor happened. */
  readonly answerability: { readonly precision: Share; readonly recall: Share } | null;
  /** Null where routing was not scored. */
  readonly routing: RoutingBoard | null;
  /** Null where retrieval_recall was not scored. */
  readonly retrieval: RetrievalBoard | null;
  /** Null where faithfulness was not scored. */
  readonly faithfulness: FaithfulnessBoard | null;
  /** Paraphrase groups, per role and pass, whose answers all had the same result. */
  readonly paraphrases: {
    readonly groups: number;
    readonly agreeing: number;
    readonly agreement: Share;
    readonly disagreeing: readonly string[];
  } | null;
  /** Of the answers; `scoring`: of the models that scorers asked. */
  readonly usage: {
    readonly caseRuns: number;
    readonly inputTokens: number;
    readonly outputTokens: number;
    readonly scoring: {
      readonly caseRuns: number;
      readonly inputTokens: number;
      readonly outputTokens: number;
    } | null;
  } | null;
  /** Case runs whose answer came from the cache: their tokens and cost were spent by an earlier run. */
  readonly fromCache: number;
  /** Of answers and scoring together. */
  readonly cost: {
    readonly caseRuns: number;
    readonly totalUsd: number;
    /** How much of the total scorers spent. */
    readonly scoringUsd: number;
    readonly perCaseRunUsd: number;
    readonly perCorrectUsd: number | null;
  } | null;
  /** Without the time of answers that came from the cache. */
  readonly latency: readonly LatencyBoard[];
  /** Only for runs of several passes. */
  readonly determinism: DeterminismBoard | null;
  /** Passes that a small database tells from their golds; null without one. */
  readonly fragile: { readonly count: number; readonly caseRuns: readonly CaseRunKey[] } | null;
  /** How often each remark of scorers and of the run occurred, in case runs. */
  readonly flags: readonly { readonly flag: string; readonly caseRuns: number }[];
  readonly selfTest: SelfTest | null;
  readonly knownFailures: { readonly count: number; readonly caseRuns: readonly KnownFailureBoard[] };
  readonly infrastructure: readonly {
    readonly step: string;
    readonly message: string;
    readonly caseRuns: number;
  }[];
}
