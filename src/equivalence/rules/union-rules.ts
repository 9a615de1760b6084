import {
  type Block,
  conjunctionOf,
  type Expression,
  isLimited,
  type Output,
  type Query,
  type Relation,
  relationsOf,
  type SetOperation,
  unlimited,
  type Values,
  withFreshInstances,
} from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { areOfOneType } from './arm-types.js';
import { isNullLiteral } from './constants.js';
import { type Derived, isPlain, replacedIn, substituted } from './derived.js';
import type { BlockRule, ExpressionRule, RuleContext, SetRule, ValuesRule } from './rule.js';

type Union = Relation & { readonly source: { readonly kind: 'query'; readonly query: SetOperation } };

const mostArms = 8;

/** A UNION ALL of SELECTs that neither group, nor drop, nor cut. */
function asUnionAll(relation: Relation): Union | null {
  if (relation.source.kind !== 'query' || relation.columns === null) return null;
  const { query } = relation.source;
  if (query.kind !== 'set' || query.operator !== 'union' || !query.all || isLimited(query)) return null;
  return query.arms.every(isPlain) ? (relation as Union) : null;
}

/**
 * A SELECT over a UNION ALL, and what else it joins, picks and filters in each of its arms; with DISTINCT it unites them.
 * A union turns its arms into one type: what calculates with a column may be asked of the arms where they have one already.
 */
export const selectOverUnionAll: BlockRule = {
  name: 'select-over-union-all',
  apply(block, role, context) {
    if (!isPlain({ ...block, distinct: false }) || block.order.length > 0) return null;
    const union = block.from.relations.map(asUnionAll).find((one) => one !== null);
    if (union === undefined || union === null || union.source.query.arms.length > mostArms) return null;
    if (role === 'in' && !isAlikeInIn(union.source.query, context.facts)) return null;
    const others = block.from.relations.filter(({ id }) => id !== union.id);
    const nested = others.some(({ source }) => source.kind === 'query' && source.query.kind === 'set');
    if (nested || others.length > 4 || !calculatesAlike(block, union, context.facts)) return null;
    const arms = (union.source.query.arms as readonly Block[]).map((arm) =>
      overArm({ ...block, distinct: false, from: { ...block.from, relations: others } }, union, arm, context),
    );
    return {
      kind: 'set',
      operator: 'union',
      all: !block.distinct,
      arms,
      names: block.outputs.map(({ name }) => name),
      order: [],
      limits: unlimited,
      ...(union.source.query.mixed === undefined ? {} : { mixed: union.source.query.mixed }),
    };
  },
};

/** In SQLite IN compares with the affinity of the last arm of what it looks in, but with that of some arm beneath a SELECT. */
function isAlikeInIn(set: SetOperation, { semantics }: Facts): boolean {
  const isNull = (arm: Query): boolean =>
    arm.kind === 'block' && arm.outputs.some(({ expression }) => isNullLiteral(expression));
  return !semantics.dynamicTypes || (set.mixed === undefined && !set.arms.some(isNull));
}

function overArm(block: Block, union: Union, arm: Block, { fresh }: RuleContext): Block {
  const derived = { ...union, source: { kind: 'query', query: arm } } as Derived;
  const outer = substituted(block, derived);
  return withFreshInstances(
    {
      ...outer,
      from: {
        relations: [...outer.from.relations, ...arm.from.relations],
        optional: [...outer.from.optional, ...arm.from.optional],
      },
      where: [...arm.where, ...outer.where],
    },
    fresh,
  );
}

/** Whether every column that is more than an output has one type in all arms. */
function calculatesAlike(block: Block, union: Union, facts: Facts): boolean {
  const bare = (output: Output): boolean =>
    output.expression.kind === 'column' && output.expression.instance === union.id;
  const calculated = new Set<string>();
  let star = false;
  replacedIn({ ...block, outputs: block.outputs.filter((one) => !bare(one)) }, (one) => {
    if (one.kind === 'column' && one.instance === union.id) calculated.add(one.column);
    if (one.kind === 'star' && one.instance === union.id) star = true;
    return null;
  });
  return (
    !star &&
    union.columns!.every(
      ({ name }, at) => !calculated.has(name) || haveOneType(union.source.query, at, facts),
    )
  );
}

function haveOneType(set: SetOperation, at: number, facts: Facts): boolean {
  if (set.mixed !== undefined) return false;
  const outputs = set.arms.flatMap((arm) => (arm.kind === 'block' ? [arm.outputs[at]!.expression] : []));
  return areOfOneType(
    outputs.filter((one) => !isNullLiteral(one)),
    facts,
  );
}

/** A set operation of one arm is that arm, without ALL its distinct rows. */
export const singleArm: SetRule = {
  name: 'single-arm',
  apply(set) {
    const [only, ...others] = set.arms;
    if (only === undefined || others.length > 0 || set.operator === 'except' || set.mixed !== undefined)
      return null;
    if (only.kind === 'set') {
      const asked = set.order.length > 0 || isLimited(set) || (!set.all && only.all);
      return asked || only.order.length > 0 || isLimited(only) ? null : { ...only, names: set.names };
    }
    if (only.kind !== 'block' || only.outputs.some(({ expression }) => expression.kind === 'star'))
      return null;
    const outputs = only.outputs.map((output, at) => ({ ...output, name: set.names[at] ?? null }));
    const bare = only.order.length === 0 && !isLimited(only);
    const asked = set.order.length > 0 || isLimited(set) || !set.all;
    if (!bare) return asked ? null : { ...only, outputs };
    return {
      ...only,
      outputs,
      distinct: only.distinct || !set.all,
      order: set.order.map(({ output, ...key }) => ({ ...key, expression: outputs[output]!.expression })),
      limits: set.limits,
    };
  },
};

/** An arm of UNION does not count its rows, so that an arm of UNION ALL within it may be one of its own. */
export const existsOverUnion: ExpressionRule = {
  name: 'exists-over-union',
  apply(expression) {
    if (expression.kind !== 'exists' || expression.query.kind !== 'set') return null;
    const { query } = expression;
    if (query.operator !== 'union' || isLimited(query)) return null;
    return { kind: 'or', operands: query.arms.map((arm) => ({ ...expression, query: arm })) };
  },
};

/**
 * Arms of UNION that pick the same of the same tables are one SELECT with either condition. Only tables that each arm has
 * once are taken for the same.
 */
export const unionAsOr: SetRule = {
  name: 'union-as-or',
  apply(set) {
    if (set.operator !== 'union' || set.all || isLimited(set) || set.order.length > 0) return null;
    if (set.mixed !== undefined) return null;
    for (const [at, first] of set.arms.entries()) {
      for (const second of set.arms.slice(at + 1)) {
        const merged = isPlain(first) && isPlain(second) ? eitherOf(first, second) : null;
        if (merged === null) continue;
        return {
          ...set,
          arms: set.arms.flatMap((arm) => (arm === first ? [merged] : arm === second ? [] : [arm])),
        };
      }
    }
    return null;
  },
};

function eitherOf(first: Block, second: Block): Block | null {
  const instances = sameTables(first, second);
  if (instances === null) return null;
  const renamed = replacedIn(second, (one) =>
    one.kind === 'column' && instances.has(one.instance)
      ? { ...one, instance: instances.get(one.instance)! }
      : null,
  );
  const same = renamed.outputs.every(
    ({ expression }, at) => JSON.stringify(expression) === JSON.stringify(first.outputs[at]!.expression),
  );
  if (!same || renamed.where.some(hasStars) || first.where.some(hasStars)) return null;
  const where: readonly Expression[] =
    first.where.length === 0 || renamed.where.length === 0
      ? []
      : [{ kind: 'or', operands: [conjunctionOf(first.where), conjunctionOf(renamed.where)] }];
  return { ...first, where };
}

function hasStars(expression: Expression): boolean {
  return JSON.stringify(expression).includes('"kind":"star"');
}

function sameTables(first: Block, second: Block): ReadonlyMap<number, number> | null {
  if (first.from.optional.length > 0 || second.from.optional.length > 0) return null;
  const [own, other] = [relationsOf(first.from), relationsOf(second.from)];
  if (own.length !== other.length || own.length === 0) return null;
  const byName = new Map<string, number>();
  for (const { id, source } of own) {
    if (source.kind !== 'table' || source.table === null || byName.has(source.name)) return null;
    byName.set(source.name, id);
  }
  const instances = new Map<number, number>();
  for (const { id, source } of other) {
    const match = source.kind === 'table' ? byName.get(source.name) : undefined;
    if (match === undefined) return null;
    byName.delete(source.kind === 'table' ? source.name : '');
    instances.set(id, match);
  }
  return instances;
}

/** Rows that are written out are SELECTs without FROM, united; a column of several types would be turned into one. */
export const valuesAsSelects: ValuesRule = {
  name: 'values-as-selects',
  apply: (query) => (query.kind === 'values' && query.rows.length > 0 ? selects(query) : null),
};

function selects(query: Values): Query | null {
  const { names, rows } = query;
  const alike = (at: number): boolean => {
    const types = new Set(rows.map((row) => rowType(row[at]!)).filter((one) => one !== 'null'));
    return types.size <= 1 && !types.has(null);
  };
  if (rows.length > 1 && !names.every((_, at) => alike(at))) return null;
  const arms = rows.map(
    (row): Block => ({
      kind: 'block',
      from: { relations: [], optional: [] },
      where: [],
      groupBy: null,
      having: [],
      outputs: row.map((expression, at) => ({ name: names[at] ?? null, expression })),
      distinct: false,
      order: [],
      limits: unlimited,
    }),
  );
  if (arms.length === 1) return arms[0]!;
  return { kind: 'set', operator: 'union', all: true, arms, names, order: [], limits: unlimited };
}

function rowType(expression: Expression): string | null {
  if (expression.kind !== 'literal') return null;
  return expression.type === 'number' && !/^-?\d+$/.test(expression.value) ? null : expression.type;
}
