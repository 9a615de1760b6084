import {
  type Block,
  type Expression,
  hasSubquery,
  hasWindow,
  instancesIn,
  isLimited,
  mapBlock,
  number,
  type OptionalJoin,
  type Output,
  type Query,
  type Relation,
  type RelationGroup,
  relationsOf,
  replaceIn,
  replaceInQuery,
  unlimited,
} from '../algebra/index.js';
import { Determined, equalIsIdentical, rejectedNulls } from '../facts/index.js';
import { columnsRead } from './columns-read.js';
import type { BlockRule, RuleContext } from './rule.js';

type Derived = Relation & { readonly source: { readonly kind: 'query'; readonly query: Block } };

function asDerived(relation: Relation): Derived | null {
  return relation.source.kind === 'query' &&
    relation.source.query.kind === 'block' &&
    relation.columns !== null
    ? (relation as Derived)
    : null;
}

/** A SELECT that neither groups, nor drops, nor cuts, nor numbers rows. */
export function isPlain(query: Query): query is Block {
  return (
    query.kind === 'block' &&
    query.groupBy === null &&
    query.having.length === 0 &&
    !query.distinct &&
    !isLimited(query) &&
    query.outputs.every(({ expression }) => expression.kind !== 'star' && !hasWindow(expression))
  );
}

function substituted(block: Block, relation: Derived): Block {
  const outputs = new Map(
    relation.columns!.map(({ name }, at) => [name, relation.source.query.outputs[at]!.expression] as const),
  );
  const replace = (one: Expression): Expression | null =>
    one.kind === 'column' && one.instance === relation.id ? (outputs.get(one.column) ?? null) : null;
  return mapBlock(
    block,
    (one) => replaceIn(one, replace),
    (query) => replaceInQuery(query, replace),
  );
}

function expressionsOf(block: Block): readonly Expression[] {
  return [...block.where, ...[...block.outputs, ...block.order].map(({ expression }) => expression)];
}

function usesStar(block: Block, instance: number): boolean {
  let found = false;
  mapBlock(
    block,
    (one) =>
      replaceIn(one, (inner) => {
        if (inner.kind === 'star' && inner.instance === instance) found = true;
        return null;
      }),
    (query) => query,
  );
  return found;
}

/** A derived table that is a plain SELECT is its relations and its conditions. */
export const mergeDerived: BlockRule = {
  name: 'merge-derived-table',
  apply(block) {
    for (const relation of block.from.relations) {
      const derived = asDerived(relation);
      if (derived === null || !isPlain(derived.source.query) || usesStar(block, relation.id)) continue;
      const inner = derived.source.query;
      const merged = substituted(block, derived);
      return {
        ...merged,
        from: {
          relations: [
            ...merged.from.relations.filter(({ id }) => id !== relation.id),
            ...inner.from.relations,
          ],
          optional: [...merged.from.optional, ...inner.from.optional],
        },
        where: [...merged.where, ...inner.where],
      };
    }
    return null;
  },
};

/** The same on the right of a LEFT JOIN, where its outputs are columns: those are NULL where the row is not matched. */
export const mergeOptionalDerived: BlockRule = {
  name: 'merge-optional-derived-table',
  apply(block) {
    for (const join of block.from.optional) {
      for (const relation of join.group.relations) {
        const derived = asDerived(relation);
        if (derived === null || !isPlain(derived.source.query) || usesStar(block, relation.id)) continue;
        const inner = derived.source.query;
        const own = new Set(relationsOf(inner.from).map(({ id }) => id));
        if (
          !inner.outputs.every(
            ({ expression }) => expression.kind === 'column' && own.has(expression.instance),
          )
        )
          continue;
        const at = block.from.optional.indexOf(join);
        const merged = substituted(block, derived);
        const group = merged.from.optional[at]!.group;
        const next: OptionalJoin = {
          group: {
            relations: [...group.relations.filter(({ id }) => id !== relation.id), ...inner.from.relations],
            optional: [...group.optional, ...inner.from.optional],
          },
          on: [...merged.from.optional[at]!.on, ...inner.where],
        };
        return {
          ...merged,
          from: {
            ...merged.from,
            optional: merged.from.optional.map((one, index) => (index === at ? next : one)),
          },
        };
      }
    }
    return null;
  },
};

/** A SELECT over one derived table that groups only picks, filters and sorts its groups. */
export const mergeOuterSelect: BlockRule = {
  name: 'merge-outer-select',
  apply(block) {
    const [relation, ...others] = block.from.relations;
    if (relation === undefined || others.length > 0 || block.from.optional.length > 0) return null;
    const derived = asDerived(relation);
    if (derived === null || block.groupBy !== null || block.having.length > 0 || usesStar(block, relation.id))
      return null;
    const inner = derived.source.query;
    if (inner.groupBy === null || inner.distinct || isLimited(inner)) return null;
    if (
      [...inner.outputs, ...block.outputs].some(
        ({ expression }) => hasWindow(expression) || expression.kind === 'star',
      )
    )
      return null;
    // An aggregate must not get into a subquery, whose own it would become.
    if (expressionsOf(block).some(hasSubquery)) return null;
    const merged = substituted({ ...block, from: { relations: [], optional: [] } }, derived);
    return {
      ...inner,
      having: [...inner.having, ...merged.where],
      outputs: merged.outputs,
      distinct: merged.distinct,
      order: merged.order,
      limits: merged.limits,
    };
  },
};

/** A derived table whose rows all go through as they are is the query. */
export const passThrough: BlockRule = {
  name: 'pass-through',
  apply(block) {
    const [relation, ...others] = block.from.relations;
    if (
      relation === undefined ||
      others.length > 0 ||
      block.from.optional.length > 0 ||
      relation.source.kind !== 'query'
    )
      return null;
    if (
      block.where.length > 0 ||
      block.groupBy !== null ||
      block.having.length > 0 ||
      block.order.length > 0 ||
      isLimited(block)
    )
      return null;
    const { query } = relation.source;
    const names = relation.columns?.map(({ name }) => name);
    if (names === undefined || names.length !== block.outputs.length) return null;
    const same = block.outputs.every(
      ({ expression }, at) =>
        expression.kind === 'column' &&
        expression.instance === relation.id &&
        expression.column === names[at],
    );
    if (!same || (block.distinct && !(query.kind === 'set' && !query.all))) return null;
    if (query.kind === 'block') {
      if (query.order.length > 0 && !isLimited(query)) return null;
      const outputs = query.outputs.map(
        (output, at): Output => ({ ...output, name: block.outputs[at]!.name }),
      );
      // The order of a derived table is lost, and what its limit kept is not.
      return isLimited(query) ? null : { ...query, outputs };
    }
    return isLimited(query)
      ? null
      : {
          ...query,
          names: block.outputs.map(({ name }) => name),
          ...(query.kind === 'set' ? { order: [], limits: unlimited } : {}),
        };
  },
};

/** A LEFT JOIN whose padded rows WHERE drops anyhow is an inner join. */
export const outerToInner: BlockRule = {
  name: 'outer-to-inner',
  apply(block) {
    const rejected = new Set<number>();
    for (const conjunct of block.where) {
      for (const one of rejectedNulls(conjunct)) if (one.kind === 'column') rejected.add(one.instance);
    }
    const inner = block.from.optional.find((join) => join.group.relations.some(({ id }) => rejected.has(id)));
    if (inner === undefined) return null;
    return {
      ...block,
      from: {
        relations: [...block.from.relations, ...inner.group.relations],
        optional: [...block.from.optional.filter((join) => join !== inner), ...inner.group.optional],
      },
      where: [...block.where, ...inner.on],
    };
  },
};

/**
 * In a filter, `x IN (SELECT y ..)` of a plain SELECT asks for a row with y = x, and `NOT IN` for none, if neither x nor y can
 * be NULL.
 */
export const inAsExists: BlockRule = {
  name: 'in-as-exists',
  apply(block, _role, context) {
    let changed = false;
    const convert = (conjunct: Expression): Expression => {
      const negative = conjunct.kind === 'not';
      const inner = negative ? conjunct.operand : conjunct;
      if (inner.kind !== 'in-query' || !isPlain(inner.query)) return conjunct;
      const { query } = inner;
      const equalities = inner.operands.map(
        (left, at): Expression => ({
          kind: 'comparison',
          operator: '=',
          left,
          right: query.outputs[at]!.expression,
        }),
      );
      if (
        negative &&
        !inner.operands.every(
          (one, at) => nonNull(one, block, context) && nonNull(query.outputs[at]!.expression, query, context),
        )
      ) {
        return conjunct;
      }
      changed = true;
      const exists: Expression = {
        kind: 'exists',
        query: { ...query, where: [...query.where, ...equalities], order: [] },
      };
      return negative ? { kind: 'not', operand: exists } : exists;
    };
    const where = block.where.map(convert);
    return changed ? { ...block, where } : null;
  },
};

function nonNull(expression: Expression, block: Block, { facts, use }: RuleContext): boolean {
  const key = JSON.stringify(expression);
  if (block.where.some((conjunct) => rejectedNulls(conjunct).some((one) => JSON.stringify(one) === key)))
    return true;
  if (facts.isNullable(expression)) return false;
  if (expression.kind === 'column') use(`${facts.nameOf(expression)} NOT NULL`);
  return true;
}

/** EXISTS of at most one row, or under something that does not count rows, is a join. */
export const existsAsJoin: BlockRule = {
  name: 'exists-as-join',
  apply(block, role, { facts, use }) {
    for (const conjunct of block.where) {
      if (conjunct.kind !== 'exists' || !isPlain(conjunct.query)) continue;
      const { query } = conjunct;
      if (query.from.relations.length === 0 || query.from.optional.length > 0) continue;
      const determined = new Determined(query, [], facts);
      const single = query.from.relations.every((one) => determined.hasRelation(one));
      if (!single && !ignoresRepetition(block, role)) continue;
      if (single) for (const key of determined.uses) use(key);
      return {
        ...block,
        from: joinedGroup(block.from, query.from),
        where: [...block.where.filter((one) => one !== conjunct), ...query.where],
      };
    }
    return null;
  },
};

function joinedGroup(group: RelationGroup, other: RelationGroup): RelationGroup {
  return {
    relations: [...group.relations, ...other.relations],
    optional: [...group.optional, ...other.optional],
  };
}

/** Whether it makes no difference to a block how often a row comes. */
function ignoresRepetition(block: Block, role: string): boolean {
  if (isLimited(block) && block.groupBy === null && !block.distinct) return false;
  if (block.groupBy === null) {
    const windows = block.outputs.some(({ expression }) => hasWindow(expression));
    return !windows && (block.distinct || role === 'exists' || role === 'in');
  }
  let counts = false;
  const look = (expression: Expression): Expression =>
    replaceIn(expression, (one) => {
      if (one.kind === 'aggregate' && !one.distinct && one.name !== 'min' && one.name !== 'max')
        counts = true;
      if (one.kind === 'window') counts = true;
      return one.kind === 'exists' || one.kind === 'scalar' || one.kind === 'in-query' ? one : null;
    });
  for (const one of [...block.outputs, ...block.order]) look(one.expression);
  block.having.forEach(look);
  return !counts;
}

/** A scalar subquery of at most one row, compared in a filter, is a join: without a row the comparison is not true. */
export const scalarAsJoin: BlockRule = {
  name: 'scalar-as-join',
  apply(block, _role, { facts, use }) {
    for (const conjunct of block.where) {
      if (conjunct.kind !== 'comparison' || conjunct.operator === 'is') continue;
      for (const side of ['left', 'right'] as const) {
        const scalar = conjunct[side];
        if (scalar.kind !== 'scalar' || !isPlain(scalar.query)) continue;
        const { query } = scalar;
        const determined = new Determined(query, [], facts);
        if (query.from.relations.length === 0 || query.from.optional.length > 0) continue;
        if (!query.from.relations.every((one) => determined.hasRelation(one))) continue;
        for (const key of determined.uses) use(key);
        const compared: Expression = { ...conjunct, [side]: query.outputs[0]!.expression };
        return {
          ...block,
          from: joinedGroup(block.from, query.from),
          where: [...block.where.filter((one) => one !== conjunct), ...query.where, compared],
        };
      }
    }
    return null;
  },
};

/**
 * Under DISTINCT, relations that no output reads only ask for a row; where the outputs are a key of the other relations,
 * DISTINCT then drops nothing.
 */
export const distinctJoinAsExists: BlockRule = {
  name: 'distinct-join-as-exists',
  apply(block, _role, { facts, use }) {
    if (!block.distinct || block.groupBy !== null || block.from.optional.length > 0 || isLimited(block))
      return null;
    const outputs = block.outputs.map(({ expression }) => expression);
    const shown = [...outputs, ...block.order.map(({ expression }) => expression)];
    if (shown.some(hasWindow) || shown.some(hasSubquery)) return null;
    const read = new Set(shown.flatMap((one) => [...instancesIn(one)]));
    const asked = block.from.relations.filter(({ id }) => !read.has(id));
    const kept = block.from.relations.filter(({ id }) => read.has(id));
    if (asked.length === 0 || kept.length === 0) return null;
    const inside = new Set(asked.map(({ id }) => id));
    const isInside = (one: Expression): boolean => [...instancesIn(one)].some((id) => inside.has(id));
    const rest: Block = {
      ...block,
      distinct: false,
      from: { relations: kept, optional: [] },
      where: block.where.filter((one) => !isInside(one)),
    };
    const determined = new Determined(rest, outputs, facts);
    if (!kept.every((one) => determined.hasRelation(one))) return null;
    for (const key of determined.uses) use(key);
    const query: Block = {
      ...block,
      distinct: false,
      order: [],
      from: { relations: asked, optional: [] },
      where: block.where.filter(isInside),
      outputs: [{ name: null, expression: number(1) }],
    };
    return { ...rest, where: [...rest.where, { kind: 'exists', query }] };
  },
};

/** Outputs of a derived table that nothing reads are no part of the query, unless they decide which rows are alike. */
export const unusedOutputs: BlockRule = {
  name: 'unused-outputs',
  apply(block) {
    for (const relation of block.from.relations) {
      if (relation.source.kind !== 'query' || relation.columns === null) continue;
      const { query } = relation.source;
      if (!canPrune(query)) continue;
      const read = columnsRead(block, relation.id);
      if (read === null) continue;
      const kept = relation.columns
        .map(({ name }, at) => ({ name, at }))
        .filter(({ name }) => read.has(name));
      if (kept.length === relation.columns.length || (kept.length === 0 && relation.columns.length === 1))
        continue;
      const places = kept.length === 0 ? [0] : kept.map(({ at }) => at);
      const pruned: Relation = {
        ...relation,
        source: { kind: 'query', query: withOutputs(query, places) },
        columns: places.map((at) => relation.columns![at]!),
      };
      return {
        ...block,
        from: {
          ...block.from,
          relations: block.from.relations.map((one) => (one === relation ? pruned : one)),
        },
      };
    }
    return null;
  },
};

function canPrune(query: Query): boolean {
  if (query.kind === 'set')
    return query.operator === 'union' && query.all && query.order.length === 0 && query.arms.every(canPrune);
  return (
    query.kind === 'block' &&
    !query.distinct &&
    query.outputs.every(({ expression }) => expression.kind !== 'star')
  );
}

function withOutputs(query: Query, places: readonly number[]): Query {
  if (query.kind === 'values') return query;
  if (query.kind === 'set') {
    return {
      ...query,
      arms: query.arms.map((arm) => withOutputs(arm, places)),
      names: places.map((at) => query.names[at]!),
    };
  }
  return { ...query, outputs: places.map((at) => query.outputs[at]!) };
}

/** A SELECT that only picks and filters rows of a UNION ALL does so in each of its arms. */
export const selectOverUnionAll: BlockRule = {
  name: 'select-over-union-all',
  apply(block) {
    const [relation, ...others] = block.from.relations;
    if (relation === undefined || others.length > 0 || !isPlain(block) || block.order.length > 0) return null;
    if (block.from.optional.length > 0 || relation.source.kind !== 'query' || relation.columns === null)
      return null;
    const { query } = relation.source;
    if (
      query.kind !== 'set' ||
      query.operator !== 'union' ||
      !query.all ||
      isLimited(query) ||
      !query.arms.every(isPlain)
    )
      return null;
    if (expressionsOf(block).some(hasSubquery)) return null;
    const arms = (query.arms as readonly Block[]).map((arm): Block => {
      const derived = { ...relation, source: { kind: 'query', query: arm } } as Derived;
      const merged = substituted({ ...block, from: { relations: [], optional: [] } }, derived);
      return { ...merged, from: arm.from, where: [...arm.where, ...merged.where] };
    });
    return {
      kind: 'set',
      operator: 'union',
      all: true,
      arms,
      names: block.outputs.map(({ name }) => name),
      order: [],
      limits: unlimited,
    };
  },
};

/**
 * A join to distinct rows, each compared with what is outside in all its columns, finds one row or none: it asks whether
 * there is one.
 */
export const distinctJoinedAsExists: BlockRule = {
  name: 'distinct-joined-as-exists',
  apply(block, _role, { facts }) {
    for (const relation of block.from.relations) {
      const derived = asDerived(relation);
      if (derived === null || !derived.source.query.distinct) continue;
      const inner: Block = { ...derived.source.query, distinct: false };
      if (!isPlain(inner) || block.from.relations.length < 2) continue;
      const outside = equalities(block, derived, facts);
      if (outside === null) continue;
      const conditions: Expression[] = [];
      for (const [at, { name }] of derived.columns!.entries()) {
        const other = outside.get(name);
        const right = inner.outputs[at]!.expression;
        if (other !== undefined) conditions.push({ kind: 'comparison', operator: '=', left: other, right });
      }
      const replace = (one: Expression): Expression | null =>
        one.kind === 'column' && one.instance === relation.id
          ? (outside.get(one.column) ??
            inner.outputs[derived.columns!.findIndex(({ name }) => name === one.column)]!.expression)
          : null;
      const rest = mapBlock(
        {
          ...block,
          from: { ...block.from, relations: block.from.relations.filter(({ id }) => id !== relation.id) },
          where: block.where.filter((conjunct) => !isEqualityWith(conjunct, relation.id, outside)),
        },
        (one) => replaceIn(one, replace),
        (query) => replaceInQuery(query, replace),
      );
      const query: Block = {
        ...inner,
        where: [...inner.where, ...conditions],
        order: [],
        outputs: [{ name: null, expression: number(1) }],
      };
      return { ...rest, where: [...rest.where, { kind: 'exists', query }] };
    }
    return null;
  },
};

/** For each column of a derived table that is no literal, a column outside that WHERE makes the same value. */
function equalities(
  block: Block,
  derived: Derived,
  facts: RuleContext['facts'],
): ReadonlyMap<string, Expression> | null {
  const found = new Map<string, Expression>();
  for (const conjunct of block.where) {
    if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') continue;
    for (const [own, other] of [
      [conjunct.left, conjunct.right],
      [conjunct.right, conjunct.left],
    ] as const) {
      if (
        own.kind !== 'column' ||
        own.instance !== derived.id ||
        other.kind !== 'column' ||
        other.instance === derived.id
      )
        continue;
      if (facts.isPadded(other.instance) || !equalIsIdentical(own, other, facts) || found.has(own.column))
        continue;
      found.set(own.column, other);
    }
  }
  const covered = derived.columns!.every(
    ({ name }, at) => found.has(name) || derived.source.query.outputs[at]!.expression.kind === 'literal',
  );
  return covered && found.size > 0 && !usesStar(block, derived.id) ? found : null;
}

function isEqualityWith(
  conjunct: Expression,
  instance: number,
  outside: ReadonlyMap<string, Expression>,
): boolean {
  if (conjunct.kind !== 'comparison' || conjunct.operator !== '=') return false;
  return [
    [conjunct.left, conjunct.right],
    [conjunct.right, conjunct.left],
  ].some(
    ([own, other]) =>
      own!.kind === 'column' && own!.instance === instance && outside.get(own!.column) === other,
  );
}
