import type { CaseResult, TokenUsage } from '../../types/index.js';
import type { Board } from './board.js';

/** Adds up tokens and US dollars, of answers and of the models that score them. */
export interface SpendingTally {
  add(result: CaseResult): void;
  usage(): Board['usage'];
  cost(correct: number): Board['cost'];
  fromCache(): number;
}

export function createSpendingTally(): SpendingTally {
  const usage = { caseRuns: 0, inputTokens: 0, outputTokens: 0 };
  const scoring = { caseRuns: 0, inputTokens: 0, outputTokens: 0 };
  const cost = { caseRuns: 0, totalUsd: 0, scoringUsd: 0 };
  let fromCache = 0;
  return {
    add({ output, scores, costUsd, cached }) {
      if (cached) fromCache += 1;
      if (output.usage !== null) addUsage(usage, [output.usage]);
      const ofScores = scores.flatMap(({ score }) => (score.usage === undefined ? [] : [score.usage]));
      if (ofScores.length > 0) addUsage(scoring, ofScores);
      if (costUsd === null) return;
      cost.caseRuns += 1;
      cost.totalUsd += costUsd;
      cost.scoringUsd += scores.reduce((sum, { score }) => sum + (score.costUsd ?? 0), 0);
    },
    usage() {
      if (usage.caseRuns + scoring.caseRuns === 0) return null;
      return { ...usage, scoring: scoring.caseRuns === 0 ? null : scoring };
    },
    fromCache: () => fromCache,
    cost(correct) {
      if (cost.caseRuns === 0) return null;
      return {
        ...cost,
        perCaseRunUsd: cost.totalUsd / cost.caseRuns,
        perCorrectUsd: correct === 0 ? null : cost.totalUsd / correct,
      };
    },
  };
}

function addUsage(
  total: { caseRuns: number; inputTokens: number; outputTokens: number },
  used: readonly TokenUsage[],
): void {
  total.caseRuns += 1;
  for (const { inputTokens, outputTokens } of used) {
    total.inputTokens += inputTokens;
    total.outputTokens += outputTokens;
  }
}
