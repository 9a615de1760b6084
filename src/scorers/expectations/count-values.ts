import type { Row } from '../../types/index.js';
import { cellKey, countOf } from '../../values/index.js';
import type { CountedValue } from './result-facts.js';

/** The different values of a column of rows, NULL left out, in the order they come; each row may bear a count. */
export function countValues(
  rows: readonly Row[],
  column: number,
  countColumn?: number,
): readonly CountedValue[] {
  const counted = new Map<string, CountedValue>();
  for (const row of rows) {
    const cell = row[column] ?? null;
    if (cell === null) continue;
    const count = countColumn === undefined ? 1 : countOf(row[countColumn] ?? null);
    const key = cellKey(cell);
    counted.set(key, { cell, count: (counted.get(key)?.count ?? 0) + count });
  }
  return [...counted.values()];
}

/** The values of both; where both have one, with the larger count. */
export function mergeValues(
  one: readonly CountedValue[],
  other: readonly CountedValue[],
): readonly CountedValue[] {
  const merged = new Map(one.map((value) => [cellKey(value.cell), value]));
  for (const value of other) {
    const key = cellKey(value.cell);
    if ((merged.get(key)?.count ?? 0) < value.count) merged.set(key, value);
  }
  return [...merged.values()];
}
