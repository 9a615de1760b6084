import type { Row } from '../types/index.js';
import { type CellRule, cellAnswers } from './cell-rule.js';
import { type CoarseTables, coarseTables } from './coarse-table.js';
import { type Colouring, individualise, refineColours, sameColours, startColours } from './column-colours.js';
import type { ColumnPair } from './column-pair.js';
import { couldLineUp } from './could-line-up.js';
import { coverRows } from './cover-rows.js';
import { areIdentical } from './identical-cells.js';
import { matchColumns, rememberPairs } from './match-columns.js';
import { pairRows } from './pair-rows.js';
import type { SearchBudget } from './search-budget.js';

/** The order of columns under which two sequences of rows match; null where there is none. Columns decide one by one. */
export function alignOrdered(
  expected: readonly Row[],
  actual: readonly Row[],
  width: number,
  rule: CellRule,
  budget: SearchBudget,
): readonly number[] | null {
  if (expected.length !== actual.length) return null;
  return matchColumns(
    width,
    width,
    rememberPairs((one, other) => columnsAnswer(expected, actual, one, other, rule, budget)),
  );
}

/** Whether an actual column answers for an expected one row by row. */
export function columnsAnswer(
  expected: readonly Row[],
  actual: readonly Row[],
  expectedColumn: number,
  actualColumn: number,
  rule: CellRule,
  budget: SearchBudget,
): boolean {
  for (let row = 0; row < expected.length; row++)
    if (!cellAnswers(expected[row]![expectedColumn]!, actual[row]![actualColumn]!, rule)) {
      budget.spend(row);
      return false;
    }
  budget.spend(expected.length);
  return true;
}

/**
 * The order of columns under which two bags or sets of rows match; null where there is none.
 *
 * Columns and rows are coloured by what no permutation changes, refining each other; different colours on the two sides
 * prove that there is none. Where some columns share a colour, one of them is tried on each of its candidates in turn.
 * Every order found is verified on the cells. Throws `BudgetExceeded` when that takes too long.
 */
export function alignColumns(
  expected: readonly Row[],
  actual: readonly Row[],
  width: number,
  rule: CellRule,
  isSet: boolean,
  budget: SearchBudget,
): readonly number[] | null {
  if (!isSet && expected.length !== actual.length) return null;
  const tables = coarseTables(expected, actual, width, rule, isSet);
  if (tables.expected.weights.length !== tables.actual.weights.length) return null;
  return new AlignmentSearch(expected, actual, width, rule, isSet, budget, tables).run();
}

class AlignmentSearch {
  private readonly isTwin: (one: number, other: number) => boolean;
  private readonly couldAnswer: (one: number, other: number) => boolean;

  constructor(
    private readonly expected: readonly Row[],
    private readonly actual: readonly Row[],
    private readonly width: number,
    private readonly rule: CellRule,
    private readonly isSet: boolean,
    private readonly budget: SearchBudget,
    private readonly tables: CoarseTables,
  ) {
    this.isTwin = rememberPairs((one, other) => {
      budget.spend(actual.length);
      return actual.every((row) => areIdentical(row[one]!, row[other]!));
    });
    // With exact codes the colours say as much; under a tolerance, one column alone often rules a candidate out.
    this.couldAnswer = rememberPairs(
      (one, other) =>
        tables.isExact || (couldLineUp(expected, actual, one, other, rule) && this.matches([[one, other]])),
    );
  }

  run(): readonly number[] | null {
    return this.search(startColours(this.tables.expected), startColours(this.tables.actual), 0);
  }

  private search(expected: Colouring, actual: Colouring, depth: number): readonly number[] | null {
    const refined = this.refine(expected, actual);
    if (refined === null) return null;
    const branch = smallestSharedColour(refined.expected.columns);
    if (branch === null) {
      const map = Array.from(refined.expected.columns, (colour) => refined.actual.columns.indexOf(colour));
      return this.matches(map.map((other, one) => [one, other] as const)) ? map : null;
    }
    const candidates = this.candidatesOf(branch, refined.actual);
    const tried: number[] = [];
    for (const candidate of candidates) {
      // Identical columns of one side can stand for each other, so what failed with one fails with the other.
      if (tried.some((other) => this.isTwin(other, candidate))) continue;
      tried.push(candidate);
      if (!this.couldAnswer(branch.column, candidate)) continue;
      const found = this.search(
        individualise(refined.expected, branch.column, depth),
        individualise(refined.actual, candidate, depth),
        depth + 1,
      );
      if (found !== null) return found;
    }
    return null;
  }

  /** Refines until the columns' colours split no further for two rounds; null where the two sides differ. */
  private refine(expected: Colouring, actual: Colouring): { expected: Colouring; actual: Colouring } | null {
    let count = 0;
    for (let idle = 0; idle < 2; ) {
      this.budget.spend(Math.ceil(this.tables.expected.codes.length / 4));
      expected = refineColours(this.tables.expected, expected);
      actual = refineColours(this.tables.actual, actual);
      if (!sameColours(expected, actual)) return null;
      const next = new Set(expected.columns).size;
      if (next === this.width) break;
      idle = next > count ? 0 : idle + 1;
      count = next;
    }
    return { expected, actual };
  }

  private candidatesOf(branch: { column: number; colour: number }, actual: Colouring): readonly number[] {
    const candidates: number[] = [];
    actual.columns.forEach((colour, column) => {
      if (colour === branch.colour) candidates.push(column);
    });
    return candidates.sort((a, b) => Number(b === branch.column) - Number(a === branch.column));
  }

  private matches(columns: readonly ColumnPair[]): boolean {
    this.budget.spend(Math.ceil((this.expected.length * columns.length) / 4));
    const pair = this.isSet ? coverRows : pairRows;
    return pair(this.expected, this.actual, columns, this.rule, this.budget, 'decide').isPerfect;
  }
}

/** A column whose colour the fewest, but not only it, have; null where all colours differ. */
function smallestSharedColour(columns: Int32Array): { column: number; colour: number } | null {
  const members = new Map<number, number[]>();
  columns.forEach((colour, column) => {
    const group = members.get(colour);
    if (group === undefined) members.set(colour, [column]);
    else group.push(column);
  });
  const shared = [...members.values()]
    .filter((group) => group.length > 1)
    .sort((a, b) => a.length - b.length)[0];
  return shared === undefined ? null : { column: shared[0]!, colour: columns[shared[0]!]! };
}
