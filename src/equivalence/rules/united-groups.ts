import {
  type Aggregate,
  type Block,
  type Expression,
  hasAggregate,
  hasSubquery,
  hasWindow,
  isLimited,
  mapParts,
  nullLiteral,
  number,
  type Query,
  type Relation,
  type SetOperation,
} from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { isPlain } from './derived.js';
import { aggregatesRewritten, combined, showsKeys } from './nested-groups.js';
import type { BlockRule } from './rule.js';

/** A SELECT that groups a UNION ALL of groups, by their keys, groups a UNION ALL of their rows. */
export const groupsOfUnitedGroups: BlockRule = {
  name: 'groups-of-united-groups',
  apply(block, _role, { facts }) {
    const [relation, ...others] = block.from.relations;
    if (block.groupBy === null || relation === undefined || others.length > 0) return null;
    if (block.from.optional.length > 0 || relation.columns === null || relation.source.kind !== 'query')
      return null;
    const union = relation.source.query;
    if (union.kind !== 'set' || union.operator !== 'union' || !union.all || isLimited(union)) return null;
    if (union.mixed !== undefined) return null;
    const arms = union.arms.filter(isArm);
    if (arms.length < union.arms.length || !arms.some((arm) => arm.groupBy !== null)) return null;
    // One row of an aggregate over no rows would be a group, or a row that a condition drops.
    const whole = arms.some((arm) => arm.groupBy !== null && arm.groupBy.length === 0);
    if (whole && (block.groupBy.length > 0 || block.where.length > 0)) return null;
    const rewritten = rewrittenOver(block, relation, union, arms, facts, block.groupBy.length > 0 || whole);
    if (rewritten === null) return null;
    const query: Query = { ...union, arms: arms.map(asRows) };
    return {
      ...rewritten,
      from: { relations: [{ ...relation, source: { kind: 'query', query } }], optional: [] },
    };
  },
};

function isArm(query: Query): query is Block {
  if (query.kind !== 'block') return false;
  if (query.groupBy === null) return isPlain(query);
  return (
    query.having.length === 0 &&
    !query.distinct &&
    !isLimited(query) &&
    showsKeys(query) &&
    query.outputs.every(
      ({ expression }) =>
        expression.kind === 'aggregate' || (!hasAggregate(expression) && !hasWindow(expression)),
    )
  );
}

/** The rows of the groups: their keys, and in place of an aggregate what it is an aggregate of, NULL where it is left out. */
function asRows(arm: Block): Block {
  if (arm.groupBy === null) return arm;
  const outputs = arm.outputs.map((output) => ({
    ...output,
    expression: output.expression.kind === 'aggregate' ? aggregated(output.expression) : output.expression,
  }));
  return { ...arm, groupBy: null, outputs, order: [] };
}

function aggregated(one: Aggregate): Expression {
  const operand = one.operands[0] ?? number(1);
  return one.filter === null
    ? operand
    : { kind: 'case', branches: [{ when: one.filter, result: operand }], otherwise: nullLiteral };
}

function rewrittenOver(
  block: Block,
  relation: Relation,
  _union: SetOperation,
  arms: readonly Block[],
  facts: Facts,
  alwaysRows: boolean,
): Block | null {
  const groups = arms.filter((arm) => arm.groupBy !== null);
  const at = (one: Expression): number =>
    one.kind === 'column' && one.instance === relation.id
      ? relation.columns!.findIndex(({ name }) => name === one.column)
      : -1;
  /** Whether a column has a key of the groups in all arms: of one group of all rows nothing is a key. */
  const isKey = (index: number): boolean =>
    groups.every(
      ({ groupBy, outputs }) => groupBy!.length > 0 && outputs[index]!.expression.kind !== 'aggregate',
    );
  const rewrite = (one: Aggregate): Expression | null => {
    const [operand] = one.operands;
    const index = operand === undefined ? -1 : at(operand);
    if (one.operands.length !== 1 || index < 0) return null;
    if (isKey(index)) return one.name === 'min' || one.name === 'max' || one.distinct ? one : null;
    if (one.filter !== null || one.distinct) return null;
    const results = groups.map((arm) => {
      const inner = arm.outputs[index]!.expression;
      return inner.kind === 'aggregate' && inner.operands.length <= 1 ? combined(one, inner, facts) : null;
    });
    const names = new Set(results.map((result) => result?.name ?? null));
    if (names.size !== 1 || names.has(null)) return null;
    const [name] = names as Set<string>;
    // A row that is no group counts itself as often as it says.
    if (name === 'count' && groups.length < arms.length) return null;
    return { ...one, name: name! };
  };
  const fits = (one: Expression): Expression | null => {
    if (hasSubquery(one) || hasWindow(one)) return null;
    return aggregatesRewritten(one, rewrite, alwaysRows);
  };
  const outside = [...block.where, ...block.groupBy!];
  if (outside.some(hasSubquery) || !readsKeys(outside, relation, isKey, true)) return null;
  const having = block.having.map(fits);
  const outputs = block.outputs.map(({ expression }) => fits(expression));
  const order = block.order.map(({ expression }) => fits(expression));
  if ([...having, ...outputs, ...order].includes(null)) return null;
  const shown = [...block.having, ...block.outputs.map(({ expression }) => expression)];
  if (!readsKeys([...shown, ...block.order.map(({ expression }) => expression)], relation, isKey, false))
    return null;
  return {
    ...block,
    having: having as Expression[],
    outputs: block.outputs.map((output, index) => ({ ...output, expression: outputs[index]! })),
    order: block.order.map((key, index) => ({ ...key, expression: order[index]! })),
  };
}

/** Whether expressions read, outside of aggregates, only columns that are keys in every arm. */
function readsKeys(
  expressions: readonly Expression[],
  relation: Relation,
  isKey: (index: number) => boolean,
  everywhere: boolean,
): boolean {
  let only = true;
  const look = (one: Expression): Expression => {
    if (one.kind === 'star') only = false;
    if (one.kind === 'column' && one.instance === relation.id)
      only &&= isKey(relation.columns!.findIndex(({ name }) => name === one.column));
    return one.kind === 'aggregate' && !everywhere ? one : mapParts(one, look, (query) => query);
  };
  for (const one of expressions) look(one);
  return only;
}
