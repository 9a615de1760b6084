import { dialectOf, type QueryNode, tokenize } from '../../sql/index.js';
import type { Catalog } from '../../types/index.js';
import { outputNames, type Query, unlimited } from '../algebra/index.js';
import { bindExpression } from './bind-expression.js';
import { BindFailure, invalid, unsupported } from './bind-failure.js';
import type { FromContext } from './bind-from.js';
import { bindLimits, bindSelect } from './bind-select.js';
import { bindSortKey } from './bind-window.js';
import { Binding, type CommonTable, type CommonTables } from './binding.js';
import { semanticsOf } from './dialect-semantics.js';
import type { Scope } from './scope.js';
import { type Fields, isEmpty, isFields, listOf, nodeOf, understands } from './syntax-node.js';

export type BoundQuery =
  | { readonly kind: 'bound'; readonly query: Query }
  /** `code` is `unsupported.<construct>` or `invalid`. */
  | { readonly kind: 'failed'; readonly code: string; readonly detail: string };

/**
 * Resolves every name of a parsed query. Without a catalogue, tables are open: their qualified columns are taken as they
 * are, and others only where a query has one relation alone.
 */
export function bindQuery(
  query: QueryNode,
  sql: string,
  dialect: string,
  catalog: Catalog | null,
): BoundQuery {
  try {
    refuseWhatParsingLoses(sql, dialect);
    const binding = new Binding(sql, dialect, semanticsOf(dialect), catalog);
    return { kind: 'bound', query: bindAny(query, null, new Map(), binding) };
  } catch (error) {
    if (error instanceof BindFailure) return { kind: 'failed', code: error.code, detail: error.detail };
    if (error instanceof RangeError)
      return { kind: 'failed', code: 'unsupported.depth', detail: 'the query is too deep' };
    throw error;
  }
}

/** Words after which `+` is a sign of its own. */
const beforeOperand =
  /^(select|where|and|or|not|on|having|by|when|then|else|case|in|between|like|is|distinct|limit|offset)$/i;

/** Meaning that is in the text but not in the parser's tree. */
function refuseWhatParsingLoses(sql: string, dialect: string): void {
  const table = dialectOf(dialect);
  if (table.backslashEscapes === 'always' && sql.includes('\\')) {
    unsupported('backslash', 'a backslash may escape in a string');
  }
  if (table.executableComments.some((opening) => sql.includes(opening))) {
    unsupported('comment', 'a comment whose text the engine runs');
  }
  const tokens = tokenize(sql, dialect).filter(({ kind }) => kind !== 'comment');
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'symbol' || sql[token.start] !== '+') continue;
    const before = tokens[at - 1];
    const text = before === undefined ? '' : sql.slice(before.start, before.end);
    const operand =
      before !== undefined &&
      (before.kind === 'symbol' ? text === ')' : !(before.kind === 'word' && beforeOperand.test(text)));
    // In SQLite it takes a column's affinity away, and the parser drops it.
    if (!operand) unsupported('unary-plus', 'a plus sign before an operand');
  }
}

function bindAny(value: unknown, outer: Scope | null, commonTables: CommonTables, binding: Binding): Query {
  binding.count();
  const node = nodeOf(value);
  if (node === null) return unsupported('syntax', 'a part of the query was not read as a query');
  const { type, data } = node;
  const visible = withCommonTables(data.with, commonTables, binding);
  const query = (inner: unknown, scope: Scope, tables: CommonTables): Query =>
    bindAny(inner, scope, tables, binding);
  const context: FromContext = { binding, commonTables: visible, outer, query };
  switch (type) {
    case 'select':
      return bindSelect(data, context);
    case 'union':
    case 'intersect':
    case 'except':
      return bindSetOperation(type, data, outer, visible, binding);
    case 'subquery':
      understands('subquery', data, ['this', 'with']);
      return bindAny(data.this, outer, visible, binding);
    case 'paren':
      understands('paren', data, ['this']);
      return bindAny(data.this, outer, visible, binding);
    case 'values': {
      understands('values', data, ['expressions']);
      const scope: Scope = { parent: outer, entries: [], merged: new Map() };
      const rows = listOf(data.expressions).map((row) => {
        if (!isFields(row)) return unsupported('values', 'a row of VALUES is not understood');
        return listOf(row.expressions).map((one) =>
          bindExpression(one, { ...context, scope, aliases: null }),
        );
      });
      const width = rows[0]?.length ?? 0;
      if (width === 0 || rows.some((row) => row.length !== width)) invalid('rows of VALUES differ in width');
      return { kind: 'values', rows, names: rows[0]!.map((_, at) => valuesName(at, binding)) };
    }
    default:
      return unsupported(type, `${type} is not understood`);
  }
}

/** What an engine calls the columns of VALUES. */
function valuesName(at: number, binding: Binding): string {
  const { name } = binding.semantics;
  if (name === 'duckdb') return `col${at}`;
  const { unnamedOutput } = binding.semantics;
  return unnamedOutput === null ? `column${at + 1}` : `${unnamedOutput}${at}`;
}

function withCommonTables(value: unknown, outer: CommonTables, binding: Binding): CommonTables {
  if (isEmpty(value)) return outer;
  if (!isFields(value)) return unsupported('with', 'WITH is not understood');
  if (value.recursive === true) return unsupported('recursive', 'WITH RECURSIVE');
  understands('with', value, ['ctes']);
  const tables = new Map(outer);
  for (const one of listOf(value.ctes)) {
    if (!isFields(one)) return unsupported('with', 'a common table expression is not understood');
    understands('with', one, ['alias', 'this', 'columns', 'materialized']);
    const name = binding.fold(one.alias);
    const table: CommonTable = {
      name,
      query: one.this,
      columns: listOf(one.columns).map((column) => binding.fold(column)),
      visible: new Map(tables),
    };
    // An engine refuses a common table that is wrong, used or not.
    bindAny(one.this, null, table.visible, binding);
    tables.set(name, table);
  }
  return tables;
}

type SetOperator = 'union' | 'intersect' | 'except';

function bindSetOperation(
  operator: SetOperator,
  data: Fields,
  outer: Scope | null,
  visible: CommonTables,
  binding: Binding,
): Query {
  understands(operator, data, [
    'left',
    'right',
    'all',
    'distinct',
    'with',
    'order_by',
    'limit',
    'offset',
    'fetch',
  ]);
  const all = data.all === true;
  for (const side of [data.left, data.right]) {
    const inner = nodeOf(side)?.type;
    const mixed =
      inner !== operator &&
      (inner === 'intersect' || (operator === 'intersect' && (inner === 'union' || inner === 'except')));
    if (mixed && !binding.semantics.flatSetOperations) {
      unsupported('set-operations', 'INTERSECT beside another set operation, without parentheses');
    }
  }
  const left = bindAny(data.left, outer, visible, binding);
  const right = bindAny(data.right, outer, visible, binding);
  const names = outputNames(left);
  const stars = [left, right].some(
    (arm) => arm.kind === 'block' && arm.outputs.some(({ expression }) => expression.kind === 'star'),
  );
  if (!stars && names.length !== outputNames(right).length)
    invalid('the arms of a set operation differ in width');
  const flattened =
    left.kind === 'set' &&
    left.operator === operator &&
    left.all === all &&
    operator !== 'except' &&
    left.order.length === 0 &&
    left.limits === unlimited
      ? left.arms
      : [left];
  return {
    kind: 'set',
    operator,
    all,
    arms: [...flattened, right],
    names,
    order: bindSetOrder(data.order_by, [left, right], outer, visible, binding),
    limits: bindLimits(data),
  };
}

function bindSetOrder(
  clause: unknown,
  arms: readonly Query[],
  outer: Scope | null,
  commonTables: CommonTables,
  binding: Binding,
) {
  if (isEmpty(clause)) return [];
  if (!isFields(clause)) return unsupported('order', 'ORDER BY is not understood');
  understands('order', clause, ['expressions']);
  const names = outputNames(arms[0]!);
  return listOf(clause.expressions).map((key) => {
    let output = -1;
    const scope: Scope = { parent: outer, entries: [], merged: new Map() };
    const query = (inner: unknown, own: Scope, tables: CommonTables): Query =>
      bindAny(inner, own, tables, binding);
    const { descending, nullsFirst } = bindSortKey(
      key,
      { binding, scope, commonTables, aliases: null, query },
      (one) => {
        const node = nodeOf(one);
        if (node?.type === 'literal' && /^\d+$/.test(String(node.data.value)))
          output = Number(node.data.value) - 1;
        else if (node?.type === 'column' && isEmpty(node.data.table)) {
          const name = binding.fold(node.data.name);
          output = names.indexOf(name);
          if (names.lastIndexOf(name) !== output)
            unsupported('order', 'two outputs have the name in ORDER BY');
        }
        return { kind: 'literal', type: 'null', value: '' };
      },
    );
    if (output < 0 || output >= names.length)
      return unsupported('order', 'an ORDER BY of a set operation that names no output');
    return { output, descending, nullsFirst };
  });
}
