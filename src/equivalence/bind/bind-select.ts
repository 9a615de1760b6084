import {
  type Block,
  type Expression,
  hasAggregate,
  type Limits,
  type Output,
  type SortKey,
  unlimited,
} from '../algebra/index.js';
import { bindExpression } from './bind-expression.js';
import { invalid, unsupported } from './bind-failure.js';
import { bindFrom, type FromContext, scopeOf } from './bind-from.js';
import { bindSortKey } from './bind-window.js';
import type { ExpressionContext } from './expression-context.js';
import { columnOfEntry, resolveName, type Scope } from './scope.js';
import type { Source } from './source.js';
import { type Fields, isEmpty, isFields, listOf, nodeOf, understands } from './syntax-node.js';

const clauses = [
  'expressions',
  'from',
  'joins',
  'where_clause',
  'group_by',
  'having',
  'order_by',
  'limit',
  'offset',
  'fetch',
  'top',
  'distinct',
  'with',
];

export function bindSelect(data: Fields, context: FromContext): Block {
  understands('select', data, clauses);
  const source = bindFrom(data.from, listOf(data.joins), context);
  const scope = scopeOf(source, context.outer);
  const plain: ExpressionContext = { ...context, scope, aliases: null };
  const outputs = listOf(data.expressions).flatMap((one) => bindOutput(one, source, plain));
  if (outputs.length === 0) invalid('a query without columns');
  const named: ExpressionContext = { ...plain, aliases: aliasesOf(listOf(data.expressions), outputs, plain) };
  const condition = (clause: unknown): readonly Expression[] => {
    if (isEmpty(clause)) return [];
    if (!isFields(clause)) return unsupported('where', 'a condition is not understood');
    understands('where', clause, ['this']);
    return [bindExpression(clause.this, named)];
  };
  const where = condition(data.where_clause);
  if (where.some(hasAggregate)) invalid('an aggregate in WHERE');
  const keys = bindGroupBy(data.group_by, outputs, named);
  const having = condition(data.having);
  const order = bindOrder(data.order_by, outputs, named);
  const aggregated =
    having.length > 0 || [...outputs, ...order].some(({ expression }) => hasAggregate(expression));
  return {
    kind: 'block',
    from: source.group,
    where: [...source.where, ...where],
    groupBy: keys ?? (aggregated ? [] : null),
    having,
    outputs,
    distinct: data.distinct === true,
    order,
    limits: bindLimits(data),
  };
}

function bindOutput(value: unknown, source: Source, context: ExpressionContext): readonly Output[] {
  const node = nodeOf(value);
  if (node?.type === 'star') return bindStar(node.data, source, context);
  if (node?.type === 'alias') {
    understands('alias', node.data, ['this', 'alias']);
    return [
      { name: context.binding.fold(node.data.alias), expression: bindExpression(node.data.this, context) },
    ];
  }
  const expression = bindExpression(value, context);
  const name =
    node?.type === 'column' && expression.kind !== 'literal' ? context.binding.fold(node.data.name) : null;
  return [{ name, expression }];
}

function bindStar(data: Fields, source: Source, { binding }: ExpressionContext): readonly Output[] {
  understands('star', data, ['table']);
  if (source.entries.length === 0) invalid('* without FROM');
  if (isEmpty(data.table)) return source.columns.map((one) => ({ ...one }));
  const qualifier = binding.fold(data.table);
  const entries = source.entries.filter(({ name }) => name === qualifier);
  if (entries.length !== 1) return invalid(`there is no relation ${qualifier}`);
  const { relation } = entries[0]!;
  if (relation.columns === null) return [{ name: null, expression: { kind: 'star', instance: relation.id } }];
  return relation.columns.map(({ name }) => ({
    name: name.startsWith('\u0000') ? null : name,
    expression: columnOfEntry(entries[0]!, name),
  }));
}

/** The outputs that were given a name with AS. One name for two outputs names neither. */
function aliasesOf(
  items: readonly unknown[],
  outputs: readonly Output[],
  { binding }: ExpressionContext,
): ReadonlyMap<string, Expression> {
  const aliases = new Map<string, Expression>();
  const twice = new Set<string>();
  for (const item of items) {
    const node = nodeOf(item);
    if (node?.type !== 'alias') continue;
    const name = binding.fold(node.data.alias);
    if (aliases.has(name)) twice.add(name);
    const output = outputs.find((one) => one.name === name);
    if (output !== undefined) aliases.set(name, output.expression);
  }
  for (const name of twice) aliases.delete(name);
  return aliases;
}

function bindGroupBy(
  clause: unknown,
  outputs: readonly Output[],
  context: ExpressionContext,
): readonly Expression[] | null {
  if (isEmpty(clause)) return null;
  if (!isFields(clause)) return unsupported('group-by', 'GROUP BY is not understood');
  understands('group-by', clause, ['expressions']);
  return listOf(clause.expressions).map((one) => {
    const called = nodeOf(one);
    const name = String(called?.data.name).toLowerCase();
    if (called?.type === 'function' && ['rollup', 'cube', 'grouping sets'].includes(name)) {
      return unsupported('grouping-sets', `GROUP BY ${name}`);
    }
    const key = position(one, outputs) ?? bindNamed(one, context);
    if (hasAggregate(key)) invalid('an aggregate in GROUP BY');
    return key;
  });
}

/** A literal integer in GROUP BY or ORDER BY stands for an output. */
function position(value: unknown, outputs: readonly Output[]): Expression | null {
  const node = nodeOf(value);
  if (node?.type !== 'literal' || node.data.literal_type !== 'number') return null;
  const text = String(node.data.value);
  if (!/^\d+$/.test(text)) return unsupported('position', `the number ${text} in GROUP BY or ORDER BY`);
  if (outputs.some(({ expression }) => expression.kind === 'star')) {
    return unsupported('star', 'a position among columns that are not known');
  }
  return outputs[Number(text) - 1]?.expression ?? invalid(`there is no output ${text}`);
}

/** Where a column and an output have one name, only an engine that is known to take the column is followed. */
function bindNamed(value: unknown, context: ExpressionContext): Expression {
  const expression = bindExpression(value, context);
  const node = nodeOf(value);
  if (node?.type !== 'column' || !isEmpty(node.data.table)) return expression;
  const alias = context.aliases?.get(context.binding.fold(node.data.name));
  if (alias === undefined || context.binding.semantics.dynamicTypes) return expression;
  return JSON.stringify(alias) === JSON.stringify(expression)
    ? expression
    : unsupported('ambiguous-alias', 'a name in GROUP BY is both a column and an output');
}

function bindOrder(
  clause: unknown,
  outputs: readonly Output[],
  context: ExpressionContext,
): readonly SortKey[] {
  if (isEmpty(clause)) return [];
  if (!isFields(clause)) return unsupported('order', 'ORDER BY is not understood');
  understands('order', clause, ['expressions']);
  return listOf(clause.expressions).map((key) =>
    bindSortKey(key, context, (one) => position(one, outputs) ?? orderedBy(one, context)),
  );
}

/** A bare name in ORDER BY is an output first, and a column else. */
function orderedBy(value: unknown, context: ExpressionContext): Expression {
  const node = nodeOf(value);
  if (node?.type === 'column' && isEmpty(node.data.table)) {
    const alias = context.aliases?.get(context.binding.fold(node.data.name));
    if (alias !== undefined) return alias;
  }
  const usesAlias = aliasAndColumn(value, context.scope, context);
  return usesAlias
    ? unsupported('ambiguous-alias', 'a name in ORDER BY is both a column and an output')
    : bindExpression(value, context);
}

/** Whether a name inside a larger expression could be either: engines differ in which one they take. */
function aliasAndColumn(value: unknown, scope: Scope, context: ExpressionContext): boolean {
  if (context.binding.semantics.dynamicTypes || context.aliases === null) return false;
  const pending: unknown[] = [value];
  while (pending.length > 0) {
    const one = pending.pop();
    const node = nodeOf(one);
    if (node?.type === 'column' && isEmpty(node.data.table)) {
      const name = context.binding.fold(node.data.name);
      const alias = context.aliases.get(name);
      if (alias === undefined) continue;
      const resolution = resolveName(scope, name);
      if (resolution.kind === 'found' && JSON.stringify(resolution.expression) !== JSON.stringify(alias))
        return true;
    } else if (Array.isArray(one)) pending.push(...one);
    else if (isFields(one)) pending.push(...Object.values(one));
  }
  return false;
}

/** LIMIT, OFFSET, FETCH and TOP as one. */
export function bindLimits(data: Fields): Limits {
  const given = [data.limit, data.fetch, data.top].filter((one) => !isEmpty(one));
  if (given.length > 1) return unsupported('limit', 'two limits of one query');
  const limit = given.length === 0 ? null : count(given[0]);
  const offset = isEmpty(data.offset) ? 0 : count(data.offset);
  return limit === null && offset === 0 ? unlimited : { limit, offset };
}

/** `{this}`, `{count}` or the literal itself: the parser has three shapes. */
function count(value: unknown): number {
  const node = nodeOf(value);
  if (
    node?.type === 'literal' &&
    node.data.literal_type === 'number' &&
    /^\d{1,15}$/.test(String(node.data.value))
  ) {
    return Number(node.data.value);
  }
  if (isFields(value) && (value.this !== undefined || value.count !== undefined) && node?.type !== 'paren') {
    understands('limit', value, ['this', 'count', 'direction', 'rows']);
    return count(value.this ?? value.count);
  }
  return unsupported('limit', 'a limit that is no number');
}
