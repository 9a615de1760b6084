import {
  type Block,
  type ColumnReference,
  type Expression,
  instancesIn,
  type OptionalJoin,
  type Query,
  type Relation,
  type RelationGroup,
  relationsOf,
  type SortKey,
} from '../algebra/index.js';
import type { Facts } from '../facts/index.js';
import { commutes } from './commutes.js';
import { type Congruence, congruence, noCongruence } from './congruence.js';

/** The search for the order of like relations was too long. */
export class TooManyArrangements extends Error {}

export interface FormOptions {
  readonly facts: Facts;
  /** Columns that WHERE makes equal are one. */
  readonly congruence: boolean;
  /** Leaves the order of the whole query out. */
  readonly unordered: boolean;
  readonly checkpoint: () => void;
}

/** What an instance is called, and a column: where WHERE makes several equal, all have one name. */
interface Names {
  readonly label: (instance: number) => string;
  readonly column: (column: ColumnReference) => string;
  readonly depth: number;
}

const noNames: Names = { label: () => '?', column: ({ column }) => `?.${column}`, depth: 0 };

const maxArrangements = 720;

/**
 * A text that two bound queries share only if one becomes the other by renaming relation instances and by changing the order
 * of what has none: conjuncts, relations of an inner join, operands of `=`, AND, OR, keys of GROUP BY, arms of UNION.
 */
export function canonicalForm(query: Query, options: FormOptions): string {
  return new Form(options).query(query, noNames, true);
}

class Form {
  constructor(private readonly options: FormOptions) {}

  query(query: Query, names: Names, top = false): string {
    this.options.checkpoint();
    if (query.kind === 'values') {
      const rows = query.rows.map((row) => row.map((one) => this.expression(one, names)).join(','));
      const commutes = query.rows.every((row) => row.every((one) => one.kind === 'literal'));
      return `values[${(commutes ? rows.sort() : rows).join(';')}]`;
    }
    if (query.kind === 'block') return this.#block(query, names, top);
    const arms = query.arms.map((arm) => this.query(arm, names));
    // The order of arms of several types decides how they are converted.
    const commutes = query.operator !== 'except' && query.mixed === undefined;
    if (commutes) arms.sort();
    // A set united with itself, or met with itself, is the same set.
    const distinct = commutes && !query.all ? [...new Set(arms)] : arms;
    const order = query.order.map(
      (key) => `${key.output}${key.descending ? ' desc' : ''}${key.nullsFirst ? ' first' : ''}`,
    );
    const { limit, offset } = query.limits;
    const kept = top && this.options.unordered && limit === null && offset === 0 ? [] : order;
    return `${query.operator}${query.all ? ' all' : ''}${ofTypes(query.mixed)}(${distinct.join(' | ')})${limited(kept, limit, offset)}`;
  }

  #block(block: Block, outer: Names, top: boolean): string {
    const relations = relationsOf(block.from);
    const arrangements = this.#arrangements(block, relations, outer);
    let best: string | null = null;
    for (const arrangement of arrangements) {
      this.options.checkpoint();
      const labels = new Map(arrangement.map(({ id }, at) => [id, `${outer.depth}:${at}`] as const));
      const text = this.#body(block, labels, outer, top);
      if (best === null || text < best) best = text;
    }
    return best ?? '';
  }

  #body(block: Block, labels: ReadonlyMap<number, string>, outer: Names, top: boolean): string {
    const label = (instance: number): string => labels.get(instance) ?? outer.label(instance);
    const plain = (column: ColumnReference): string =>
      labels.has(column.instance)
        ? `${labels.get(column.instance)}.${this.#columnName(column)}`
        : outer.column(column);
    const classes = this.#classes(block, plain);
    const names: Names = { label, column: (column) => classes.nameOf(plain(column)), depth: outer.depth + 1 };
    const set = (expressions: readonly Expression[]): string =>
      sortedSet(expressions.map((one) => this.expression(one, names)));
    // As an output of the whole query a value is no more than itself.
    const bare = top || !this.options.facts.semantics.dynamicTypes;
    const output = (one: Expression): string =>
      (bare && one.kind === 'column' ? classes.literalOf(plain(one)) : null) ?? this.expression(one, names);
    const where = block.where
      .filter((one) => !classes.used.has(one))
      .map((one) => this.expression(one, names));
    const order = block.order.map((key) => this.#sortKey(key, names));
    const { limit, offset } = block.limits;
    const kept = top && this.options.unordered && limit === null && offset === 0 ? [] : order;
    return [
      `select${block.distinct ? ' distinct' : ''} [${block.outputs.map(({ expression }) => output(expression)).join(', ')}]`,
      ` from ${this.#group(block.from, names, outer)}`,
      ` where {${sortedSet([...where, ...classes.members.map(describeClass)])}}`,
      block.groupBy === null ? '' : ` group {${set(block.groupBy)}}`,
      block.having.length === 0 ? '' : ` having {${set(block.having)}}`,
      limited(kept, limit, offset),
    ].join('');
  }

  #group(group: RelationGroup, names: Names, outer: Names): string {
    const relations = group.relations.map(
      (relation) => `${names.label(relation.id)}=${this.#source(relation, outer)}`,
    );
    const optional = group.optional.map((join) => this.#optional(join, names, outer));
    return `(${relations.sort().join(', ')}${optional
      .sort()
      .map((one) => ` left ${one}`)
      .join('')})`;
  }

  #optional(join: OptionalJoin, names: Names, outer: Names): string {
    // What WHERE makes equal need not be equal yet where a LEFT JOIN is decided, but for rows that WHERE keeps it is.
    return `${this.#group(join.group, names, outer)} on {${sortedSet(join.on.map((one) => this.expression(one, names)))}}`;
  }

  #source(relation: Relation, outer: Names): string {
    return relation.source.kind === 'table'
      ? `table ${JSON.stringify(relation.source.name)}`
      : `(${this.query(relation.source.query, outer)})`;
  }

  /** A column of a derived table is its position, as its name is anybody's. */
  #columnName({ instance, column }: ColumnReference): string {
    const relation = this.options.facts.relation(instance);
    if (relation?.source.kind !== 'query' || relation.columns === null) return column;
    return `#${relation.columns.findIndex(({ name }) => name === column)}`;
  }

  #sortKey(key: SortKey, names: Names): string {
    return `${this.expression(key.expression, names)}${key.descending ? ' desc' : ' asc'}${key.nullsFirst ? ' first' : ' last'}`;
  }

  expression(one: Expression, names: Names): string {
    const render = (part: Expression): string => this.expression(part, names);
    switch (one.kind) {
      case 'column':
        return names.column(one);
      case 'star':
        return `${names.label(one.instance)}.*`;
      case 'literal':
        return `${one.type} ${JSON.stringify(one.value)}`;
      case 'and':
      case 'or':
        return `${one.kind}{${sortedSet(one.operands.map(render))}}`;
      case 'not':
        return `not ${render(one.operand)}`;
      case 'is-null':
        return `null? ${render(one.operand)}`;
      case 'comparison': {
        const sides = [render(one.left), render(one.right)];
        if (one.operator !== '<' && one.operator !== '<=') sides.sort();
        return `(${sides.join(` ${one.operator} `)})`;
      }
      case 'in-list':
        return `(${render(one.operand)} in [${sortedSet(one.items.map(render))}])`;
      case 'in-query':
        return `((${one.operands.map(render).join(', ')}) in ${this.query(one.query, names)})`;
      case 'exists':
        return `exists ${this.query(one.query, names)}`;
      case 'scalar':
        return `scalar ${this.query(one.query, names)}`;
      case 'case':
        return `case${ofTypes(one.mixed)}[${one.branches.map(({ when, result }) => `${render(when)}:${render(result)}`).join(', ')} else ${render(one.otherwise)}]`;
      case 'call': {
        const operands = one.operands.map(render);
        if (commutes(one, this.options.facts)) operands.sort();
        return `${one.name}(${operands.join(', ')})`;
      }
      case 'aggregate':
        return `agg ${one.name}${one.distinct ? ' distinct' : ''}(${one.operands.map(render).join(', ')})${one.filter === null ? '' : ` filter ${render(one.filter)}`}`;
      case 'cast':
        return `cast(${render(one.operand)} as ${one.type})`;
      case 'window':
        return `window ${render(one.function)} by {${sortedSet(one.partition.map(render))}} order [${one.order.map((key) => this.#sortKey(key, names)).join(', ')}] ${one.frame}`;
    }
  }

  /** Orders of the relations that are worth trying: those that nothing tells apart are tried in every order. */
  #arrangements(
    block: Block,
    relations: readonly Relation[],
    outer: Names,
  ): readonly (readonly Relation[])[] {
    if (relations.length === 0) return [[]];
    let colours = new Map(relations.map((relation) => [relation.id, this.#source(relation, outer)] as const));
    for (let round = 0; round < Math.min(relations.length, 4); round++)
      colours = this.#refined(block, relations, colours, outer);
    const groups = new Map<string, Relation[]>();
    for (const relation of relations) {
      const colour = colours.get(relation.id)!;
      groups.set(colour, [...(groups.get(colour) ?? []), relation]);
    }
    let found: readonly (readonly Relation[])[] = [[]];
    for (const colour of [...groups.keys()].sort()) {
      const orders = permutations(groups.get(colour)!);
      if (found.length * orders.length > maxArrangements) throw new TooManyArrangements();
      found = found.flatMap((head) => orders.map((tail) => [...head, ...tail]));
    }
    return found;
  }

  #classes(block: Block, nameOf: (column: ColumnReference) => string): Congruence {
    return this.options.congruence ? congruence(block, this.options.facts, nameOf) : noCongruence;
  }

  #refined(
    block: Block,
    relations: readonly Relation[],
    colours: ReadonlyMap<number, string>,
    outer: Names,
  ): Map<number, string> {
    const own = new Set(relations.map(({ id }) => id));
    const marks = new Map<number, string[]>(relations.map(({ id }) => [id, []]));
    const clauses: (readonly [string, Expression])[] = [
      ...block.where.map((one) => ['where', one] as const),
      ...onConditions(block.from).map((one) => ['on', one] as const),
      ...block.outputs.map(({ expression }, at) => [`output ${at}`, expression] as const),
      ...(block.groupBy ?? []).map((one) => ['group', one] as const),
      ...block.having.map((one) => ['having', one] as const),
      ...block.order.map((key, at) => [`order ${at}`, key.expression] as const),
    ];
    const shorts = shortened(colours);
    const unique = (column: ColumnReference): string =>
      own.has(column.instance) ? `#${column.instance}.${this.#columnName(column)}` : outer.column(column);
    const classes = this.#classes(block, unique);
    const members = new Map(
      classes.members.flatMap(({ names }) => names.map((name) => [name, names] as const)),
    );
    for (const id of own) {
      const label = (instance: number): string =>
        instance === id ? '@' : own.has(instance) ? `<${shorts.get(instance)}>` : outer.label(instance);
      const coloured = (name: string): string =>
        name.replace(/^#(\d+)/, (_, instance) => label(Number(instance)));
      // All columns of a class have one name, made of all of theirs.
      const column = (one: ColumnReference): string => {
        const name = unique(one);
        const all = members.get(name);
        return all === undefined ? coloured(name) : `{${all.map(coloured).sort().join(' ')}}`;
      };
      const names: Names = { label, column, depth: outer.depth + 1 };
      const concerns = (expression: Expression): boolean =>
        [...instancesIn(expression)].some((instance) => instance === id) || this.options.congruence;
      for (const [clause, expression] of clauses) {
        if (classes.used.has(expression) || !concerns(expression)) continue;
        const text = this.expression(expression, names);
        if (text.includes('@')) marks.get(id)!.push(`${clause} ${text}`);
      }
      for (const { names: all, nonNull } of classes.members) {
        const text = all.map(coloured).sort().join(' ');
        if (text.includes('@')) marks.get(id)!.push(`${nonNull ? 'equal' : 'same'} ${text}`);
      }
    }
    return new Map(
      relations.map(({ id }) => [id, `${colours.get(id)} ${marks.get(id)!.sort().join(' ; ')}`]),
    );
  }
}

/** Numbers in place of colours, the same on both sides as they are numbered in order. */
function shortened(colours: ReadonlyMap<number, string>): ReadonlyMap<number, number> {
  const order = [...new Set(colours.values())].sort();
  return new Map([...colours].map(([id, colour]) => [id, order.indexOf(colour)]));
}

function onConditions(group: RelationGroup): readonly Expression[] {
  return group.optional.flatMap((join) => [...join.on, ...onConditions(join.group)]);
}

function ofTypes(mixed: string | undefined): string {
  return mixed === undefined ? '' : ` of {${mixed}}`;
}

function describeClass({ names, nonNull }: Congruence['members'][number]): string {
  if (names.length === 1) return nonNull ? `nonnull ${names[0]}` : '';
  return `${nonNull ? 'equal' : 'same'} ${names.join(' ')}`;
}

function sortedSet(texts: readonly string[]): string {
  return [...new Set(texts)].sort().join(', ');
}

function limited(order: readonly string[], limit: number | null, offset: number): string {
  const sorted =
    order.length === 0 ? '' : ` order [${order.filter((one, at) => order.indexOf(one) === at).join(', ')}]`;
  return `${sorted}${limit === null ? '' : ` limit ${limit}`}${offset === 0 ? '' : ` offset ${offset}`}`;
}

function permutations<T>(items: readonly T[]): readonly (readonly T[])[] {
  if (items.length <= 1) return [items];
  if (items.length > 6) throw new TooManyArrangements();
  return items.flatMap((item, at) =>
    permutations([...items.slice(0, at), ...items.slice(at + 1)]).map((rest) => [item, ...rest]),
  );
}
