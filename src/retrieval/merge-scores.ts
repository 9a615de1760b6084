/**
 * Merges what words and what meaning found: each as a share of its own best, the mean of both. What only one of them knows
 * has nothing from the other.
 */
export function mergeScores(
  lexical: ReadonlyMap<string, number>,
  near: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const best = Math.max(0, ...lexical.values());
  const merged = new Map<string, number>();
  for (const id of new Set([...lexical.keys(), ...near.keys()])) {
    const share = best === 0 ? 0 : (lexical.get(id) ?? 0) / best;
    merged.set(id, (share + (near.get(id) ?? 0)) / 2);
  }
  return merged;
}
