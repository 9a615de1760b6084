import type { SearchBudget } from './search-budget.js';

/** A bipartite graph whose nodes may each be used a number of times; edges as pairs at the same position. */
export interface BipartiteGraph {
  readonly leftCapacity: Int32Array;
  readonly rightCapacity: Int32Array;
  readonly edgeLeft: Int32Array;
  readonly edgeRight: Int32Array;
}

/** The flow along each edge of a maximum flow. */
export function maximumFlow(graph: BipartiteGraph, budget: SearchBudget): Int32Array {
  return new FlowSearch(graph, budget).run();
}

/**
 * Dinic's algorithm: levels by breadth-first search, then augmenting paths along the levels until none is left. With all
 * capacities 1 that is Hopcroft and Karp's matching. No edge has a capacity of its own, so the residual graph has every
 * edge forwards, and backwards those that carry flow.
 */
class FlowSearch {
  private readonly flow: Int32Array;
  private readonly leftFree: Int32Array;
  private readonly rightFree: Int32Array;
  private readonly fromLeft: Incidence;
  private readonly fromRight: Incidence;
  private readonly leftLevel: Int32Array;
  private readonly rightLevel: Int32Array;

  constructor(
    private readonly graph: BipartiteGraph,
    private readonly budget: SearchBudget,
  ) {
    this.flow = new Int32Array(graph.edgeLeft.length);
    this.leftFree = graph.leftCapacity.slice();
    this.rightFree = graph.rightCapacity.slice();
    this.fromLeft = incidence(graph.edgeLeft, this.leftFree.length);
    this.fromRight = incidence(graph.edgeRight, this.rightFree.length);
    this.leftLevel = new Int32Array(this.leftFree.length);
    this.rightLevel = new Int32Array(this.rightFree.length);
  }

  run(): Int32Array {
    this.takeDirectly();
    while (this.findLevels()) {
      const nextLeft = this.fromLeft.starts.slice();
      const nextRight = this.fromRight.starts.slice();
      for (let left = 0; left < this.leftFree.length; left++)
        while (this.leftFree[left]! > 0 && this.augment(left, nextLeft, nextRight));
    }
    return this.flow;
  }

  /** A start that leaves little to augment: each edge in turn takes what both its ends have left. */
  private takeDirectly(): void {
    const { edgeLeft, edgeRight } = this.graph;
    this.budget.spend(edgeLeft.length);
    for (let edge = 0; edge < edgeLeft.length; edge++)
      this.push(edge, Math.min(this.leftFree[edgeLeft[edge]!]!, this.rightFree[edgeRight[edge]!]!));
  }

  private push(edge: number, amount: number): void {
    this.flow[edge] = this.flow[edge]! + amount;
    this.leftFree[this.graph.edgeLeft[edge]!]! -= amount;
    this.rightFree[this.graph.edgeRight[edge]!]! -= amount;
  }

  private findLevels(): boolean {
    const { leftLevel, rightLevel } = this;
    leftLevel.fill(-1);
    rightLevel.fill(-1);
    let frontier: number[] = [];
    for (let left = 0; left < this.leftFree.length; left++)
      if (this.leftFree[left]! > 0) {
        leftLevel[left] = 0;
        frontier.push(left);
      }
    let isReached = false;
    for (let level = 1; frontier.length > 0 && !isReached; level += 2) {
      const reached = this.step(frontier, this.fromLeft, this.graph.edgeRight, rightLevel, level, false);
      isReached = reached.some((right) => this.rightFree[right]! > 0);
      frontier = isReached
        ? []
        : this.step(reached, this.fromRight, this.graph.edgeLeft, leftLevel, level + 1, true);
    }
    return isReached;
  }

  private step(
    frontier: readonly number[],
    from: Incidence,
    targets: Int32Array,
    levels: Int32Array,
    level: number,
    backwards: boolean,
  ): number[] {
    const reached: number[] = [];
    for (const node of frontier) {
      this.budget.spend(from.starts[node + 1]! - from.starts[node]! + 1);
      for (let position = from.starts[node]!; position < from.starts[node + 1]!; position++) {
        const edge = from.edges[position]!;
        const target = targets[edge]!;
        if (levels[target]! >= 0 || (backwards && this.flow[edge] === 0)) continue;
        levels[target] = level;
        reached.push(target);
      }
    }
    return reached;
  }

  /** Sends what it can along one path of rising levels from `start`; false when there is none. */
  private augment(start: number, nextLeft: Int32Array, nextRight: Int32Array): boolean {
    const { edgeLeft, edgeRight } = this.graph;
    // The edges of the path: even positions go forwards, odd ones backwards.
    const path: number[] = [];
    let left = start;
    for (;;) {
      const forward = this.advance(
        left,
        nextLeft,
        this.fromLeft,
        edgeRight,
        this.rightLevel,
        this.leftLevel,
        false,
      );
      if (forward < 0) {
        if (path.length === 0) return false;
        // A dead end: drop the edge back and the edge forwards before it, and go on from there.
        const back = path.pop()!;
        nextRight[edgeRight[back]!]!++;
        const before = path.pop()!;
        left = edgeLeft[before]!;
        const right = edgeRight[before]!;
        const again = this.advance(
          right,
          nextRight,
          this.fromRight,
          edgeLeft,
          this.leftLevel,
          this.rightLevel,
          true,
        );
        if (again < 0) {
          nextLeft[left]!++;
          continue;
        }
        path.push(before, again);
        left = edgeLeft[again]!;
        continue;
      }
      const right = edgeRight[forward]!;
      path.push(forward);
      if (this.rightFree[right]! > 0) break;
      const back = this.advance(
        right,
        nextRight,
        this.fromRight,
        edgeLeft,
        this.leftLevel,
        this.rightLevel,
        true,
      );
      if (back < 0) {
        path.pop();
        nextLeft[left]!++;
        continue;
      }
      path.push(back);
      left = edgeLeft[back]!;
    }
    const end = edgeRight[path.at(-1)!]!;
    let amount = Math.min(this.leftFree[start]!, this.rightFree[end]!);
    for (let index = 1; index < path.length; index += 2) amount = Math.min(amount, this.flow[path[index]!]!);
    for (let index = 0; index < path.length; index++)
      this.flow[path[index]!] = this.flow[path[index]!]! + (index % 2 === 0 ? amount : -amount);
    this.leftFree[start]! -= amount;
    this.rightFree[end]! -= amount;
    return true;
  }

  /** The next edge from a node to the level above, or -1; the node's place in `next` moves on to it. */
  private advance(
    node: number,
    next: Int32Array,
    from: Incidence,
    targets: Int32Array,
    targetLevels: Int32Array,
    levels: Int32Array,
    backwards: boolean,
  ): number {
    this.budget.spend(1);
    for (; next[node]! < from.starts[node + 1]!; next[node]!++) {
      const edge = from.edges[next[node]!]!;
      if (targetLevels[targets[edge]!] === levels[node]! + 1 && !(backwards && this.flow[edge] === 0))
        return edge;
      this.budget.spend(1);
    }
    return -1;
  }
}

/** The edges at each node: those of node n are `edges[starts[n]]` up to `edges[starts[n + 1] - 1]`. */
interface Incidence {
  readonly starts: Int32Array;
  readonly edges: Int32Array;
}

function incidence(ends: Int32Array, nodes: number): Incidence {
  const starts = new Int32Array(nodes + 1);
  for (const node of ends) starts[node + 1]!++;
  for (let node = 0; node < nodes; node++) starts[node + 1]! += starts[node]!;
  const fill = starts.slice();
  const edges = new Int32Array(ends.length);
  for (let edge = 0; edge < ends.length; edge++) edges[fill[ends[edge]!]!++] = edge;
  return { starts, edges };
}
