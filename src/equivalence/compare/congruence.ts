import type { Block, ColumnReference, Expression } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';

export interface Congruence {
  /** The name that stands for a name's class. */
  readonly nameOf: (name: string) => string;
  /** The literal that a name's class is, if it is one. */
  readonly literalOf: (name: string) => string | null;
  /** The names of each class and the literals it is compared with, in order; and whether that says that they are not NULL. */
  readonly members: readonly { readonly names: readonly string[]; readonly nonNull: boolean }[];
  /** Conjuncts that the classes say already. */
  readonly used: ReadonlySet<Expression>;
}

export const noCongruence: Congruence = {
  nameOf: (name) => name,
  literalOf: () => null,
  members: [],
  used: new Set(),
};

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
  const constants = new Map<string, string>();
  const used = new Set<Expression>();
  const touched = new Set<string>();
  const nonNull = new Set<string>();
  for (const conjunct of block.where) {
    if (conjunct.kind !== 'comparison') continue;
    if (conjunct.operator !== '=' && conjunct.operator !== 'is') continue;
    const { left, right } = conjunct;
    const equal = conjunct.operator === '=';
    const fixed = !equal ? null : (fixedColumn(left, right, facts) ?? fixedColumn(right, left, facts));
    if (fixed !== null) {
      const name = nameOf(fixed.column);
      touched.add(name);
      nonNull.add(name);
      // A column that is compared with two literals has no rows; the second literal stays a condition.
      if (constants.has(name)) continue;
      constants.set(name, fixed.literal);
      used.add(conjunct);
      continue;
    }
    if (left.kind !== 'column' || right.kind !== 'column') continue;
    if (facts.isPadded(left.instance) || facts.isPadded(right.instance)) continue;
    const { identity } = facts.typeOf(left);
    if (identity === null || facts.typeOf(right).identity !== identity) continue;
    const names = [nameOf(left), nameOf(right)] as const;
    for (const name of names) {
      touched.add(name);
      if (equal) nonNull.add(name);
    }
    used.add(conjunct);
    const [one, other] = names.map(root) as [string, string];
    if (one === other) continue;
    // The smaller name stands for the class, whichever conjunct comes first.
    if (one < other) parents.set(other, one);
    else parents.set(one, other);
  }
  const classes = new Map<string, string[]>();
  for (const name of touched) classes.set(root(name), [...(classes.get(root(name)) ?? []), name]);
  const literals = new Map<string, readonly string[]>();
  for (const [top, names] of classes) {
    const own = [
      ...new Set(names.map((name) => constants.get(name)).filter((one) => one !== undefined)),
    ].sort();
    if (own.length > 0) literals.set(top, own);
  }
  return {
    // A literal stands for its whole class, as a value of the column's type: beside another column it would not be converted
    // as a literal is.
    nameOf: (name) => fixedName(literals.get(root(name)) ?? null) ?? root(name),
    literalOf: (name) => literals.get(root(name))?.[0] ?? null,
    members: [...classes].map(([top, names]) => ({
      names: [...names, ...(literals.get(top) ?? [])].sort(),
      nonNull: names.some((name) => nonNull.has(name)),
    })),
    used,
  };
}

function fixedName(literals: readonly string[] | null): string | null {
  return literals === null ? null : `fixed ${literals[0]}`;
}

/** A column that is one literal: equal is the same, and the literal is written as the column's value is. */
function fixedColumn(
  column: Expression,
  literal: Expression,
  facts: Facts,
): { readonly column: ColumnReference; readonly literal: string } | null {
  if (column.kind !== 'column' || literal.kind !== 'literal' || facts.isPadded(column.instance)) return null;
  const { identity } = facts.typeOf(column);
  const integer =
    identity === 'integer' && literal.type === 'number' && /^(0|-?[1-9]\d{0,14})$/.test(literal.value);
  const text = identity === 'text' && literal.type === 'string';
  return integer || text ? { column, literal: `${literal.type} ${JSON.stringify(literal.value)}` } : null;
}
