import { dialectOf } from '../../sql/index.js';
import {
  type Aggregate,
  type ComparisonOperator,
  type Expression,
  nullLiteral,
  number,
  type Query,
  type SortKey,
} from '../algebra/index.js';
import { invalid, unsupported } from './bind-failure.js';
import type { Binding, CommonTables } from './binding.js';
import { isDeterministic, readsClock } from './known-functions.js';
import { isClosed, resolveName, resolveQualified, type Scope } from './scope.js';
import {
  type Fields,
  isEmpty,
  isFields,
  listOf,
  meaningfulFields,
  nodeOf,
  understands,
  withoutParentheses,
} from './syntax-node.js';

/** What an expression's names may refer to. */
export interface ExpressionContext {
  readonly binding: Binding;
  readonly scope: Scope;
  readonly commonTables: CommonTables;
  /** Output aliases, where they may be used; what each stands for. */
  readonly aliases: ReadonlyMap<string, Expression> | null;
  readonly query: (node: unknown, scope: Scope, commonTables: CommonTables) => Query;
}

const comparisons: Readonly<
  Record<string, { readonly operator: ComparisonOperator; readonly swapped: boolean }>
> = {
  eq: { operator: '=', swapped: false },
  neq: { operator: '<>', swapped: false },
  lt: { operator: '<', swapped: false },
  lte: { operator: '<=', swapped: false },
  gt: { operator: '<', swapped: true },
  gte: { operator: '<=', swapped: true },
  null_safe_eq: { operator: 'is', swapped: false },
};

const operators: Readonly<Record<string, string>> = {
  add: '+',
  sub: '-',
  mul: '*',
  div: '/',
  mod: '%',
  concat: '||',
  bitwise_and: '&',
  bitwise_or: '|',
  bitwise_xor: '^',
};

const precedence: Readonly<Record<string, number>> = { add: 1, sub: 1, mul: 2, div: 2, mod: 2 };

/** Function nodes of the parser that keep all they were written with. */
const plainFunctions = new Set(
  `abs round upper lower length substring trim ltrim rtrim str_position sqrt ceil floor power sign year month day hour
  minute second quarter extract left right ln exp replace greatest least`.split(/\s+/),
);

const aggregates = new Set(['sum', 'avg', 'min', 'max']);
const otherAggregates = new Set(['total']);
const windowFunctions = new Set(['rank', 'dense_rank', 'percent_rank', 'cume_dist']);

export function bindExpression(value: unknown, context: ExpressionContext): Expression {
  context.binding.count();
  const node = nodeOf(value);
  if (node === null) return unsupported('syntax', 'a part of the query was not read as an expression');
  const { type, data } = node;
  const bind = (one: unknown): Expression => bindExpression(one, context);
  const comparison = comparisons[type];
  if (comparison !== undefined) return bindComparison(data, comparison, context);
  if (operators[type] !== undefined) return bindOperator(type, data, context);
  switch (type) {
    case 'paren':
      understands('paren', data, ['this']);
      return bind(data.this);
    case 'column':
      return bindColumn(data, context);
    case 'literal':
      return bindLiteral(data);
    case 'boolean':
      return { kind: 'literal', type: 'boolean', value: data.value === true ? 'true' : 'false' };
    case 'null':
      return nullLiteral;
    case 'and':
    case 'or':
      understands(type, data, ['left', 'right']);
      return { kind: type, operands: [bind(data.left), bind(data.right)] };
    case 'not':
      understands('not', data, ['this']);
      return { kind: 'not', operand: bind(data.this) };
    case 'neg': {
      understands('neg', data, ['this']);
      const operand = bind(data.this);
      if (operand.kind === 'literal' && operand.type === 'number' && !operand.value.startsWith('-')) {
        return number(`-${operand.value}`);
      }
      return { kind: 'call', name: 'negative', operands: [operand] };
    }
    case 'null_safe_neq':
      understands(type, data, ['left', 'right']);
      return negated(true, {
        kind: 'comparison',
        operator: 'is',
        left: bind(data.left),
        right: bind(data.right),
      });
    case 'is':
      return bindIs(data, context);
    case 'is_null':
      understands(type, data, ['this', 'not']);
      requireOperand(data.this);
      return negated(data.not, { kind: 'is-null', operand: bind(data.this) });
    case 'is_true':
    case 'is_false':
      understands(type, data, ['this', 'not']);
      return negated(data.not, { kind: 'call', name: type, operands: [bind(data.this)] });
    case 'between':
      return bindBetween(data, context);
    case 'like':
    case 'i_like':
    case 'glob': {
      understands(type, data, ['left', 'right', 'escape', 'not']);
      requireOperand(data.left);
      requireOperand(data.right);
      const operands = [data.left, data.right, ...(isEmpty(data.escape) ? [] : [data.escape])].map(bind);
      return negated(data.not, { kind: 'call', name: type, operands });
    }
    case 'in':
      return bindIn(data, context);
    case 'exists':
      understands(type, data, ['this', 'not']);
      return negated(data.not, { kind: 'exists', query: subquery(data.this, context) });
    case 'subquery': {
      understands('subquery', data, ['this']);
      const query = subquery(data.this, context);
      if (widthOf(query) !== 1) invalid('a subquery in an expression must have one column');
      return { kind: 'scalar', query };
    }
    case 'case':
      return bindCase(data, context);
    case 'if_func':
      understands(type, data, ['condition', 'true_value', 'false_value']);
      return {
        kind: 'case',
        branches: [{ when: bind(data.condition), result: bind(data.true_value) }],
        otherwise: isEmpty(data.false_value) ? nullLiteral : bind(data.false_value),
      };
    case 'coalesce':
      understands(type, data, ['expressions']);
      return coalesce(listOf(data.expressions).map(bind));
    case 'cast':
      return bindCast(data, context);
    case 'count':
      return bindCount(data, context);
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      understands(type, data, ['this', 'distinct', 'filter', 'name']);
      return aggregate(type, [bind(data.this)], data, context);
    case 'window_function':
      return bindWindow(data, context);
    case 'function':
      return bindFunction(data, context);
    case 'random':
    case 'rand':
    case 'current_timestamp':
    case 'current_date':
    case 'current_time':
      return unsupported('volatile', `${type} gives another value each time`);
    case 'raw':
      return unsupported('syntax', 'a part of the query was not understood by the parser');
    default:
      return plainFunctions.has(type)
        ? bindPlainFunction(type, data, context)
        : unsupported(type, `${type} is not understood`);
  }
}

function negated(not: unknown, expression: Expression): Expression {
  return not === true ? { kind: 'not', operand: expression } : expression;
}

function widthOf(query: Query): number {
  return query.kind === 'block' ? query.outputs.length : query.names.length;
}

function subquery(node: unknown, context: ExpressionContext): Query {
  return context.query(node, context.scope, context.commonTables);
}

/** Comparisons, IS and the like bind alike in some engines and not in others, so that a chain needs parentheses. */
function requireOperand(value: unknown): void {
  const type = nodeOf(value)?.type ?? '';
  const chained =
    type in comparisons ||
    [
      'is',
      'is_null',
      'is_true',
      'is_false',
      'between',
      'in',
      'like',
      'i_like',
      'glob',
      'not',
      'and',
      'or',
    ].includes(type);
  if (chained) unsupported('precedence', 'comparisons follow each other without parentheses');
}

function bindComparison(
  data: Fields,
  { operator, swapped }: { readonly operator: ComparisonOperator; readonly swapped: boolean },
  context: ExpressionContext,
): Expression {
  understands('comparison', data, ['left', 'right']);
  requireOperand(data.left);
  requireOperand(data.right);
  const left = bindOperand(data.left, context);
  const right = bindOperand(data.right, context);
  return swapped
    ? { kind: 'comparison', operator, left: right, right: left }
    : { kind: 'comparison', operator, left, right };
}

function bindOperand(value: unknown, context: ExpressionContext): Expression {
  if (nodeOf(withoutParentheses(value))?.type === 'tuple') unsupported('tuple', 'rows are compared');
  return bindExpression(value, context);
}

function bindOperator(type: string, data: Fields, context: ExpressionContext): Expression {
  understands(type, data, ['left', 'right']);
  for (const side of [data.left, data.right]) {
    requireOperand(side);
    const inner = nodeOf(side)?.type ?? '';
    if (operators[inner] === undefined || inner === type) continue;
    // How `||` and the bit operators bind among the others differs between engines.
    if (precedence[inner] === undefined || precedence[type] === undefined) {
      unsupported(
        'precedence',
        `${operators[type]} and ${operators[inner]} follow each other without parentheses`,
      );
    }
  }
  const operands = [bindExpression(data.left, context), bindExpression(data.right, context)];
  return { kind: 'call', name: operators[type]!, operands };
}

function bindColumn(data: Fields, { binding, scope, aliases }: ExpressionContext): Expression {
  understands('column', data, ['name', 'table']);
  const name = binding.fold(data.name);
  if (!isEmpty(data.table)) return resolveQualified(scope, binding.fold(data.table), name);
  const resolution = resolveName(scope, name);
  const alias = aliases?.get(name);
  const mayBeString =
    binding.semantics.quotedStrings && isFields(data.name) && binding.isDoubleQuoted(data.name);
  if (mayBeString && !isClosed(scope)) {
    return unsupported('quoted-name', `"${name}" is a column or a string, which only a schema can tell`);
  }
  if (resolution.kind === 'found') return resolution.expression;
  if (alias !== undefined && !resolution.open) return alias;
  if (alias !== undefined) return unsupported('ambiguous-alias', `${name} may be a column or an output`);
  if (mayBeString) {
    if (binding.catalog === null) return unsupported('quoted-name', `"${name}" is a column or a string`);
    return { kind: 'literal', type: 'string', value: String((data.name as Fields).name) };
  }
  if (resolution.open) return unsupported('unqualified-column', `no schema tells which relation has ${name}`);
  if (/^(current_(date|time|timestamp)|localtime|localtimestamp|sysdate)$/i.test(name)) {
    return unsupported('volatile', `${name} gives another value each time`);
  }
  return invalid(`there is no column ${name}`);
}

function bindLiteral(data: Fields): Expression {
  const type = String(data.literal_type);
  const value = data.value;
  if (typeof value !== 'string') return unsupported('literal', `a literal of type ${type}`);
  if (type === 'string' || type === 'number') return { kind: 'literal', type, value };
  if (type === 'date' || type === 'time' || type === 'timestamp') return { kind: 'literal', type, value };
  return unsupported('literal', `a literal of type ${type}`);
}

function bindIs(data: Fields, context: ExpressionContext): Expression {
  understands('is', data, ['left', 'right']);
  requireOperand(data.left);
  const left = bindOperand(data.left, context);
  const right = bindOperand(data.right, context);
  if (right.kind === 'literal' && right.type === 'null') return { kind: 'is-null', operand: left };
  if (!context.binding.semantics.dynamicTypes) return unsupported('is', 'IS is followed by an expression');
  if (right.kind === 'literal' && right.type === 'boolean') {
    return { kind: 'call', name: `is_${right.value}`, operands: [left] };
  }
  return { kind: 'comparison', operator: 'is', left, right };
}

function bindBetween(data: Fields, context: ExpressionContext): Expression {
  understands('between', data, ['this', 'low', 'high', 'not']);
  for (const part of [data.this, data.low, data.high]) requireOperand(part);
  const operand = bindOperand(data.this, context);
  const low = bindOperand(data.low, context);
  const high = bindOperand(data.high, context);
  return negated(data.not, {
    kind: 'and',
    operands: [
      { kind: 'comparison', operator: '<=', left: low, right: operand },
      { kind: 'comparison', operator: '<=', left: operand, right: high },
    ],
  });
}

function bindIn(data: Fields, context: ExpressionContext): Expression {
  understands('in', data, ['this', 'expressions', 'query', 'not']);
  requireOperand(data.this);
  const tuple = nodeOf(withoutParentheses(data.this));
  if (!isEmpty(data.query)) {
    const operands = tuple?.type === 'tuple' ? listOf(tuple.data.expressions) : [data.this];
    const query = subquery(data.query, context);
    if (widthOf(query) !== operands.length) invalid('IN compares rows of different widths');
    return negated(data.not, {
      kind: 'in-query',
      operands: operands.map((one) => bindExpression(one, context)),
      query,
    });
  }
  const items = listOf(data.expressions);
  if (items.length === 0) return unsupported('in', 'IN with an empty list');
  const [only] = items;
  const inner = nodeOf(only);
  // `x IN ((SELECT ..))` is a list of one value in some engines and a subquery in others.
  if (
    items.length === 1 &&
    inner !== null &&
    ['subquery', 'paren'].includes(inner.type) &&
    nodeOf(withoutParentheses(only))?.type === 'subquery'
  ) {
    return unsupported('in', 'a subquery in double parentheses');
  }
  return negated(data.not, {
    kind: 'in-list',
    operand: bindOperand(data.this, context),
    items: items.map((item) => bindOperand(item, context)),
  });
}

function bindCase(data: Fields, context: ExpressionContext): Expression {
  understands('case', data, ['operand', 'whens', 'else_']);
  const operand = isEmpty(data.operand) ? null : bindExpression(data.operand, context);
  const branches = listOf(data.whens).map((pair) => {
    const [when, result] = listOf(pair);
    const condition = bindExpression(when, context);
    return {
      when:
        operand === null
          ? condition
          : ({ kind: 'comparison', operator: '=', left: operand, right: condition } as const),
      result: bindExpression(result, context),
    };
  });
  return {
    kind: 'case',
    branches,
    otherwise: isEmpty(data.else_) ? nullLiteral : bindExpression(data.else_, context),
  };
}

export function coalesce(operands: readonly Expression[]): Expression {
  const last = operands.at(-1);
  if (last === undefined) return unsupported('coalesce', 'COALESCE without arguments');
  return operands.length === 1
    ? last
    : {
        kind: 'case',
        branches: operands.slice(0, -1).map((operand) => ({
          when: { kind: 'not', operand: { kind: 'is-null', operand } },
          result: operand,
        })),
        otherwise: last,
      };
}

function bindCast(data: Fields, context: ExpressionContext): Expression {
  understands('cast', data, ['this', 'to']);
  if (!isFields(data.to)) return unsupported('cast', 'a cast to nothing');
  const type = Object.fromEntries(
    meaningfulFields(data.to).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
  const operand = bindExpression(data.this, context);
  return { kind: 'cast', operand, type: castType(type, context.binding) };
}

/** SQLite looks only at the affinity of a cast's type. */
function castType(type: Fields, { semantics }: Binding): string {
  const text = JSON.stringify(type);
  if (!semantics.dynamicTypes) return text;
  const name = String(type.name ?? type.data_type);
  if (/int/.test(name)) return 'integer';
  if (/char|clob|text/.test(name)) return 'text';
  if (/real|floa|doub/.test(name)) return 'real';
  if (/decimal|numeric/.test(name)) return 'numeric';
  return text;
}

function bindCount(data: Fields, context: ExpressionContext): Expression {
  understands('count', data, ['this', 'star', 'distinct', 'filter']);
  if (data.star === true || isEmpty(data.this)) {
    if (data.distinct === true) return unsupported('count', 'COUNT(DISTINCT *)');
    return aggregate('count', [], data, context);
  }
  const tuple = nodeOf(data.this);
  if (tuple?.type === 'star') return unsupported('count', 'COUNT over the columns of one relation');
  const operands = tuple?.type === 'tuple' ? listOf(tuple.data.expressions) : [data.this];
  return aggregate(
    'count',
    operands.map((one) => bindExpression(one, context)),
    data,
    context,
  );
}

function aggregate(
  name: string,
  operands: readonly Expression[],
  data: Fields,
  context: ExpressionContext,
): Aggregate {
  const filter = isEmpty(data.filter) ? null : bindExpression(data.filter, context);
  return { kind: 'aggregate', name, operands, distinct: data.distinct === true, filter };
}

function bindWindow(data: Fields, context: ExpressionContext): Expression {
  understands('window', data, ['this', 'over']);
  const inner = nodeOf(data.this);
  const over = data.over;
  if (inner === null || !isFields(over)) return unsupported('window', 'a window is not understood');
  understands('window', over, ['partition_by', 'order_by', 'frame']);
  const order = listOf(over.order_by).map((key) =>
    bindSortKey(key, context, (one) => bindExpression(one, context)),
  );
  const frame = isEmpty(over.frame) ? '' : frameText(over.frame);
  let called: Expression;
  if (windowFunctions.has(inner.type)) {
    if (meaningfulFields(inner.data).length > 0) return unsupported('window', `${inner.type} with arguments`);
    called = { kind: 'call', name: inner.type, operands: [] };
  } else if (inner.type === 'count' || aggregates.has(inner.type)) {
    called = bindExpression(data.this, context);
  } else {
    return unsupported('window-ties', `${inner.type} hangs on how ties fall`);
  }
  return {
    kind: 'window',
    function: called,
    partition: listOf(over.partition_by).map((one) => bindExpression(one, context)),
    order,
    frame,
  };
}

/** Only frames that hold whole groups of ties: what others hold hangs on the order of ties. */
function frameText(frame: unknown): string {
  if (!isFields(frame) || frame.kind !== 'Range' || !isEmpty(frame.exclude)) {
    return unsupported('window-ties', 'the rows of a window frame hang on how ties fall');
  }
  const ends = [frame.start, frame.end];
  if (ends.some((end) => end !== null && end !== undefined && typeof end !== 'string')) {
    return unsupported('window', 'a window frame with a distance');
  }
  const [start, end] = [ends[0], ends[1] ?? 'CurrentRow'];
  return start === 'UnboundedPreceding' && end === 'CurrentRow' ? '' : `${String(start)} ${String(end)}`;
}

export function bindSortKey(
  value: unknown,
  context: ExpressionContext,
  bind: (expression: unknown) => Expression,
): SortKey {
  if (!isFields(value)) return unsupported('order', 'an ORDER BY is not understood');
  understands('order', value, ['this', 'desc', 'nulls_first']);
  const descending = value.desc === true;
  const { nullOrder } = dialectOf(context.binding.dialect);
  const byDefault = nullOrder === 'last' ? false : (nullOrder === 'smallest') !== descending;
  const nullsFirst = typeof value.nulls_first === 'boolean' ? value.nulls_first : byDefault;
  return { expression: bind(value.this), descending, nullsFirst };
}

function bindFunction(data: Fields, context: ExpressionContext): Expression {
  understands('function', data, ['name', 'args', 'distinct']);
  const name = String(data.name).toLowerCase();
  const { binding } = context;
  const operands = listOf(data.args).map((one) => bindExpression(one, context));
  if (otherAggregates.has(name)) return aggregate(name, operands, data, context);
  if (
    /^(current_|local)|^(now|sysdate|getdate|uuid|newid|gen_random_uuid|nextval|setval|random|rand|last_insert_rowid|changes|total_changes|randomblob)/.test(
      name,
    )
  ) {
    return unsupported('volatile', `${name} gives another value each time`);
  }
  if (data.distinct === true || name.includes(' '))
    return unsupported('function', `${name} is not understood`);
  if ((name === 'nullif' || name === 'ifnull' || name === 'nvl') && operands.length === 2) {
    const [left, right] = operands as [Expression, Expression];
    if (name !== 'nullif') return coalesce(operands);
    // SQLite's NULLIF compares without the conversions that `=` makes.
    if (binding.semantics.dynamicTypes) return call(name, operands, binding);
    return {
      kind: 'case',
      branches: [{ when: { kind: 'comparison', operator: '=', left, right }, result: nullLiteral }],
      otherwise: left,
    };
  }
  return call(name, operands, binding);
}

function call(name: string, operands: readonly Expression[], binding: Binding): Expression {
  if (!isDeterministic(name, binding.semantics.name)) {
    return unsupported('unknown-function', `nothing is known of the function ${name}`);
  }
  const texts = operands.map((one) => (one.kind === 'literal' && one.type === 'string' ? one.value : null));
  if (readsClock(name, texts)) return unsupported('volatile', `${name} reads the clock`);
  return { kind: 'call', name, operands };
}

/** A function node whose fields are its arguments; what is no expression goes into the name. */
function bindPlainFunction(type: string, data: Fields, context: ExpressionContext): Expression {
  if (type === 'length' && !context.binding.semantics.lengthIsCharacters) {
    return unsupported('length', 'a length in bytes and one in characters are read alike');
  }
  const operands: Expression[] = [];
  const words: string[] = [];
  for (const [name, value] of meaningfulFields(data)) {
    const parts = Array.isArray(value) ? value : [value];
    for (const part of parts) {
      if (nodeOf(part) !== null) {
        operands.push(bindExpression(part, context));
        if (name !== 'this' && name !== 'expressions') words.push(name);
      } else words.push(`${name}=${JSON.stringify(part).toLowerCase()}`);
    }
  }
  return call(type, operands, context.binding).kind === 'call'
    ? { kind: 'call', name: [type, ...words].join(' '), operands }
    : unsupported(type, `${type} is not understood`);
}
