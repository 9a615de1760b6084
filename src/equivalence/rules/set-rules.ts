import {
  type Block,
  type Expression,
  isLimited,
  type Query,
  relationsOf,
  type SetOperation,
} from '../algebra/index.js';
import { Determined } from '../facts/index.js';
import { isPlain } from './derived.js';
import type { RuleContext, SetRule } from './rule.js';

function isBare(query: Query): boolean {
  return query.kind !== 'values' && query.order.length === 0 && !isLimited(query);
}

/** UNION takes in the arms of a UNION, of a UNION ALL too, and UNION ALL those of a UNION ALL; INTERSECT alike. */
export const unionOfUnions: SetRule = {
  name: 'union-of-unions',
  apply(set) {
    if (set.operator === 'except') return null;
    const takesIn = (arm: Query): arm is SetOperation =>
      arm.kind === 'set' &&
      arm.operator === set.operator &&
      (arm.all === set.all || (set.operator === 'union' && !set.all)) &&
      isBare(arm);
    // Arms of several types are made one from left to right, as the arms of the first arm are.
    const taken = set.arms.filter(
      (arm, at): arm is SetOperation =>
        takesIn(arm) && (at === 0 || (set.mixed === undefined && arm.mixed === undefined)),
    );
    if (taken.length === 0) return null;
    const mixed = set.mixed ?? taken.find((arm) => arm.mixed !== undefined)?.mixed;
    const arms = set.arms.flatMap((arm) =>
      taken.some((one) => one === arm) ? (arm as SetOperation).arms : [arm],
    );
    return { ...set, arms, ...(mixed === undefined ? {} : { mixed }) };
  },
};

/** The order of a set operation inside another query is lost, unless a limit cuts by it. */
export const orderOfSet: SetRule = {
  name: 'order-of-set',
  apply: (set, role) =>
    role === 'top' || set.order.length === 0 || isLimited(set) ? null : { ...set, order: [] },
};

/** The rows of one plain SELECT for which another has, or has not, a row that is the same in every column. */
function matching(set: SetOperation, positive: boolean, { facts }: RuleContext): Query | null {
  if (set.all || set.order.length > 0 || isLimited(set) || set.mixed !== undefined) return null;
  const [first, ...others] = set.arms;
  if (first === undefined || !isPlain(first) || !others.every(isPlain)) return null;
  const conditions: Expression[] = [];
  for (const other of others as readonly Block[]) {
    if (other.outputs.length !== first.outputs.length) return null;
    const equalities: Expression[] = [];
    for (const [at, { expression: left }] of first.outputs.entries()) {
      const right = other.outputs[at]!.expression;
      const { identity } = facts.typeOf(left);
      // A set operation compares without the conversions that `=` makes: only where those do nothing are they alike.
      if (identity === null || facts.typeOf(right).identity !== identity) return null;
      const operator = facts.isNullable(left) && facts.isNullable(right) ? 'is' : '=';
      equalities.push({ kind: 'comparison', operator, left, right });
    }
    const exists: Expression = {
      kind: 'exists',
      query: { ...other, where: [...other.where, ...equalities], order: [] },
    };
    conditions.push(positive ? exists : { kind: 'not', operand: exists });
  }
  const outputs = first.outputs.map((output, at) => ({ ...output, name: set.names[at] ?? null }));
  return { ...first, outputs, distinct: true, order: [], where: [...first.where, ...conditions] };
}

/** EXCEPT keeps the distinct rows of the first SELECT that the second has not. */
export const exceptAsNotExists: SetRule = {
  name: 'except-as-not-exists',
  apply: (set, _role, context) => (set.operator === 'except' ? matching(set, false, context) : null),
};

/**
 * INTERSECT keeps the distinct rows of one SELECT that all others have: of one whose outputs are a key of its rows, or of any
 * where all are joins, so that it does not matter which is written first.
 */
export const intersectAsExists: SetRule = {
  name: 'intersect-as-exists',
  apply(set, _role, context) {
    if (set.operator !== 'intersect') return null;
    const keyed =
      set.arms.find((arm) => isPlain(arm) && isKeyed(arm, context)) ??
      (set.arms.every((arm) => isPlain(arm) && isJoin(arm)) ? set.arms[0] : undefined);
    if (keyed === undefined) return null;
    return matching({ ...set, arms: [keyed, ...set.arms.filter((arm) => arm !== keyed)] }, true, context);
  },
};

/** A SELECT of columns that a join with the other arms gives as well. */
function isJoin(arm: Query): boolean {
  if (arm.kind !== 'block' || arm.from.optional.length > 0 || arm.from.relations.length === 0) return false;
  return arm.outputs.every(({ expression }) => expression.kind === 'column');
}

function isKeyed(block: Block, { facts }: RuleContext): boolean {
  const determined = new Determined(
    block,
    block.outputs.map(({ expression }) => expression),
    facts,
  );
  return relationsOf(block.from).every((one) => determined.hasRelation(one));
}
