import {
  type Expression,
  outputNames,
  type Query,
  type Relation,
  type RelationColumn,
} from '../algebra/index.js';
import { bindExpression } from './bind-expression.js';
import { invalid, unsupported } from './bind-failure.js';
import type { ExpressionContext } from './expression-context.js';
import { fullJoin } from './full-join.js';
import { column, columnOf, resolveName, type Scope } from './scope.js';
import { noSource, type Source, type StarColumn } from './source.js';
import { type Fields, isEmpty, isFields, listOf, nodeOf, understands } from './syntax-node.js';

/** What FROM needs of the query it is in: everything but a scope of its own. */
export type FromContext = Omit<ExpressionContext, 'scope' | 'aliases'> & { readonly outer: Scope | null };

export function scopeOf(source: Source, parent: Scope | null): Scope {
  return { parent, entries: source.entries, merged: source.merged };
}

/** FROM and the joins that follow it. */
export function bindFrom(from: unknown, joins: readonly unknown[], context: FromContext): Source {
  const [first, ...others] = isFields(from) ? listOf(from.expressions) : [];
  if (first === undefined) return joins.length > 0 ? unsupported('from', 'a join without FROM') : noSource;
  if (isFields(from)) understands('from', from, ['expressions']);
  let source = bindSource(first, context);
  for (const other of others) source = product(source, bindSource(other, context), []);
  return joins.reduce((left: Source, one) => bindJoin(left, one, context), source);
}

function bindSource(value: unknown, context: FromContext): Source {
  context.binding.count();
  const node = nodeOf(value);
  if (node === null) return unsupported('from', 'a part of FROM is not understood');
  const { type, data } = node;
  switch (type) {
    case 'table':
      return bindTable(data, context);
    case 'paren':
      understands('paren', data, ['this']);
      return bindSource(data.this, context);
    case 'subquery': {
      understands('subquery', data, ['this', 'alias', 'column_aliases']);
      const inner = nodeOf(data.this);
      if (inner?.type === 'table' || inner?.type === 'joined_table') {
        return isEmpty(data.alias)
          ? bindSource(data.this, context)
          : unsupported('from', 'an alias of a join');
      }
      const query = context.query(data.this, emptyScope(context.outer), context.commonTables);
      const names = listOf(data.column_aliases).map((one) => context.binding.fold(one));
      const alias = isEmpty(data.alias) ? null : context.binding.fold(data.alias);
      return single(derived(query, names, context), alias);
    }
    case 'values': {
      understands('values', data, ['expressions', 'alias', 'column_aliases']);
      const query = context.query(
        { values: { ...data, alias: null, column_aliases: [] } },
        emptyScope(context.outer),
        context.commonTables,
      );
      const names = listOf(data.column_aliases).map((one) => context.binding.fold(one));
      return single(
        derived(query, names, context),
        isEmpty(data.alias) ? null : context.binding.fold(data.alias),
      );
    }
    case 'joined_table': {
      understands('joined_table', data, ['left', 'joins']);
      return listOf(data.joins).reduce(
        (left: Source, one) => bindJoin(left, one, context),
        bindSource(data.left, context),
      );
    }
    default:
      return unsupported(type, `${type} in FROM is not understood`);
  }
}

/** A derived table does not see its neighbours, but it sees the queries around. */
function emptyScope(outer: Scope | null): Scope {
  return { parent: outer, entries: [], merged: new Map() };
}

function bindTable(data: Fields, context: FromContext): Source {
  understands('table', data, ['name', 'schema', 'alias', 'column_aliases']);
  const { binding, commonTables } = context;
  const name = binding.fold(data.name);
  const schema = isEmpty(data.schema) ? null : binding.fold(data.schema);
  const alias = isEmpty(data.alias) ? name : binding.fold(data.alias);
  const names = listOf(data.column_aliases).map((one) => binding.fold(one));
  const common = schema === null ? commonTables.get(name) : undefined;
  if (common !== undefined) {
    const query = context.query(common.query, emptyScope(null), common.visible);
    return single(derived(query, names.length > 0 ? names : common.columns, context), alias);
  }
  if (names.length > 0) return unsupported('column-aliases', 'a table whose columns are renamed');
  const table = binding.table(name, schema === 'main' ? null : schema);
  if (table === null && binding.catalog !== null) return invalid(`there is no table ${name}`);
  if (table?.kind === 'view')
    return single(
      {
        ...binding.relationOf(name, schema, table),
        columns: viewColumns(binding.relationOf(name, schema, table)),
      },
      alias,
    );
  return single(binding.relationOf(name, schema === 'main' ? null : schema, table), alias);
}

/** Nothing is taken for granted of what a view gives. */
function viewColumns(view: Relation): readonly RelationColumn[] | null {
  return view.columns?.map(({ name }) => ({ name, nullable: true, type: null })) ?? null;
}

function derived(query: Query, names: readonly string[], { binding }: FromContext): Relation {
  const { unnamedOutput } = binding.semantics;
  const own = outputNames(query).map(
    (name, at) => name ?? (unnamedOutput === null ? null : `${unnamedOutput}${at}`),
  );
  const open = query.kind === 'block' && query.outputs.some(({ expression }) => expression.kind === 'star');
  if (open && names.length > 0) unsupported('star', 'the columns of * are not known');
  if (names.length > own.length) invalid('more column names than columns');
  const renamed = own.map((name, at) => names[at] ?? name);
  return {
    id: binding.nextInstance(),
    source: {
      kind: 'query',
      query: withNames(binding.semantics.textsTakeTypes ? textsTyped(query) : query, renamed),
    },
    columns: open
      ? null
      : renamed.map((name, at) => ({ name: name ?? hiddenName(at), nullable: true, type: null })),
  };
}

/** As the column of a derived table, a text that is written out is no longer converted to what it is compared with. */
function textsTyped(query: Query): Query {
  if (query.kind !== 'block') return query;
  const outputs = query.outputs.map((output) =>
    output.expression.kind === 'literal' && output.expression.type === 'string'
      ? {
          ...output,
          expression: { kind: 'cast', operand: output.expression, type: '{"data_type":"text"}' } as const,
        }
      : output,
  );
  return { ...query, outputs };
}

/** What a column that no name refers to is called. */
function hiddenName(at: number): string {
  return `\u0000${at}`;
}

function withNames(query: Query, names: readonly (string | null)[]): Query {
  if (query.kind !== 'block') return { ...query, names: names.map((name, at) => name ?? hiddenName(at)) };
  return {
    ...query,
    outputs: query.outputs.map((output, at) => ({
      ...output,
      name: output.expression.kind === 'star' ? null : (names[at] ?? hiddenName(at)),
    })),
  };
}

function single(relation: Relation, name: string | null): Source {
  return {
    group: { relations: [relation], optional: [] },
    where: [],
    entries: [{ name, relation }],
    merged: new Map(),
    columns: starOf(relation),
  };
}

function starOf(relation: Relation): readonly StarColumn[] {
  if (relation.columns === null) return [{ name: null, expression: { kind: 'star', instance: relation.id } }];
  return relation.columns.map(({ name }) => ({
    name: name.startsWith('\u0000') ? null : name,
    expression: column(relation, name),
  }));
}

function product(left: Source, right: Source, on: readonly Expression[]): Source {
  return {
    ...beside(left, right),
    group: {
      relations: [...left.group.relations, ...right.group.relations],
      optional: [...left.group.optional, ...right.group.optional],
    },
    where: [...left.where, ...right.where, ...on],
  };
}

/** The names of both sides, in the order they are written. */
function beside(left: Source, right: Source): Pick<Source, 'entries' | 'merged' | 'columns'> {
  return {
    entries: [...left.entries, ...right.entries],
    merged: new Map([...left.merged, ...right.merged]),
    columns: [...left.columns, ...right.columns],
  };
}

/** `rows` keeps all its rows; those of `extension` are added where `on` holds. */
function extended(
  rows: Source,
  extension: Source,
  on: readonly Expression[],
): Pick<Source, 'group' | 'where'> {
  return {
    group: {
      relations: rows.group.relations,
      optional: [...rows.group.optional, { group: extension.group, on: [...extension.where, ...on] }],
    },
    where: rows.where,
  };
}

type Side = 'inner' | 'left' | 'right';

const sides: Readonly<Record<string, Side>> = {
  Inner: 'inner',
  Cross: 'inner',
  Implicit: 'inner',
  Natural: 'inner',
  Straight: 'inner',
  Left: 'left',
  NaturalLeft: 'left',
  Right: 'right',
  NaturalRight: 'right',
};

function bindJoin(left: Source, join: unknown, context: FromContext): Source {
  if (!isFields(join)) return unsupported('join', 'a join is not understood');
  understands('join', join, ['this', 'on', 'using', 'kind']);
  const kind = String(join.kind);
  if (kind === 'Full') return bindFullJoin(left, join, context);
  const side = sides[kind];
  if (side === undefined)
    return unsupported(`${kind.toLowerCase()}-join`, `a ${kind} join is not understood`);
  const right = bindSource(join.this, context);
  const names = beside(left, right);
  const natural = kind.startsWith('Natural');
  const shared = natural
    ? sharedNames(left, right)
    : listOf(join.using).map((one) => context.binding.fold(one));
  if (shared.length === 0) {
    const scope = scopeOf({ ...noSource, ...names }, context.outer);
    const on = isEmpty(join.on) ? [] : [bindExpression(join.on, { ...context, scope, aliases: null })];
    if (on.length === 0 && side !== 'inner') return unsupported('join', `a ${kind} join without a condition`);
    return joined(left, right, names, side, on);
  }
  if (side === 'right') return unsupported('using', 'USING or NATURAL with RIGHT JOIN');
  const pairs = shared.map((name) => ({ name, left: find(left, name), right: find(right, name) }));
  const on = pairs.map(
    ({ left: one, right: other }): Expression => ({
      kind: 'comparison',
      operator: '=',
      left: one,
      right: other,
    }),
  );
  const isShared = (one: StarColumn): boolean => one.name !== null && shared.includes(one.name);
  if (names.columns.some(({ expression }) => expression.kind === 'star')) {
    return unsupported('using', 'USING between tables whose columns are not known');
  }
  return joined(
    left,
    right,
    {
      entries: names.entries,
      merged: new Map([...names.merged, ...pairs.map((pair) => [pair.name, pair.left] as const)]),
      columns: [
        ...pairs.map((pair) => ({ name: pair.name, expression: pair.left })),
        ...left.columns.filter((one) => !isShared(one)),
        ...right.columns.filter((one) => !isShared(one)),
      ],
    },
    side,
    on,
  );
}

function bindFullJoin(left: Source, join: Fields, context: FromContext): Source {
  const right = bindSource(join.this, context);
  if (!isEmpty(join.using) || isEmpty(join.on)) return unsupported('full-join', 'a FULL JOIN without ON');
  const scope = scopeOf({ ...noSource, ...beside(left, right) }, context.outer);
  const on = [bindExpression(join.on, { ...context, scope, aliases: null })];
  return fullJoin(left, right, on, () => context.binding.nextInstance());
}

function joined(
  left: Source,
  right: Source,
  names: Pick<Source, 'entries' | 'merged' | 'columns'>,
  side: Side,
  on: readonly Expression[],
): Source {
  if (side === 'inner') return { ...product(left, right, on), ...names };
  return { ...names, ...(side === 'left' ? extended(left, right, on) : extended(right, left, on)) };
}

function find(source: Source, name: string): Expression {
  const found = resolveName(scopeOf(source, null), name);
  return found.kind === 'found' ? found.expression : invalid(`there is no column ${name} to join on`);
}

function sharedNames(left: Source, right: Source): readonly string[] {
  const open = [...left.entries, ...right.entries].some(({ relation }) => relation.columns === null);
  if (open) return unsupported('natural-join', 'the columns of a NATURAL join are not known');
  const names = new Set(right.columns.map(({ name }) => name));
  const both = left.columns.map(({ name }) => name).filter((name) => name !== null && names.has(name));
  for (const { relation } of [...left.entries, ...right.entries]) {
    for (const name of both) if (name !== null) columnOf(relation, name);
  }
  return [...new Set(both)].filter((name) => name !== null);
}
