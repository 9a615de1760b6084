import {
  type Aggregate,
  type Block,
  conjunctionOf,
  type Expression,
  expressionKey,
  hasWindow,
  nullLiteral,
  number,
} from '../algebra/index.js';
import { Determined, type Facts } from '../facts/index.js';
import { mapAggregates } from './map-aggregates.js';
import type { BlockRule } from './rule.js';

/** A group of one row has the row's values for its aggregates. */
export const oneRowGroups: BlockRule = {
  name: 'one-row-groups',
  apply(block, _role, { facts, use }) {
    if (block.groupBy === null || block.groupBy.length === 0) return null;
    if (block.outputs.some(({ expression }) => hasWindow(expression))) return null;
    const ungrouped: Block = { ...block, groupBy: null };
    const determined = new Determined(ungrouped, block.groupBy, facts);
    if (block.from.relations.length === 0 || !determined.hasRows) return null;
    let known = true;
    const replaced =
      mapAggregates(block, (one) => {
        const value = one.kind === 'aggregate' ? ofOneRow(one, facts) : null;
        if (value === null) known = false;
        return value;
      }) ?? block;
    if (!known) return null;
    for (const key of determined.uses) use(key);
    return { ...replaced, groupBy: null, where: [...replaced.where, ...replaced.having], having: [] };
  },
};

function ofOneRow(one: Aggregate, facts: Facts): Expression | null {
  const [operand] = one.operands;
  if (one.name === 'count') {
    if (!facts.semantics.sumsKeepTypes) return null;
    const counted = one.operands.map(
      (part): Expression => ({ kind: 'not', operand: { kind: 'is-null', operand: part } }),
    );
    const conditions = one.filter === null ? counted : [one.filter, ...counted];
    return where(conditions, number(1), number(0));
  }
  if (operand === undefined || one.operands.length > 1 || facts.semantics.dynamicTypes) return null;
  const same =
    one.name === 'min' || one.name === 'max' || (one.name === 'sum' && isItsOwnSum(operand, facts));
  return same ? where(one.filter === null ? [] : [one.filter], operand, nullLiteral) : null;
}

/** Whether the sum of one value has its type, and not a wider one that is divided otherwise; a float's sum can be a double. */
function isItsOwnSum(operand: Expression, facts: Facts): boolean {
  const { integer, identity } = facts.typeOf(operand);
  return facts.semantics.sumsKeepTypes && (integer || identity?.startsWith('decimal') === true);
}

function where(conditions: readonly Expression[], result: Expression, otherwise: Expression): Expression {
  if (conditions.length === 0) return result;
  return { kind: 'case', branches: [{ when: conjunctionOf(conditions), result }], otherwise };
}

/** All rows of a group have one value of its keys: that is their MIN and MAX, and the sum of the distinct ones. */
export const aggregateOfKey: BlockRule = {
  name: 'aggregate-of-key',
  apply(block, _role, { facts }) {
    if (block.groupBy === null || facts.semantics.dynamicTypes || !facts.semantics.exactText) return null;
    const keys = new Set(block.groupBy.map(expressionKey));
    return mapAggregates(block, (one) => {
      if (one.kind !== 'aggregate' || one.filter !== null || one.operands.length !== 1) return null;
      const [operand] = one.operands as [Expression];
      if (!keys.has(expressionKey(operand))) return null;
      if (one.name === 'min' || one.name === 'max') return operand;
      return one.name === 'sum' && one.distinct && isItsOwnSum(operand, facts) ? operand : null;
    });
  },
};
