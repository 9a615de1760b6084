import { type Block, hasAggregate, hasWindow, isLimited, number, unlimited } from '../algebra/index.js';
import { isSingleRow } from '../facts/index.js';
import type { BlockRule } from './rule.js';

/** IN, EXISTS and the arms of UNION, INTERSECT and EXCEPT without ALL do not see how often a row comes. */
export const distinctInSubquery: BlockRule = {
  name: 'distinct-in-subquery',
  apply(block, role) {
    if (!block.distinct || isLimited(block) || (role !== 'in' && role !== 'exists')) return null;
    return { ...block, distinct: false };
  },
};

/** The order of rows is lost in a subquery, unless a limit cuts by it. */
export const orderInSubquery: BlockRule = {
  name: 'order-in-subquery',
  apply(block, role) {
    if (role === 'top' || block.order.length === 0 || isLimited(block)) return null;
    return { ...block, order: [] };
  },
};

/** EXISTS asks whether there is a row: not for its columns, nor, if it is grouped by keys, for its aggregates. */
export const existsOutputs: BlockRule = {
  name: 'exists-outputs',
  apply(block, role) {
    if (role !== 'exists' || isSingleRow(block)) return null;
    const limit = block.limits.offset === 0 && block.limits.limit !== 0;
    const order = limit ? [] : block.order;
    const limits = limit ? unlimited : block.limits;
    const [only] = block.outputs;
    const plain = block.outputs.length === 1 && only?.expression.kind === 'literal';
    const outputs =
      block.distinct && !limit
        ? block.outputs
        : plain
          ? block.outputs
          : [{ name: null, expression: number(1) }];
    const changed =
      outputs !== block.outputs || limits !== block.limits || order.length !== block.order.length;
    // Without its aggregates a query of one group would give every row.
    const groupBy = block.groupBy;
    return changed ? { ...block, order, limits, outputs, groupBy } : null;
  },
};

/** One row has one order, is distinct, and fits any limit of at least one. */
export const singleRow: BlockRule = {
  name: 'single-row',
  apply(block) {
    const single = block.groupBy !== null && block.groupBy.length === 0;
    if (!single) return null;
    const limits = block.limits.offset === 0 && block.limits.limit !== 0 ? unlimited : block.limits;
    if (block.order.length === 0 && !block.distinct && limits === block.limits) return null;
    return { ...block, order: [], distinct: false, limits };
  },
};

/** Grouping by all outputs without aggregating is DISTINCT. */
export const groupByAllOutputs: BlockRule = {
  name: 'group-by-all-outputs',
  apply(block) {
    if (block.groupBy === null || block.groupBy.length === 0 || block.having.length > 0) return null;
    if (aggregates(block) || !coversKeys(block)) return null;
    const keys = new Set(block.groupBy.map((one) => JSON.stringify(one)));
    const onlyKeys = block.outputs.every(
      ({ expression }) => keys.has(JSON.stringify(expression)) || expression.kind === 'literal',
    );
    const orderKeys = block.order.every(({ expression }) => keys.has(JSON.stringify(expression)));
    return onlyKeys && orderKeys ? { ...block, groupBy: null, distinct: true } : null;
  },
};

/** Rows of different groups differ in a key, so that DISTINCT over all keys adds nothing. */
export const distinctOverGroups: BlockRule = {
  name: 'distinct-over-groups',
  apply(block) {
    if (!block.distinct || block.groupBy === null || !coversKeys(block)) return null;
    return { ...block, distinct: false };
  },
};

function coversKeys(block: Block): boolean {
  const outputs = new Set(block.outputs.map(({ expression }) => JSON.stringify(expression)));
  return block.groupBy?.every((key) => outputs.has(JSON.stringify(key))) ?? false;
}

function aggregates(block: Block): boolean {
  return [...block.outputs, ...block.order].some(
    ({ expression }) => hasAggregate(expression) || hasWindow(expression),
  );
}
