import { maximumFlow } from './bipartite-flow.js';
import { candidateWindows, visitCandidates } from './candidate-windows.js';
import { distinctRows, type RowNode } from './distinct-rows.js';
import type { EncodedColumn } from './encode-column.js';
import { type GroupContext, rowsMatch } from './group-search.js';
import type { Leftovers, RowGroup } from './row-pairing.js';

/**
 * A largest pairing of any group: equal rows become one node with a capacity, candidates come from the column that
 * leaves the fewest, and a maximum flow pairs them. Equal nodes are offered to each other first, which on ordinary data
 * leaves little to search; it is only a start, and the flow may undo it.
 */
export function matchLargeGroup(
  group: RowGroup,
  columns: readonly EncodedColumn[],
  context: GroupContext,
  leftovers: Leftovers,
): void {
  const windows = candidateWindows(distinctRows(group, columns, context), columns, context);
  const equalEdges: [number, number][] = [];
  const otherEdges: [number, number][] = [];
  visitCandidates(windows, columns, context, (one, other) => {
    const expected = windows.expected[one]!;
    const actual = windows.actual[other]!;
    if (expected.key === actual.key) equalEdges.push([one, other]);
    else if (rowsMatch(expected.rows[0]!, actual.rows[0]!, columns, context)) {
      context.budget.spend(4);
      otherEdges.push([one, other]);
    }
  });
  const edges = equalEdges.concat(otherEdges);
  const graph = {
    leftCapacity: Int32Array.from(windows.expected, (node) => node.rows.length),
    rightCapacity: Int32Array.from(windows.actual, (node) => node.rows.length),
    edgeLeft: Int32Array.from(edges, ([one]) => one),
    edgeRight: Int32Array.from(edges, ([, other]) => other),
  };
  const flow = maximumFlow(graph, context.budget);
  const expectedLeft = graph.leftCapacity;
  const actualLeft = graph.rightCapacity;
  for (let edge = 0; edge < flow.length; edge++) {
    expectedLeft[graph.edgeLeft[edge]!]! -= flow[edge]!;
    actualLeft[graph.edgeRight[edge]!]! -= flow[edge]!;
  }
  collect(windows.expected, expectedLeft, leftovers.expected);
  collect(windows.actual, actualLeft, leftovers.actual);
}

function collect(nodes: readonly RowNode[], left: Int32Array, into: number[]): void {
  nodes.forEach((node, index) => {
    const { rows } = node;
    for (const row of rows.slice(rows.length - left[index]!)) into.push(row);
  });
}
