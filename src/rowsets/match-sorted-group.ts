import type { EncodedColumn } from './encode-column.js';
import { compareValues, type GroupContext, rowsMatch } from './group-search.js';
import type { Leftovers, RowGroup } from './row-pairing.js';

/**
 * A largest pairing of a group that differs in one column of numbers with one rule for all pairs.
 *
 * The values that match x form an interval whose two ends never fall as x grows (each end is x -/+ t, or x times or
 * over 1 - r, whichever reaches further). So when a <= a' and b <= b', and a matches b' and a' matches b, then a matches b and
 * a' matches b': any pairing can be uncrossed, and some largest pairing pairs in sorted order. Walking both sides from
 * the smallest, two rows that match are paired; of two that do not, the smaller one has no partner left.
 */
export function matchSortedGroup(
  group: RowGroup,
  column: EncodedColumn,
  context: GroupContext,
  leftovers: Leftovers,
): void {
  const compare = compareValues(column, context);
  const expected = group.expected.slice().sort((a, b) => compare('expected', a, 'expected', b));
  const actual = group.actual.slice().sort((a, b) => compare('actual', a, 'actual', b));
  context.budget.spend(expected.length + actual.length);
  const columns = [column];
  let one = 0;
  let other = 0;
  while (one < expected.length && other < actual.length) {
    if (rowsMatch(expected[one]!, actual[other]!, columns, context)) {
      one++;
      other++;
    } else if (compare('expected', expected[one]!, 'actual', actual[other]!) < 0)
      leftovers.expected.push(expected[one++]!);
    else leftovers.actual.push(actual[other++]!);
  }
  while (one < expected.length) leftovers.expected.push(expected[one++]!);
  while (other < actual.length) leftovers.actual.push(actual[other++]!);
}
