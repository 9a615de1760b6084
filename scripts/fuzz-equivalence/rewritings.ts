import type { SelectMaker } from './random-select.js';
import type { ModelTable } from './schema-model.js';
import { type Condition, mapCondition, mapTexts, type Select, type Source } from './select-model.js';

/**
 * Another way to write a query, or null where it has nothing to write otherwise. None asks whether its condition holds, so
 * that each is a rule in one case and only nearly one in the next.
 */
export type Rewriting = (select: Select, maker: SelectMaker) => Select | null;

const mirrored: Readonly<Record<string, string>> = {
  '=': '=',
  '<>': '<>',
  '<': '>',
  '>': '<',
  '<=': '>=',
  '>=': '<=',
};
const negated: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  '<': '>=',
  '>': '<=',
  '<=': '>',
  '>=': '<',
};

function rewriteCondition(one: Condition, maker: SelectMaker): Condition {
  const { random } = maker;
  if (one.kind === 'compare') {
    if (random.chance(0.3) && negated[one.operator] !== undefined)
      return { kind: 'not', part: { ...one, operator: negated[one.operator]! } };
    return { ...one, operator: mirrored[one.operator] ?? one.operator, left: one.right, right: one.left };
  }
  if (one.kind === 'between')
    return {
      kind: 'and',
      parts: [
        { kind: 'compare', operator: '<=', left: one.low, right: one.of },
        { kind: 'compare', operator: random.chance(0.9) ? '<=' : '<', left: one.of, right: one.high },
      ],
    };
  if (one.kind === 'list') {
    const operator = one.not ? '<>' : '=';
    const parts = random
      .shuffle(one.items)
      .map((right): Condition => ({ kind: 'compare', operator, left: one.of, right }));
    return { kind: one.not ? 'and' : 'or', parts };
  }
  if (one.kind === 'and' || one.kind === 'or') {
    if (random.chance(0.5)) return { ...one, parts: random.shuffle(one.parts) };
    const kind = one.kind === 'and' ? 'or' : 'and';
    return {
      kind: 'not',
      part: { kind, parts: one.parts.map((part): Condition => ({ kind: 'not', part })) },
    };
  }
  if (one.kind === 'not')
    return random.chance(0.5) ? negate(one.part) : { kind: 'not', part: negateTwice(one.part) };
  if (one.kind === 'null') return { kind: 'not', part: { ...one, not: !one.not } };
  if (one.kind === 'in') {
    const { query } = one;
    const link: Condition = { kind: 'compare', operator: '=', left: query.outputs[0]!, right: one.of };
    return {
      kind: 'exists',
      query: { ...query, outputs: ['1'], where: [...query.where, link] },
      not: one.not,
    };
  }
  if (one.kind !== 'exists') return one;
  return { ...one, query: { ...one.query, outputs: [random.pick(['2', 'NULL', '*', 'COUNT(*)'])] } };
}

function negate(one: Condition): Condition {
  if (one.kind === 'compare' && negated[one.operator] !== undefined)
    return { ...one, operator: negated[one.operator]! };
  if (one.kind === 'null' || one.kind === 'list' || one.kind === 'in' || one.kind === 'exists')
    return { ...one, not: !one.not };
  if (one.kind === 'and' || one.kind === 'or')
    return { kind: one.kind === 'and' ? 'or' : 'and', parts: one.parts.map(negate) };
  return { kind: 'not', part: one };
}

function negateTwice(one: Condition): Condition {
  return { kind: 'not', part: { kind: 'not', part: one } };
}

/** A condition of WHERE, or of a join, written otherwise. */
const condition: Rewriting = (select, maker) => {
  const { random } = maker;
  const joins = select.from.flatMap((source, at) => (source.on.length > 0 ? [at] : []));
  if (select.where.length > 0 && (joins.length === 0 || random.chance(0.7))) {
    const at = random.below(select.where.length);
    return {
      ...select,
      where: select.where.map((one, index) => (index === at ? rewriteCondition(one, maker) : one)),
    };
  }
  if (joins.length === 0) return null;
  const at = random.pick(joins);
  return withSource(select, at, (source) => ({
    ...source,
    on: source.on.map((one) => rewriteCondition(one, maker)),
  }));
};

const shuffledWhere: Rewriting = (select, { random }) =>
  select.where.length < 2 ? null : { ...select, where: random.shuffle(select.where) };

const renamed: Rewriting = (select, maker) => {
  const names = new Map(select.from.map(({ alias }) => [alias, maker.alias()]));
  const change = (text: string): string =>
    text.replace(/\bq\d+(?=\.)/g, (alias) => names.get(alias) ?? alias);
  const mapped = mapTexts(select, change);
  return { ...mapped, from: mapped.from.map((one) => ({ ...one, alias: names.get(one.alias)! })) };
};

/** Relations in another order, their conditions in WHERE. */
const shuffledFrom: Rewriting = (select, { random }) => {
  if (select.from.length < 2 || select.from.some(({ join }) => join === 'left' && random.chance(0.9)))
    return null;
  const on = select.from.slice(1).flatMap((one) => one.on);
  const join = random.pick(['comma', 'inner'] as const);
  const from = random.shuffle(select.from).map((one): Source => ({ ...one, join, on: [] }));
  return { ...select, from, where: random.chance(0.5) ? [...on, ...select.where] : [...select.where, ...on] };
};

const otherJoin: Rewriting = (select, { random }) => {
  if (select.from.length < 2) return null;
  const at = 1 + random.below(select.from.length - 1);
  return withSource(select, at, (source) => ({
    ...source,
    join: random.pick((['inner', 'comma', 'left'] as const).filter((one) => one !== source.join)),
  }));
};

const grouped: Rewriting = (select) => {
  if (select.distinct && select.groupBy.length === 0 && !select.outputs.some((one) => /\(/.test(one)))
    return { ...select, distinct: false, groupBy: [...new Set(select.outputs.filter((one) => one !== '1'))] };
  return { ...select, distinct: !select.distinct };
};

/** A table as a derived table, perhaps with a condition of its own inside it. */
const derivedTable: Rewriting = (select, maker) => {
  const { random } = maker;
  const at = random.below(select.from.length);
  const { table, alias, derived } = select.from[at]!;
  if (derived !== null) return null;
  const inner = maker.source(table);
  const own = select.where.find(
    (one) =>
      one.kind === 'compare' &&
      [one.left, one.right].every((text) => !/\bq\d+\./.test(text) || text.startsWith(`${alias}.`)),
  );
  const pushed = own !== undefined && random.chance(0.6) ? [own] : [];
  const query: Select = {
    from: [inner],
    where: pushed.map((one) => mapCondition(one, (text) => text.replaceAll(`${alias}.`, `${inner.alias}.`))),
    outputs: table.columns.map(({ name }) => `${inner.alias}.${name}`),
    distinct: random.chance(0.1),
    groupBy: [],
    having: [],
    order: [],
    limit: null,
  };
  // Outputs are named by position, so that columns get their names back in one more level.
  const named = renameOutputs(select, alias, table);
  return withSource(
    { ...named, where: named.where.filter((_, index) => !pushed.includes(select.where[index]!)) },
    at,
    (source) => ({
      ...source,
      derived: query,
    }),
  );
};

function renameOutputs(select: Select, alias: string, table: ModelTable): Select {
  const change = (text: string): string =>
    text.replace(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'), (whole, name: string) => {
      const at = table.columns.findIndex((one) => one.name === name);
      return at < 0 ? whole : `${alias}.o${at}`;
    });
  return mapTexts(select, change);
}

/** The whole query inside another one. */
const outerSelect: Rewriting = (select, maker) => {
  const source = maker.source(select.from[0]!.table);
  const order = select.limit === null ? select.order : [];
  return {
    from: [{ ...source, derived: select.limit === null ? { ...select, order: [] } : select }],
    where: [],
    outputs: select.outputs.map((_, at) => `${source.alias}.o${at}`),
    distinct: false,
    groupBy: [],
    having: [],
    order,
    limit: null,
  };
};

/** One more table that says nothing new, where its key and the foreign key are as they should be. */
const moreTable: Rewriting = (select, maker) => {
  const { random, schema } = maker;
  const { table, alias } = random.pick(select.from);
  const choice = random.below(3);
  if (choice === 0 && table.foreignKeys.length > 0) {
    const { column, parent, parentColumn } = random.pick(table.foreignKeys);
    const added = maker.source(schema.find(({ name }) => name === parent)!);
    return joined(
      select,
      added,
      `${alias}.${column}`,
      parentColumn,
      random.pick(['inner', 'left']),
      random.chance(0.3),
    );
  }
  const key = table.primaryKey[0] ?? random.pick(table.columns).name;
  if (choice === 1) return joined(select, maker.source(table), `${alias}.${key}`, key, 'inner', false);
  const other = random.pick(schema);
  const otherKey = other.primaryKey[0] ?? random.pick(other.columns).name;
  return joined(select, maker.source(other), maker.column(select.from, 'INTEGER'), otherKey, 'left', false);
};

function joined(
  select: Select,
  added: Source,
  left: string,
  column: string,
  join: 'inner' | 'left',
  isNotNull: boolean,
): Select {
  const right = `${added.alias}.${column}`;
  const on: Condition = { kind: 'compare', operator: '=', left, right };
  const where: readonly Condition[] = isNotNull
    ? [...select.where, { kind: 'null', of: left, not: true }]
    : select.where;
  return { ...select, from: [...select.from, { ...added, join, on: [on] }], where };
}

const notNull: Rewriting = (select, maker) => {
  const compared = select.where.find((one) => one.kind === 'compare');
  const of = compared !== undefined && maker.random.chance(0.7) ? compared.left : maker.column(select.from);
  return { ...select, where: [...select.where, { kind: 'null', of, not: true }] };
};

const otherCount: Rewriting = (select, maker) => {
  const at = select.outputs.findIndex((one) => /^(COUNT|SUM)\((\*|q|CASE)/.test(one));
  if (at < 0) return null;
  const output = select.outputs[at]!;
  const filtered = /^SUM\(CASE WHEN (.*) THEN 1 ELSE 0 END\)$/.exec(output);
  const other =
    filtered !== null
      ? `COUNT(CASE WHEN ${filtered[1]} THEN 1 END)`
      : maker.random.pick(['COUNT(*)', `COUNT(${maker.column(select.from)})`, 'COUNT(1)']);
  return { ...select, outputs: select.outputs.map((one, index) => (index === at ? other : one)) };
};

/** A condition on a key of a group before or after the grouping. */
const movedHaving: Rewriting = (select) => {
  const key = select.having.find((one) => one.kind === 'compare' && /^q\d+\.\w+$/.test(one.left));
  if (key !== undefined)
    return { ...select, having: select.having.filter((one) => one !== key), where: [...select.where, key] };
  const [first, ...rest] = select.where;
  if (first === undefined || select.groupBy.length === 0) return null;
  return { ...select, where: rest, having: [...select.having, first] };
};

const moreKeys: Rewriting = (select, maker) => {
  if (select.groupBy.length === 0) return null;
  if (maker.random.chance(0.4)) return { ...select, groupBy: maker.random.shuffle(select.groupBy) };
  return { ...select, groupBy: [...select.groupBy, maker.column(select.from)] };
};

/** A column in place of another that a condition makes equal to it, wherever that is. */
const equalColumn: Rewriting = (select, { random }) => {
  const pairs = [...select.where, ...select.from.flatMap(({ on }) => on)].flatMap((one) =>
    one.kind === 'compare' && one.operator === '=' && /^q\d+\./.test(one.left) && /^q\d+\./.test(one.right)
      ? [one]
      : [],
  );
  if (pairs.length === 0) return null;
  const { left, right } = random.pick(pairs);
  const [from, to] = random.chance(0.5) ? [left, right] : [right, left];
  const change = (text: string): string => (text === from ? to : text);
  return { ...select, outputs: select.outputs.map(change), groupBy: select.groupBy.map(change) };
};

/** IN or EXISTS as a join. */
const semiJoin: Rewriting = (select, { random }) => {
  const found = select.where.find((one) => (one.kind === 'in' || one.kind === 'exists') && !one.not);
  if (found === undefined || (found.kind !== 'in' && found.kind !== 'exists')) return null;
  const [source] = found.query.from;
  const link: readonly Condition[] =
    found.kind === 'in'
      ? [{ kind: 'compare', operator: '=', left: found.of, right: found.query.outputs[0]! }]
      : [];
  return {
    ...select,
    from: [
      ...select.from,
      { ...source!, join: random.pick(['inner', 'comma'] as const), on: [...found.query.where, ...link] },
    ],
    where: select.where.filter((one) => one !== found),
    distinct: select.distinct || random.chance(0.5),
  };
};

const noCondition: Rewriting = (select, { random }) => {
  if (select.where.length === 0) return null;
  const at = random.below(select.where.length);
  return { ...select, where: select.where.filter((_, index) => index !== at) };
};

const constantCondition: Rewriting = (select, { random }) => ({
  ...select,
  where: [
    ...select.where,
    { kind: 'compare', operator: '=', left: '1', right: random.pick(['1', '1', '0']) },
  ],
});

const repeatedCondition: Rewriting = (select, maker) => {
  const [first] = select.where;
  if (first === undefined) return null;
  const other: Condition = maker.random.chance(0.5)
    ? first
    : { kind: 'or', parts: [first, { kind: 'and', parts: [first, maker.condition(select.from, false)] }] };
  return { ...select, where: [...select.where, other] };
};

function withSource(select: Select, at: number, change: (source: Source) => Source): Select {
  return { ...select, from: select.from.map((one, index) => (index === at ? change(one) : one)) };
}

export const rewritings: Readonly<Record<string, Rewriting>> = {
  condition,
  shuffledWhere,
  renamed,
  shuffledFrom,
  otherJoin,
  grouped,
  derivedTable,
  outerSelect,
  moreTable,
  notNull,
  otherCount,
  movedHaving,
  moreKeys,
  equalColumn,
  semiJoin,
  noCondition,
  constantCondition,
  repeatedCondition,
};
