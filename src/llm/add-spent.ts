import type { LlmSpent } from '../types/index.js';

/** The sum of what several calls used up. */
export function addSpent(...calls: readonly LlmSpent[]): LlmSpent {
  const usages = calls.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  const costs = calls.flatMap(({ costUsd }) => (costUsd === undefined ? [] : [costUsd]));
  return {
    ...(usages.length === 0
      ? {}
      : {
          usage: {
            inputTokens: usages.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
            outputTokens: usages.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
          },
        }),
    ...(costs.length === 0 ? {} : { costUsd: costs.reduce((sum, cost) => sum + cost, 0) }),
  };
}
