import { byScore } from './by-score.js';
import type { IndexedSchema } from './indexed-schema.js';
import type { RetrievalOptions } from './retrieval-options.js';

/** The best tables, whose neighbours come along too: the words of a question often name only one end of what it asks. */
const expanded = 3;

/**
 * The tables to send, best first, each with its score. With foreign keys, a table that was found comes with those that join
 * it to the tables before it, and the best ones with all they are connected to, as far as there is room. When nothing was
 * found, any table may be meant.
 */
export function chooseTables(
  { tables, graph }: IndexedSchema,
  scores: ReadonlyMap<string, number>,
  { maxTables, minScore, expandForeignKeys }: Required<RetrievalOptions>,
): ReadonlyMap<string, number> {
  const chosen = new Map<string, number>();
  const ranked = byScore(scores);
  const least = minScore * (ranked[0]?.[1] ?? 0);
  const found = ranked.filter(([, score]) => score >= least);
  const candidates = found.length > 0 ? found : byScore(new Map([...tables.keys()].map((name) => [name, 0])));
  for (const [table, score] of candidates) {
    if (chosen.size >= maxTables) break;
    if (chosen.has(table)) continue;
    const between = expandForeignKeys ? (graph.between(table, new Set(chosen.keys())) ?? []) : [];
    chosen.set(table, score);
    if (chosen.size + between.length > maxTables) continue;
    for (const joining of between) chosen.set(joining, scores.get(joining) ?? 0);
  }
  const nearby = expandForeignKeys ? [...chosen.keys()].slice(0, expanded).flatMap(graph.neighbours) : [];
  for (const table of nearby) {
    if (chosen.size >= maxTables) break;
    if (!chosen.has(table)) chosen.set(table, scores.get(table) ?? 0);
  }
  return chosen;
}
