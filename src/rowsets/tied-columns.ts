import type { Row } from '../types/index.js';
import type { ColumnPair } from './column-pair.js';
import { areIdentical } from './identical-cells.js';
import { rememberPairs } from './match-columns.js';
import type { SearchBudget } from './search-budget.js';

export interface TiedColumns {
  /** Columns of the result, without the one that tags its group. */
  readonly width: number;
  readonly actual: readonly Row[];
  readonly isByValue: boolean;
  /** Whether the rows line up in these columns alone; what fails with some columns fails with more. */
  isValid(columns: readonly ColumnPair[]): boolean;
}

/**
 * For each expected column the actual one that answers it, so that the rows line up; null where there is no such choice.
 * Columns are added one at a time, those with the fewest candidates first.
 *
 * @param isTagged the rows carry one more column, which only answers itself
 */
export function tiedColumns(
  { width, actual, isByValue, isValid }: TiedColumns,
  budget: SearchBudget,
  isTagged: boolean,
): readonly number[] | null {
  const tag: readonly ColumnPair[] = isTagged ? [[width, width]] : [];
  const inPlace = Array.from({ length: width }, (_, column) => column);
  if (!isByValue)
    return isValid([...inPlace.map((column) => [column, column] as const), ...tag]) ? inPlace : null;
  const isTwin = rememberPairs((one, other) => {
    budget.spend(actual.length);
    return actual.every((row) => areIdentical(row[one]!, row[other]!));
  });
  const domains = inPlace
    .map((one) => ({ one, candidates: inPlace.filter((other) => isValid([[one, other], ...tag])) }))
    .sort((a, b) => a.candidates.length - b.candidates.length);
  const extend = (chosen: readonly ColumnPair[]): readonly ColumnPair[] | null => {
    const domain = domains[chosen.length];
    if (domain === undefined) return chosen;
    const tried: number[] = [];
    for (const candidate of domain.candidates) {
      if (chosen.some(([, other]) => other === candidate)) continue;
      // Identical columns can stand for each other, so what failed with one fails with the other.
      if (tried.some((other) => isTwin(other, candidate))) continue;
      tried.push(candidate);
      const next: readonly ColumnPair[] = [...chosen, [domain.one, candidate]];
      if (!isValid([...next, ...tag])) continue;
      const found = extend(next);
      if (found !== null) return found;
    }
    return null;
  };
  const found = extend([]);
  if (found === null) return null;
  const map: number[] = new Array(width).fill(-1);
  for (const [one, other] of found) map[one] = other;
  return map;
}
