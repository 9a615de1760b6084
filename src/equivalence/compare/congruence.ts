import type { Block, ColumnReference, Expression } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';

export interface Congruence {
  /** The name that stands for a name's class. */
  readonly nameOf: (name: string) => string;
  /** The names of each class, in order. A class of one name says that it is not NULL. */
  readonly members: readonly (readonly string[])[];
  /** Conjuncts that the classes say already. */
  readonly used: ReadonlySet<Expression>;
}

export const noCongruence: Congruence = { nameOf: (name) => name, members: [], used: new Set() };

/**
 * Columns that conjuncts of WHERE make equal, where equal values of both types are one and the same value. Columns on the
 * right of a LEFT JOIN are left out: the equality does not hold yet where the join is decided.
 */
export function congruence(
  block: Block,
  facts: Facts,
  nameOf: (column: ColumnReference) => string,
): Congruence {
  const parents = new Map<string, string>();
  const root = (name: string): string => {
    let current = name;
    for (let next = parents.get(current); next !== undefined; next = parents.get(current)) current = next;
    return current;
  };
  const used = new Set<Expression>();
  const touched = new Set<string>();
  for (const conjunct of block.where) {
    if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') continue;
    const { left, right } = conjunct;
    if (left.kind !== 'column' || right.kind !== 'column') continue;
    if (facts.isPadded(left.instance) || facts.isPadded(right.instance)) continue;
    const { identity } = facts.typeOf(left);
    if (identity === null || facts.typeOf(right).identity !== identity) continue;
    const names = [nameOf(left), nameOf(right)] as const;
    for (const name of names) touched.add(name);
    used.add(conjunct);
    const [one, other] = names.map(root) as [string, string];
    if (one === other) continue;
    // The smaller name stands for the class, whichever conjunct comes first.
    if (one < other) parents.set(other, one);
    else parents.set(one, other);
  }
  const classes = new Map<string, string[]>();
  for (const name of touched) classes.set(root(name), [...(classes.get(root(name)) ?? []), name]);
  return { nameOf: root, members: [...classes.values()].map((names) => names.sort()), used };
}
