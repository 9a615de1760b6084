import type { CaseResult, LabelledScore } from '../../types/index.js';
import type { ScorerBoard, ScorerShare } from './board.js';
import { toShare } from './share.js';

/** Counts one scorer's verdicts. */
export interface ScorerTally {
  addScore(score: LabelledScore['score']): void;
  /** A case run it would have scored, had infrastructure not failed. */
  addNotCalled(): void;
  share(label: string): ScorerShare;
  board(label: string): ScorerBoard;
}

export function createScorerTally(): ScorerTally {
  const verdicts = { pass: 0, fail: 0, inconclusive: 0, error: 0, not_applicable: 0 };
  let notCalled = 0;
  let lenientPasses = 0;
  let hasLenient = false;

  const share = (label: string): ScorerShare => {
    const of = verdicts.pass + verdicts.fail + verdicts.inconclusive + verdicts.error + notCalled;
    return {
      label,
      share: toShare(verdicts.pass, of),
      lenient: hasLenient ? toShare(lenientPasses, of) : null,
    };
  };

  return {
    addScore(score) {
      verdicts[score.verdict] += 1;
      if (score.verdict === 'not_applicable') return;
      if (score.scorer === 'result_match' || typeof score.detail.lenient === 'boolean') hasLenient = true;
      // A strict pass is a lenient pass; where no rows were compared there is no lenient reading, and no pass.
      if (score.verdict === 'pass' || score.detail.lenient === true) lenientPasses += 1;
    },
    addNotCalled() {
      notCalled += 1;
    },
    share,
    board(label) {
      const { not_applicable: notApplicable, ...decided } = verdicts;
      return { ...share(label), verdicts: { ...decided, notApplicable }, notCalled };
    },
  };
}

/** All scorers of a run over some of its case runs. */
export interface ScorerTallies {
  add(result: CaseResult): void;
  shares(): readonly ScorerShare[];
  boards(): readonly ScorerBoard[];
}

export function createScorerTallies(labels: readonly string[]): ScorerTallies {
  const tallies = new Map(labels.map((label) => [label, createScorerTally()]));
  const tallyOf = (label: string): ScorerTally => {
    const tally = tallies.get(label) ?? createScorerTally();
    tallies.set(label, tally);
    return tally;
  };
  return {
    add(result) {
      for (const { label, score } of result.scores) tallyOf(label).addScore(score);
      if (result.infrastructure === null || result.scores.length > 0) return;
      for (const label of tallies.keys()) if (wouldApply(label, result)) tallyOf(label).addNotCalled();
    },
    shares: () => [...tallies].map(([label, tally]) => tally.share(label)),
    boards: () => [...tallies].map(([label, tally]) => tally.board(label)),
  };
}

/**
 * Whether a scorer that was never asked counts a case run. Where it is not known the case run counts against it:
 * a share must not rise because a database was down.
 */
function wouldApply(label: string, { expected, kind }: CaseResult): boolean {
  if (label === 'outcome') return true;
  if (expected !== 'allowed') return false;
  return kind === 'answer' || label === 'routing' || label === 'retrieval_recall';
}
