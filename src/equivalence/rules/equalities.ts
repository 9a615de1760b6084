import {
  type ColumnReference,
  type Expression,
  expressionKey,
  type Literal,
  nullLiteral,
  number,
  type RelationGroup,
  relationsOf,
} from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { replacedIn } from './derived.js';
import type { BlockRule } from './rule.js';

const nowhere: RelationGroup = { relations: [], optional: [] };

/** Two columns that a conjunct makes one and the same value: equal is the same for their type, and no join fills them up. */
export function equalColumns(
  conjunct: Expression,
  facts: Facts,
): readonly [ColumnReference, ColumnReference] | null {
  if (conjunct.kind !== 'comparison' || (conjunct.operator !== '=' && conjunct.operator !== 'is'))
    return null;
  const { left, right } = conjunct;
  if (left.kind !== 'column' || right.kind !== 'column') return null;
  if (facts.isPadded(left.instance) || facts.isPadded(right.instance)) return null;
  const { identity } = facts.typeOf(left);
  return identity !== null && facts.typeOf(right).identity === identity ? [left, right] : null;
}

/**
 * A column of a query around this one stands for others, so that what is asked of it can be asked there; and then one that tells
 * rows of its relation apart, as rules on keys look for it.
 */
function before(
  one: ColumnReference,
  other: ColumnReference,
  own: ReadonlySet<number>,
  facts: Facts,
): boolean {
  if (own.has(one.instance) !== own.has(other.instance)) return own.has(other.instance);
  const [first, second] = [isKey(one, facts), isKey(other, facts)];
  if (first !== second) return first;
  if (one.instance !== other.instance) return one.instance < other.instance;
  return one.column < other.column;
}

function isKey({ instance, column }: ColumnReference, facts: Facts): boolean {
  const relation = facts.relation(instance);
  return relation !== null && facts.keysOf(relation).some(({ columns }) => columns.join() === column);
}

/** Of columns that WHERE makes one value, one is written everywhere but in the equalities themselves. */
export const equalColumnsAreOne: BlockRule = {
  name: 'equal-columns',
  apply(block, _role, { facts }) {
    const parents = new Map<string, ColumnReference>();
    const root = (column: ColumnReference): ColumnReference => {
      let current = column;
      for (let next = parents.get(expressionKey(current)); next !== undefined; )
        [current, next] = [next, parents.get(expressionKey(next))];
      return current;
    };
    const kept = new Set<Expression>();
    const own = new Set(relationsOf(block.from).map(({ id }) => id));
    for (const conjunct of block.where) {
      const pair = equalColumns(conjunct, facts);
      if (pair === null) continue;
      kept.add(conjunct);
      const [one, other] = pair.map(root) as [ColumnReference, ColumnReference];
      if (expressionKey(one) === expressionKey(other)) continue;
      const [first, second] = before(one, other, own, facts) ? [one, other] : [other, one];
      parents.set(expressionKey(second), first);
    }
    if (parents.size === 0) return null;
    let changed = false;
    const rest = replacedIn({ ...block, where: block.where.filter((one) => !kept.has(one)) }, (one) => {
      if (one.kind !== 'column' || !parents.has(expressionKey(one))) return null;
      changed = true;
      return root(one);
    });
    return changed ? { ...rest, where: [...kept, ...rest.where] } : null;
  },
};

/**
 * A column that WHERE compares with a literal is that literal, and one that WHERE says is NULL is NULL. Where types are
 * dynamic a literal is compared otherwise than a column, so that there only NULL is written.
 */
export const fixedColumn: BlockRule = {
  name: 'fixed-column',
  apply(block, _role, { facts }) {
    const own = new Set(relationsOf(block.from).map(({ id }) => id));
    for (const conjunct of block.where) {
      const fixed = fixedBy(conjunct, facts);
      if (fixed === null || !own.has(fixed.column.instance)) continue;
      const key = expressionKey(fixed.column);
      let changed = false;
      const others = { ...block, where: block.where.filter((one) => one !== conjunct) };
      // A join decides on the column as it is before the row is filled up with NULLs.
      const padded = facts.isPadded(fixed.column.instance);
      const rest = replacedIn(padded ? { ...others, from: nowhere } : others, (one) => {
        if (one.kind !== 'column' || expressionKey(one) !== key) return null;
        changed = true;
        return fixed.value;
      });
      if (!changed) continue;
      return { ...rest, from: padded ? block.from : rest.from, where: [conjunct, ...rest.where] };
    }
    return null;
  },
};

/** A column that a conjunct makes one literal, and which. */
export function fixedBy(
  conjunct: Expression,
  facts: Facts,
): { readonly column: ColumnReference; readonly value: Literal } | null {
  if (conjunct.kind === 'is-null' && conjunct.operand.kind === 'column')
    return { column: conjunct.operand, value: nullLiteral };
  if (conjunct.kind !== 'comparison' || conjunct.operator !== '=' || facts.semantics.dynamicTypes)
    return null;
  for (const [column, value] of [
    [conjunct.left, conjunct.right],
    [conjunct.right, conjunct.left],
  ] as const) {
    if (column.kind !== 'column' || value.kind !== 'literal' || facts.isPadded(column.instance)) continue;
    const { identity } = facts.typeOf(column);
    const whole = value.type === 'number' && /^-?(0|[1-9]\d{0,8})$/.test(value.value);
    const text = identity === 'text' && value.type === 'string' && !facts.semantics.textsTakeTypes;
    if ((identity === 'integer' && whole) || text) return { column, value };
  }
  return null;
}

/** A key of GROUP BY that is the same in all rows tells no groups apart; the last one stays, as without rows there is no group. */
export const constantKey: BlockRule = {
  name: 'constant-key',
  apply(block) {
    if (block.groupBy === null || block.groupBy.length === 0) return null;
    const own = new Set(relationsOf(block.from).map(({ id }) => id));
    const constant = (one: Expression): boolean =>
      one.kind === 'literal' || (one.kind === 'column' && !own.has(one.instance));
    const groupBy = block.groupBy.filter((one) => !constant(one));
    if (groupBy.length > 0) return groupBy.length < block.groupBy.length ? { ...block, groupBy } : null;
    const [only] = block.groupBy as [Expression];
    const written = block.groupBy.length === 1 && only.kind === 'literal' && only.value === '1';
    return written ? null : { ...block, groupBy: [number(1)] };
  },
};
