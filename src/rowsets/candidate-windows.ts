import type { RowNode } from './distinct-rows.js';
import type { EncodedColumn } from './encode-column.js';
import type { GroupContext } from './group-search.js';
import { gapLimit } from './number-clusters.js';

/** For each expected node the actual nodes it could match: those of `actual` from `starts[i]` up to `ends[i] - 1`. */
export interface CandidateWindows {
  readonly expected: readonly RowNode[];
  readonly actual: readonly RowNode[];
  readonly starts: Int32Array;
  readonly ends: Int32Array;
}

/** Sorts the nodes by the column of numbers that leaves the fewest candidates; without such a column all are. */
export function candidateWindows(
  nodes: { readonly expected: readonly RowNode[]; readonly actual: readonly RowNode[] },
  columns: readonly EncodedColumn[],
  context: GroupContext,
): CandidateWindows {
  let best: CandidateWindows = {
    ...nodes,
    starts: new Int32Array(nodes.expected.length),
    ends: new Int32Array(nodes.expected.length).fill(nodes.actual.length),
  };
  let fewest = nodes.expected.length * nodes.actual.length;
  for (const column of columns) {
    if (column.numbers === null || column.classes[nodes.expected[0]!.rows[0]!] !== 0) continue;
    const windows = windowsOf(nodes, column, context);
    let candidates = 0;
    for (let index = 0; index < windows.starts.length; index++)
      candidates += windows.ends[index]! - windows.starts[index]!;
    if (candidates >= fewest) continue;
    fewest = candidates;
    best = windows;
  }
  return best;
}

function windowsOf(
  nodes: { readonly expected: readonly RowNode[]; readonly actual: readonly RowNode[] },
  column: EncodedColumn,
  context: GroupContext,
): CandidateWindows {
  const { values, isRelative } = column.numbers!;
  const offset = context.expected.length;
  const expectedValue = (node: RowNode): number => values[node.rows[0]!]!;
  const actualValue = (node: RowNode): number => values[offset + node.rows[0]!]!;
  const expected = [...nodes.expected].sort((a, b) => expectedValue(a) - expectedValue(b));
  const actual = [...nodes.actual].sort((a, b) => actualValue(a) - actualValue(b));
  context.budget.spend(expected.length + actual.length);
  const limit = gapLimit(context.rule.tolerance, isRelative);
  const starts = new Int32Array(expected.length);
  const ends = new Int32Array(expected.length);
  // Both ends of the window only move forwards, because the values that match x are an interval that grows with x.
  let start = 0;
  let end = 0;
  for (let index = 0; index < expected.length; index++) {
    const value = expectedValue(expected[index]!);
    const isBelow = (other: number): boolean => other < value && value - other > limit(value, other);
    const isAbove = (other: number): boolean => other > value && other - value > limit(value, other);
    while (start < actual.length && isBelow(actualValue(actual[start]!))) start++;
    end = Math.max(end, start);
    while (end < actual.length && !isAbove(actualValue(actual[end]!))) end++;
    starts[index] = start;
    ends[index] = end;
  }
  return { expected, actual, starts, ends };
}

/** Calls `visit` with each actual node that an expected node could match, for one expected node after the other. */
export function visitCandidates(
  windows: CandidateWindows,
  columns: readonly EncodedColumn[],
  context: GroupContext,
  visit: (expectedNode: number, actualNode: number) => void,
): void {
  const offset = context.expected.length;
  const filters = columns
    .filter(({ numbers, classes }) => numbers !== null && classes[windows.expected[0]!.rows[0]!] === 0)
    .map(({ numbers }) => ({
      expected: Float64Array.from(windows.expected, (node) => numbers!.values[node.rows[0]!]!),
      actual: Float64Array.from(windows.actual, (node) => numbers!.values[offset + node.rows[0]!]!),
      limit: gapLimit(context.rule.tolerance, numbers!.isRelative),
    }));
  for (let one = 0; one < windows.expected.length; one++) {
    const start = windows.starts[one]!;
    const end = windows.ends[one]!;
    context.budget.spend(Math.ceil((end - start) / 8));
    candidates: for (let other = start; other < end; other++) {
      for (const { expected, actual, limit } of filters) {
        const [a, b] = [expected[one]!, actual[other]!];
        if (Math.abs(a - b) > limit(a, b)) continue candidates;
      }
      context.budget.spend(1);
      visit(one, other);
    }
  }
}
