import type { CaseRunKey, DatasourceInfo, Mode, RunInfo, SourceLocation } from '../types/index.js';

/** A verdict over all passes, by majority. A scorer that does not apply has none. */
export type FoldedVerdict = 'pass' | 'fail' | 'inconclusive' | 'error';

/** What one scorer made of one case in one role, over all passes. */
export interface FoldedScore {
  readonly verdict: FoldedVerdict;
  readonly passed: number;
  /** Passes that the scorer applied to. */
  readonly of: number;
  /** Of routing, whose halves may get worse while the verdict stays the same: each by majority. */
  readonly top1?: boolean;
  readonly shortlist?: boolean;
}

/** One case in one role, over all passes. */
export interface CaseOutcome extends Pick<CaseRunKey, 'caseId' | 'role'> {
  /** Null where the run did not record it. */
  readonly caseHash: string | null;
  readonly goldHash: string | null;
  readonly source: SourceLocation | null;
  /** By label, of the scorers that applied. */
  readonly scores: Readonly<Record<string, FoldedScore>>;
}

/** What a run came to, folded over its passes: what runs are compared by, and what a baseline keeps. */
export interface RunOutcomes {
  readonly runId: string;
  readonly suite: string;
  readonly mode: Mode;
  readonly solver: string;
  readonly passes: number;
  readonly datasetHash: string;
  /** Null where the run did not record it. */
  readonly contract: NonNullable<RunInfo['contract']> | null;
  readonly datasources: readonly DatasourceInfo[];
  /** US dollars for each case run that anything is known of; null where nothing is. */
  readonly costPerCaseRunUsd: number | null;
  /** By case id and role. */
  readonly cases: readonly CaseOutcome[];
}

export function outcomeKey({ caseId, role }: Pick<CaseRunKey, 'caseId' | 'role'>): string {
  return JSON.stringify([caseId, role]);
}

/** The status of a case over all its scorers, worst first as for a single case run; null when none applied. */
export function foldedStatus({ scores }: Pick<CaseOutcome, 'scores'>): FoldedVerdict | null {
  const verdicts = new Set(Object.values(scores).map(({ verdict }) => verdict));
  const worst = (['error', 'fail', 'inconclusive', 'pass'] as const).find((verdict) => verdicts.has(verdict));
  return worst ?? null;
}
