import {
  type Block,
  type Expression,
  expressionKey,
  isLimited,
  mapQuery,
  type Query,
  visitIn,
} from '../algebra/index.js';
import { Determined, type Facts, isSingleRow } from '../facts/index.js';

/** Why the rows of a query hang on more than the data, or null. */
export type Undetermined = { readonly code: string; readonly detail: string };

/**
 * Whether two executions of one query on the same data must agree: no limit cuts through ties, no column of a group takes its
 * value from any row, no subquery that may find several rows stands for one. Keys that were needed are added to `uses`.
 */
export function findUndetermined(query: Query, facts: Facts, uses: Set<string>): Undetermined | null {
  let found: Undetermined | null = null;
  const part = (one: Expression): Expression => {
    visitIn(one, (inner) => {
      if (inner.kind === 'scalar') found ??= scalarProblem(inner.query, facts, uses);
      if (inner.kind === 'scalar' || inner.kind === 'exists' || inner.kind === 'in-query') {
        found ??= findUndetermined(inner.query, facts, uses);
        return false;
      }
      return true;
    });
    return one;
  };
  mapQuery(query, part, (inner) => {
    found ??= findUndetermined(inner, facts, uses);
    return inner;
  });
  if (found !== null) return found;
  if (picksText(query, facts)) return oneTextOfSeveral;
  if (query.kind === 'block') return bareColumn(query, facts, uses) ?? cutTies(query, facts, uses);
  if (query.kind === 'set' && isLimited(query)) {
    const sorted = new Set(query.order.map(({ output }) => output));
    const every = query.names.every((_, at) => sorted.has(at));
    return every && facts.semantics.exactText && !facts.semantics.dynamicTypes
      ? null
      : { code: 'ties', detail: 'a limit cuts a set operation that its order does not determine' };
  }
  return null;
}

const oneTextOfSeveral: Undetermined = {
  code: 'unsupported.collation',
  detail: 'texts that are equal may be different texts, and one of them stands for all',
};

/** Whether one of equal values is kept, which where texts are compared without their capitals may be any of several. */
function picksText(query: Query, facts: Facts): boolean {
  if (facts.semantics.exactText) return false;
  const isText = (one: Expression): boolean => {
    const type = facts.typeOf(one);
    return one.kind !== 'literal' && one.kind !== 'star' && !type.numeric && type.identity === null;
  };
  if (query.kind === 'set')
    return (
      (!query.all || query.operator !== 'union') &&
      query.arms.some((arm) => arm.kind !== 'values' && outputsOf(arm).some(isText))
    );
  if (query.kind === 'values') return false;
  let found = query.distinct && outputsOf(query).some(isText);
  for (const { expression } of [...query.outputs, ...query.order])
    visitIn(expression, (one) => {
      const extreme = one.kind === 'aggregate' && (one.name === 'min' || one.name === 'max');
      found ||= extreme && one.operands.some(isText);
      return !found;
    });
  return found;
}

function outputsOf(query: Query): readonly Expression[] {
  if (query.kind === 'block') return query.outputs.map(({ expression }) => expression);
  return query.kind === 'set' ? query.arms.flatMap(outputsOf) : query.rows.flat();
}

function scalarProblem(query: Query, facts: Facts, uses: Set<string>): Undetermined | null {
  if (!facts.semantics.firstOfSeveral || isAtMostOneRow(query, facts, uses)) return null;
  return { code: 'ties', detail: 'a subquery that may find several rows stands for one of them' };
}

export function isAtMostOneRow(query: Query, facts: Facts, uses: Set<string>): boolean {
  if (query.kind === 'values') return query.rows.length <= 1;
  if (query.limits.limit !== null && query.limits.limit <= 1) return true;
  if (query.kind !== 'block') return false;
  if (isSingleRow(query) || (query.groupBy !== null && query.groupBy.length === 0)) return true;
  const determined = new Determined(query, [], facts);
  const single =
    query.groupBy !== null ? query.groupBy.every((key) => determined.has(key)) : determined.hasRows;
  if (single) for (const use of determined.uses) uses.add(use);
  return single;
}

/** Outside of aggregates, only what the keys of a group determine is the same for all its rows. */
function bareColumn(block: Block, facts: Facts, uses: Set<string>): Undetermined | null {
  if (block.groupBy === null) return null;
  const determined = new Determined(block, block.groupBy, facts);
  const keys = new Set(block.groupBy.map(expressionKey));
  if (!facts.semantics.exactText && block.groupBy.some((key) => !facts.typeOf(key).numeric)) {
    return oneTextOfSeveral;
  }
  const outside = [
    ...block.outputs.map(({ expression }) => expression),
    ...block.having,
    ...block.order.map(({ expression }) => expression),
  ];
  for (const one of outside) {
    const bare = bareColumnsIn(one, keys).find((column) => !determined.has(column));
    if (bare === undefined) continue;
    const detail = `${bare.kind === 'column' ? facts.nameOf(bare) : 'a column'} is not the same in all rows of a group`;
    return { code: 'ties', detail };
  }
  for (const use of determined.uses)
    if (outside.some((one) => bareColumnsIn(one, keys).length > 0)) uses.add(use);
  return null;
}

/** Columns of the block outside of its aggregates that are not part of a key. */
function bareColumnsIn(expression: Expression, keys: ReadonlySet<string>): readonly Expression[] {
  const found: Expression[] = [];
  visitIn(expression, (one) => {
    if (one.kind === 'aggregate' || keys.has(expressionKey(one))) return false;
    if (one.kind === 'column' || one.kind === 'star') found.push(one);
    return true;
  });
  return found;
}

function cutTies(block: Block, facts: Facts, uses: Set<string>): Undetermined | null {
  const problem: Undetermined = {
    code: 'ties',
    detail: 'a limit cuts through rows that its order does not tell apart',
  };
  const outputs = block.outputs.map(({ expression }) => expression);
  const sorted = block.order.map(({ expression }) => expression);
  const known = new Set(outputs.map(expressionKey));
  if (block.distinct && isLimited(block) && sorted.some((one) => !known.has(expressionKey(one))))
    return problem;
  if (!isLimited(block) || block.limits.limit === 0) return null;
  if (isAtMostOneRow({ ...block, limits: { limit: null, offset: 0 } }, facts, uses)) return null;
  const exact = sorted.filter((one) => isExact(one, facts));
  const constant = outputs.every((one) => one.kind === 'literal');
  const determined = new Determined(block, exact, facts);
  if (
    !constant &&
    !outputs.every((one) =>
      block.groupBy === null
        ? determined.has(one)
        : hasGroupOutput(
            one,
            block,
            determined,
            sorted.filter((key) => isExact(key, facts) || facts.typeOf(key).numeric),
          ),
    )
  ) {
    return problem;
  }
  for (const use of determined.uses) uses.add(use);
  return null;
}

/** An aggregate is determined when it is sorted by itself, or when the keys of its group are. */
function hasGroupOutput(
  one: Expression,
  block: Block,
  determined: Determined,
  sorted: readonly Expression[],
): boolean {
  const keys = new Set(sorted.map(expressionKey));
  return (
    keys.has(expressionKey(one)) ||
    one.kind === 'literal' ||
    (block.groupBy?.every((key) => determined.has(key)) ?? false) ||
    determined.has(one)
  );
}

/** Whether rows that tie on a sort key have the same value of it. */
function isExact(key: Expression, facts: Facts): boolean {
  const type = facts.typeOf(key);
  return type.identity !== null || type.integer;
}
