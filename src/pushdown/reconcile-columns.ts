import { foldIdentifier } from '../sql/index.js';
import type { Column } from '../types/index.js';

/** Which expected column is which actual one, by place in its query. */
export interface Reconciled {
  readonly pairs: readonly (readonly [expected: number, actual: number])[];
  readonly missing: readonly string[];
  readonly unexpected: readonly string[];
  /** True when the paired columns do not stand in the same order. */
  readonly isReordered: boolean;
}

/** Pairs columns by name, as the dialect takes names for the same; of equal names the first with the first. */
export function reconcileColumns(
  expected: readonly Pick<Column, 'name'>[],
  actual: readonly Pick<Column, 'name'>[],
  dialect: string,
): Reconciled {
  const places = new Map<string, number[]>();
  for (const [place, { name }] of actual.entries()) {
    const key = foldIdentifier(name, dialect, true);
    places.set(key, [...(places.get(key) ?? []), place]);
  }
  const pairs: (readonly [number, number])[] = [];
  const missing: string[] = [];
  for (const [place, { name }] of expected.entries()) {
    const found = places.get(foldIdentifier(name, dialect, true))?.shift();
    if (found === undefined) missing.push(name);
    else pairs.push([place, found]);
  }
  const left = [...places.values()].flat().sort((one, other) => one - other);
  return {
    pairs,
    missing,
    unexpected: left.map((place) => actual[place]!.name),
    isReordered: pairs.some(([, place], index) => index > 0 && place < pairs[index - 1]![1]),
  };
}
