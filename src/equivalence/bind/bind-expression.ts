import { type Expression, nullLiteral, number } from '../algebra/index.js';
import { aggregate, bindCount } from './bind-aggregate.js';
import { bindCase, coalesce } from './bind-case.js';
import { bindCast } from './bind-cast.js';
import {
  bindBetween,
  bindComparison,
  bindIn,
  bindIs,
  comparisons,
  requireOperand,
} from './bind-comparison.js';
import { invalid, unsupported } from './bind-failure.js';
import { bindFunction, bindPlainFunction, isOtherAggregate, plainFunctions } from './bind-function.js';
import { bindOperator, operators } from './bind-operator.js';
import { bindWindow } from './bind-window.js';
import { type ExpressionContext, negated, subquery, widthOf } from './expression-context.js';
import { isClosed, resolveName, resolveQualified } from './scope.js';
import { type Fields, isEmpty, isFields, listOf, nodeOf, understands } from './syntax-node.js';

export function bindExpression(value: unknown, context: ExpressionContext): Expression {
  context.binding.count();
  const node = nodeOf(value);
  if (node === null) return unsupported('syntax', 'a part of the query was not read as an expression');
  const { type, data } = node;
  const bind = (one: unknown): Expression => bindExpression(one, context);
  const comparison = comparisons[type];
  if (comparison !== undefined) return bindComparison(data, comparison, bind);
  if (operators[type] !== undefined) return bindOperator(type, data, bind);
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
      return bindIs(data, bind, context);
    case 'is_null':
      understands(type, data, ['this', 'not']);
      requireOperand(data.this);
      return negated(data.not, { kind: 'is-null', operand: bind(data.this) });
    case 'is_true':
    case 'is_false':
      understands(type, data, ['this', 'not']);
      return negated(data.not, { kind: 'call', name: type, operands: [bind(data.this)] });
    case 'between':
      return bindBetween(data, bind);
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
      return bindIn(data, bind, context);
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
      return bindCase(data, bind);
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
      return bindCast(data, bind, context);
    case 'count':
      return bindCount(data, bind);
    case 'sum':
    case 'avg':
    case 'min':
    case 'max':
      understands(type, data, ['this', 'distinct', 'filter', 'name']);
      return aggregate(type, [bind(data.this)], data, bind);
    case 'window_function':
      return bindWindow(data, bind, context);
    case 'function':
      return bindFunction(data, bind, context);
    case 'random':
    case 'rand':
    case 'current_timestamp':
    case 'current_date':
    case 'current_time':
      return unsupported('volatile', `${type} gives another value each time`);
    case 'raw':
      return unsupported('syntax', 'a part of the query was not understood by the parser');
    default:
      if (isOtherAggregate(type)) {
        understands(type, data, ['this', 'distinct', 'filter', 'name']);
        return aggregate(type, [bind(data.this)], data, bind);
      }
      return plainFunctions.has(type)
        ? bindPlainFunction(type, data, bind, context)
        : unsupported(type, `${type} is not understood`);
  }
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
