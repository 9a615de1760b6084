import type { CatalogColumn } from '../types/index.js';
import { byScore } from './by-score.js';
import { columnId, type IndexedSchema } from './indexed-schema.js';

/**
 * The columns to send of each chosen table, in the table's own order. Keys that join the chosen tables come first, then
 * primary keys, then what was found, then the rest as far as there is room, table by table.
 */
export function chooseColumns(
  { tables, graph }: IndexedSchema,
  chosen: readonly string[],
  scores: ReadonlyMap<string, number>,
  maxColumns: number,
): ReadonlyMap<string, readonly CatalogColumn[]> {
  const all = new Set(chosen);
  const joining = new Map(chosen.map((table) => [table, new Set(graph.joinColumns(table, all))]));
  const best = Math.max(1, ...scores.values());
  const ranks = new Map<string, number>();
  for (const [place, table] of chosen.entries()) {
    const { columns, primaryKey } = tables.get(table)!;
    for (const { name } of columns) {
      const key = joining.get(table)!.has(name) ? 4 : primaryKey.includes(name) ? 2 : 0;
      const found = scores.get(columnId(table, name));
      const rank = key + (found === undefined ? 0 : 1 + found / best);
      ranks.set(columnId(table, name), rank - place / 1e6);
    }
  }
  const sent = new Set(
    byScore(ranks)
      .slice(0, maxColumns)
      .map(([id]) => id),
  );
  return new Map(
    chosen.map((table) => [
      table,
      tables.get(table)!.columns.filter(({ name }) => sent.has(columnId(table, name))),
    ]),
  );
}
