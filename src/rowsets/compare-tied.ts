import type { Row } from '../types/index.js';
import { exact, prepareTolerance, type Tolerance } from '../values/index.js';
import type { CellRule } from './cell-rule.js';
import { compareRowSets } from './compare-row-sets.js';
import { pairRows } from './pair-rows.js';
import { columnCount, type RowSide } from './row-side.js';
import { BudgetExceeded, defaultBudget, SearchBudget } from './search-budget.js';
import { tiedColumns } from './tied-columns.js';

/** Rows that are equal on every sort key, of which a result holds `kept`: all of them, or fewer where a LIMIT cuts. */
export interface TieGroup {
  readonly rows: readonly Row[];
  readonly kept: number;
}

export interface TiedOptions {
  /** `ordered`: the groups follow each other. `ignore`: rows may come in any order; which groups they are of counts. */
  readonly order: 'ordered' | 'ignore';
  readonly alignment?: 'by_position' | 'by_value';
  readonly tolerance?: Tolerance;
  readonly budget?: number;
}

export interface TiedComparison {
  readonly outcome: 'equal' | 'different' | 'inconclusive';
  readonly reason: string;
  readonly flags: readonly string[];
  readonly columnMap?: readonly number[];
}

/**
 * Whether rows are a valid result of an ordered query with ties: group after group, each in any order, and of a group that
 * is cut any choice of as many rows as are kept. By value one order of the columns must do for all groups. Exact, or
 * inconclusive when that takes too long to decide.
 */
export function compareTied(
  groups: readonly TieGroup[],
  actual: RowSide,
  options: TiedOptions,
): TiedComparison {
  const kept = groups.reduce((sum, group) => sum + group.kept, 0);
  if (actual.truncated)
    return { outcome: 'inconclusive', reason: 'the result was cut', flags: ['truncated'] };
  if (actual.rows.length !== kept) return different;
  const width = groups[0]?.rows[0]?.length ?? columnCount(actual) ?? 0;
  if (columnCount(actual) !== width) return different;
  const isCut = groups.some(({ rows, kept: some }) => some < rows.length);
  const tolerance = options.tolerance ?? exact;
  const tagged = options.order === 'ordered' ? tagRows(groups, actual.rows) : untagged(groups, actual.rows);
  if (!isCut) return compareWhole(tagged, width, { ...options, tolerance });
  const rule: CellRule = { tolerance: prepareTolerance(tolerance), match: 'values' };
  if (options.order === 'ignore' && groups.filter(({ rows, kept: some }) => some < rows.length).length > 1)
    return {
      outcome: 'inconclusive',
      reason: 'both ends of the result cut a tie, and order is ignored',
      flags: [],
    };
  const mandatory = groups.flatMap(({ rows, kept: some }) => (some < rows.length ? [] : rows));
  try {
    const search = (budget: SearchBudget, isByValue: boolean): readonly number[] | null =>
      tiedColumns(
        {
          width,
          actual: tagged.actual,
          isByValue,
          isValid: (columns) =>
            isInjection(tagged.actual, tagged.expected, columns, rule, budget, 'actual') &&
            // A matching that uses every result row and one that uses every row that must be there make one that uses both.
            (options.order === 'ordered' ||
              isInjection(tagged.actual, mandatory, columns, rule, budget, 'expected')),
        },
        budget,
        options.order === 'ordered',
      );
    const steps = options.budget ?? defaultBudget;
    const map =
      search(new SearchBudget(steps), false) ??
      (options.alignment === 'by_value' ? search(new SearchBudget(steps), true) : null);
    if (map === null) return different;
    const isPermuted = map.some((column, at) => column !== at);
    return { ...equal, flags: isPermuted ? ['columns_permuted'] : [], columnMap: map };
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
    return {
      outcome: 'inconclusive',
      reason: 'search budget: deciding this would take too long',
      flags: ['search_budget'],
    };
  }
}

const equal: TiedComparison = { outcome: 'equal', reason: 'the same rows, ties aside', flags: [] };
const different: TiedComparison = {
  outcome: 'different',
  reason: 'no way to break the ties gives these rows',
  flags: [],
};

interface Sides {
  readonly expected: readonly Row[];
  readonly actual: readonly Row[];
}

/** Adds the number of its group to each row, as a value that no database holds, so that only rows of one group match. */
function tagRows(groups: readonly TieGroup[], rows: readonly Row[]): Sides {
  let next = 0;
  const expected: Row[] = [];
  const actual: Row[] = [];
  groups.forEach((group, number) => {
    const tag = { k: 'other', t: 'tie group', v: `${number}` } as const;
    for (const row of group.rows) expected.push([...row, tag]);
    for (const row of rows.slice(next, next + group.kept)) actual.push([...row, tag]);
    next += group.kept;
  });
  return { expected, actual };
}

function untagged(groups: readonly TieGroup[], rows: readonly Row[]): Sides {
  return { expected: groups.flatMap((group) => group.rows), actual: rows };
}

function compareWhole({ expected, actual }: Sides, width: number, options: TiedOptions): TiedComparison {
  const { outcome, reason, flags, columnMap } = compareRowSets(
    { rows: expected },
    { rows: actual },
    {
      order: 'ignore',
      ...(options.alignment === undefined ? {} : { alignment: options.alignment }),
      ...(options.tolerance === undefined ? {} : { tolerance: options.tolerance }),
      ...(options.budget === undefined ? {} : { budget: options.budget }),
    },
  );
  if (outcome === 'different') return different;
  return {
    outcome,
    reason,
    flags,
    ...(columnMap === undefined ? {} : { columnMap: columnMap.slice(0, width) }),
  };
}

/** Whether every row of one side has a partner of its own on the other. */
function isInjection(
  actual: readonly Row[],
  expected: readonly Row[],
  columns: readonly (readonly [number, number])[],
  rule: CellRule,
  budget: SearchBudget,
  side: 'actual' | 'expected',
): boolean {
  budget.spend(Math.ceil(((actual.length + expected.length) * columns.length) / 8) + 1);
  const { unmatched } = pairRows(expected, actual, columns, rule, budget);
  if (unmatched === null) throw new BudgetExceeded();
  return unmatched[side].length === 0;
}
