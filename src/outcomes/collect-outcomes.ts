import { majority } from '../statistics/index.js';
import type { CaseResult, RunSummary, ScoreResult } from '../types/index.js';
import { type CaseOutcome, type FoldedScore, outcomeKey, type RunOutcomes } from './run-outcomes.js';

/** Folds the results of a run as they come; holds counts and hashes, never the results. */
export interface OutcomeCollector {
  add(result: CaseResult): void;
  finish(summary: Pick<RunSummary, 'info' | 'datasources'>): RunOutcomes;
}

interface Counts {
  pass: number;
  fail: number;
  inconclusive: number;
  error: number;
  top1: number;
  shortlist: number;
  hasParts: boolean;
}

interface Folding {
  readonly base: Omit<CaseOutcome, 'scores' | 'goldHash'>;
  goldHash: string | null;
  readonly scores: Map<string, Counts>;
  /** Passes that infrastructure kept from being scored. */
  faults: number;
}

export function createOutcomeCollector(): OutcomeCollector {
  const cases = new Map<string, Folding>();
  const cost = { caseRuns: 0, totalUsd: 0 };
  return {
    add(result) {
      const key = outcomeKey(result);
      const folding = cases.get(key) ?? startFolding(result);
      cases.set(key, folding);
      folding.goldHash ??= result.goldHash;
      if (result.infrastructure !== null && result.scores.length === 0) folding.faults += 1;
      for (const { label, score } of result.scores) addScore(folding.scores, label, score);
      if (result.costUsd === null) return;
      cost.caseRuns += 1;
      cost.totalUsd += result.costUsd;
    },
    finish({ info, datasources }) {
      const { runId, suite, mode, solver, passes, datasetHash, contract = null } = info;
      return {
        runId,
        suite,
        mode,
        solver,
        passes,
        datasetHash,
        contract,
        datasources,
        costPerCaseRunUsd: cost.caseRuns === 0 ? null : cost.totalUsd / cost.caseRuns,
        cases: [...cases.values()].map((folding) => fold(folding, info.scorers)).sort(byIdAndRole),
      };
    },
  };
}

function startFolding({ caseId, role, caseHash, source }: CaseResult): Folding {
  return {
    base: { caseId, role, caseHash: caseHash ?? null, source },
    goldHash: null,
    scores: new Map(),
    faults: 0,
  };
}

function addScore(scores: Map<string, Counts>, label: string, score: ScoreResult): void {
  if (score.verdict === 'not_applicable') return;
  const counts = scores.get(label) ?? noCounts();
  scores.set(label, counts);
  counts[score.verdict] += 1;
  const { top1, shortlist } = score.detail;
  if (typeof top1 !== 'boolean' || typeof shortlist !== 'boolean') return;
  counts.hasParts = true;
  if (top1) counts.top1 += 1;
  if (shortlist) counts.shortlist += 1;
}

function noCounts(): Counts {
  return { pass: 0, fail: 0, inconclusive: 0, error: 0, top1: 0, shortlist: 0, hasParts: false };
}

/**
 * A pass that was never scored counts as an error of every scorer that scored another pass of the case, and where
 * there is no other pass of every scorer of the run: it is not known which would have applied.
 */
function fold({ base, goldHash, scores, faults }: Folding, labels: readonly string[]): CaseOutcome {
  const known = scores.size > 0 || faults === 0 ? [...scores.keys()] : labels;
  const folded = [...known].sort().map((label): [string, FoldedScore] => {
    const counts = scores.get(label) ?? noCounts();
    return [label, foldScore({ ...counts, error: counts.error + faults })];
  });
  return { ...base, goldHash, scores: Object.fromEntries(folded) };
}

function foldScore(counts: Counts): FoldedScore {
  const of = counts.pass + counts.fail + counts.inconclusive + counts.error;
  return {
    verdict: majority(counts) ?? 'error',
    passed: counts.pass,
    of,
    ...(counts.hasParts ? { top1: counts.top1 > of / 2, shortlist: counts.shortlist > of / 2 } : {}),
  };
}

/** The same order on every machine, whatever its language. */
function byIdAndRole(a: CaseOutcome, b: CaseOutcome): number {
  return compare(a.caseId, b.caseId) || compare(a.role, b.role);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
