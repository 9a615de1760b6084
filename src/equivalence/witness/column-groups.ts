import type { Random } from './random.js';
import type { SearchHints } from './search-hints.js';
import type { SearchSchema, SearchTable } from './search-schema.js';

/** Says of each column which group it draws its values with. */
export type ColumnGroups = (table: SearchTable, column: number) => number;

/**
 * Columns that are compared mostly share their values; columns of one name sometimes, and mostly under a natural join;
 * foreign keys always, so that what is asked of a child's key is found in its parent.
 */
export function columnGroups(schema: SearchSchema, hints: SearchHints, random: Random): ColumnGroups {
  const firsts = new Map<SearchTable, number>();
  let count = 0;
  for (const table of schema) {
    firsts.set(table, count);
    count += table.columns.length;
  }
  const parents = Array.from({ length: count }, (_, at) => at);
  const root = (at: number): number => {
    while (parents[at] !== at) at = parents[at]!;
    return at;
  };
  const join = (one: number, other: number): void => {
    parents[root(one)] = root(other);
  };
  const place = (table: SearchTable, column: number): number => firsts.get(table)! + column;
  for (const link of hints.links)
    for (const one of link.slice(1))
      if (random.chance(0.85)) join(place(one.table, one.column), place(link[0]!.table, link[0]!.column));
  for (const table of schema)
    for (const { columns, parent, parentColumns } of table.foreignKeys)
      for (const [at, column] of columns.entries())
        join(place(table, column), place(parent, parentColumns[at]!));
  const named = new Map<string, number>();
  for (const table of schema)
    table.columns.forEach(({ name, mentioned }, column) => {
      const same = named.get(name.toLowerCase());
      if (same === undefined) named.set(name.toLowerCase(), place(table, column));
      else if (mentioned && random.chance(hints.joinsNaturally ? 0.95 : 0.35))
        join(same, place(table, column));
    });
  return (table, column) => root(place(table, column));
}
