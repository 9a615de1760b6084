import type { ScoreResult, TokenUsage } from '../types/index.js';

/** What several scores have cost together; a part that none of them knows is left out. */
export function costOf(scores: readonly ScoreResult[]): Pick<ScoreResult, 'usage' | 'costUsd'> {
  const usages = scores.flatMap(({ usage }) => usage ?? []);
  const costs = scores.flatMap(({ costUsd }) => costUsd ?? []);
  return {
    ...(usages.length === 0 ? {} : { usage: usages.reduce(added) }),
    ...(costs.length === 0 ? {} : { costUsd: costs.reduce((sum, cost) => sum + cost, 0) }),
  };
}

function added(one: TokenUsage, other: TokenUsage): TokenUsage {
  const sum: Record<string, number> = {};
  for (const [name, count] of [...Object.entries(one), ...Object.entries(other)])
    sum[name] = (sum[name] ?? 0) + count;
  return sum as unknown as TokenUsage;
}
