import type { Row } from '../types/index.js';
import { cellsEqual } from '../values/index.js';
import { columnsAnswer } from './align-columns.js';
import type { CellRule } from './cell-rule.js';
import type { ColumnPair } from './column-pair.js';
import { couldLineUp } from './could-line-up.js';
import { areIdentical } from './identical-cells.js';
import { matchColumns, rememberPairs } from './match-columns.js';
import { pairRows } from './pair-rows.js';
import type { SearchBudget } from './search-budget.js';

/**
 * A result column of its own for each expected column, so that the rows line up; null where there is no such choice.
 * With more than one row a result column of equal values answers for nothing. Throws `BudgetExceeded` when the search
 * takes too long.
 */
export function lenientColumns(
  expected: readonly Row[],
  actual: readonly Row[],
  widths: { readonly expected: number; readonly actual: number },
  isOrdered: boolean,
  rule: CellRule,
  budget: SearchBudget,
): readonly number[] | null {
  const usable = Array.from({ length: widths.actual }, (_, column) => column).filter(
    (column) => actual.length < 2 || actual.some((row) => !cellsEqual(row[column]!, actual[0]![column]!)),
  );
  if (isOrdered) {
    // Sequences line up exactly when each column does by itself.
    const map = matchColumns(
      widths.expected,
      usable.length,
      rememberPairs((one, index) => columnsAnswer(expected, actual, one, usable[index]!, rule, budget)),
    );
    return map === null ? null : map.map((index) => usable[index]!);
  }
  return new LenientSearch(expected, actual, widths.expected, usable, rule, budget).run();
}

class LenientSearch {
  private readonly isTwin: (one: number, other: number) => boolean;

  constructor(
    private readonly expected: readonly Row[],
    private readonly actual: readonly Row[],
    private readonly width: number,
    private readonly usable: readonly number[],
    private readonly rule: CellRule,
    private readonly budget: SearchBudget,
  ) {
    this.isTwin = rememberPairs((one, other) => {
      budget.spend(actual.length);
      return actual.every((row) => areIdentical(row[one]!, row[other]!));
    });
  }

  run(): readonly number[] | null {
    const domains = Array.from({ length: this.width }, (_, one) => ({
      one,
      candidates: this.usable
        .filter((other) => this.couldAnswer(one, other))
        .sort((a, b) => Number(b === one) - Number(a === one)),
    }));
    domains.sort((a, b) => a.candidates.length - b.candidates.length);
    const chosen = this.extend(domains, []);
    if (chosen === null) return null;
    const map: number[] = new Array(this.width).fill(-1);
    for (const [one, other] of chosen) map[one] = other;
    return map;
  }

  /** Adds columns one at a time; a choice under which the rows no longer line up is given up at once. */
  private extend(
    domains: readonly { readonly one: number; readonly candidates: readonly number[] }[],
    chosen: readonly ColumnPair[],
  ): readonly ColumnPair[] | null {
    const domain = domains[chosen.length];
    if (domain === undefined) return chosen;
    const tried: number[] = [];
    for (const candidate of domain.candidates) {
      if (chosen.some(([, other]) => other === candidate)) continue;
      // Identical columns can stand for each other, so what failed with one fails with the other.
      if (tried.some((other) => this.isTwin(other, candidate))) continue;
      tried.push(candidate);
      const next = [...chosen, [domain.one, candidate] as const];
      // Choices that are forced are checked together with the next one that is not.
      const isDue = domain.candidates.length > 1 || next.length === domains.length;
      if (isDue && next.length > 1 && !this.matches(next)) continue;
      const found = this.extend(domains, next);
      if (found !== null) return found;
    }
    return null;
  }

  private couldAnswer(one: number, other: number): boolean {
    this.budget.spend(Math.ceil(this.expected.length / 4));
    return couldLineUp(this.expected, this.actual, one, other, this.rule) && this.matches([[one, other]]);
  }

  private matches(columns: readonly ColumnPair[]): boolean {
    this.budget.spend(Math.ceil((this.expected.length * columns.length) / 4));
    return pairRows(this.expected, this.actual, columns, this.rule, this.budget, 'decide').isPerfect;
  }
}
