import { type Expression, type Query, resultsOf } from '../algebra/index.js';
import type { Facts } from './facts.js';

/** A text as it is written takes another type beside one in some engines, which a column of such texts does not. */
const writtenText = 'string';

/**
 * A text that two expressions share only if they have one static type, as far as results can tell: a known type's name, or
 * how the type is come by. Null for NULL, which takes any.
 */
export function typeNameOf(expression: Expression, facts: Facts): string | null {
  const { sumsKeepTypes } = facts.semantics;
  const of = (one: Expression): string => typeNameOf(one, facts) ?? 'null';
  switch (expression.kind) {
    case 'column':
      return columnTypeName(expression.instance, expression.column, facts);
    case 'literal':
      return literalTypeName(expression.type, expression.value);
    case 'and':
    case 'or':
    case 'not':
    case 'comparison':
    case 'is-null':
    case 'in-list':
    case 'in-query':
    case 'exists':
      return 'boolean';
    case 'cast':
      return castTypeName(expression.type, sumsKeepTypes);
    case 'case':
      return united(
        'case',
        resultsOf(expression).map((one) => typeNameOf(one, facts)),
      );
    case 'scalar':
      return outputTypeName(expression.query, 0, facts);
    case 'aggregate': {
      const [operand] = expression.operands;
      if (expression.name === 'count') return sumsKeepTypes ? 'integer' : 'bigint';
      if (operand === undefined) return expression.name;
      if (expression.name === 'min' || expression.name === 'max') return of(operand);
      const own = of(operand);
      if (expression.name === 'sum' && own === 'integer') return sumsKeepTypes ? 'integer' : 'bigint';
      return `${expression.name}(${own})`;
    }
    case 'call': {
      const operands = expression.operands.map(of);
      const whole = ['+', '-', '*', 'negative', 'abs'].includes(expression.name);
      return whole && operands.every((one) => one === 'integer')
        ? 'integer'
        : `${expression.name}(${operands.join(', ')})`;
    }
    case 'window':
      return of(expression.function);
    case 'star':
      return '*';
  }
}

function columnTypeName(instance: number, column: string, facts: Facts): string | null {
  const relation = facts.relation(instance);
  if (relation === null) return `?.${column}`;
  if (relation.source.kind === 'table') {
    const known = relation.columns?.find(({ name }) => name === column)?.type?.name;
    return known ?? `${relation.source.name}.${column}`;
  }
  const at = relation.columns?.findIndex(({ name }) => name === column) ?? -1;
  const name = at < 0 ? `?.${column}` : outputTypeName(relation.source.query, at, facts);
  return name === writtenText ? 'text' : name;
}

/** The type of one output of a query. */
export function outputTypeName(query: Query, at: number, facts: Facts): string | null {
  const of = (one: Expression | undefined): string | null =>
    one === undefined || one.kind === 'star' ? '*' : typeNameOf(one, facts);
  if (query.kind === 'block') return of(query.outputs[at]?.expression);
  if (query.kind === 'values')
    return united(
      'values',
      query.rows.map((row) => of(row[at])),
    );
  return united(
    query.operator,
    query.arms.map((arm) => outputTypeName(arm, at, facts)),
  );
}

/** One type where all have it, and else how several are made one, in their order. */
function united(what: string, names: readonly (string | null)[]): string | null {
  return severalTypes(names) === null
    ? (names.find((one) => one !== null && one !== writtenText) ?? names.find((one) => one !== null) ?? null)
    : `${what}[${names.join(', ')}]`;
}

/** What types are called together, in their order, where they are several; a written text is one with other texts. */
export function severalTypes(names: readonly (string | null)[]): string | null {
  const distinct = new Set(names.filter((one) => one !== null));
  if (distinct.has('text')) distinct.delete(writtenText);
  return distinct.size > 1 ? names.join(', ') : null;
}

function literalTypeName(type: string, value: string): string | null {
  if (type === 'null') return null;
  if (type === 'string') return writtenText;
  if (type !== 'number') return type;
  return /^-?\d{1,9}$/.test(value) ? 'integer' : `number ${value}`;
}

function castTypeName(type: string, sumsKeepTypes: boolean): string {
  if (!type.startsWith('{')) return type;
  const { data_type: name, ...rest } = JSON.parse(type) as Record<string, unknown>;
  switch (name) {
    case 'int':
    case 'small_int':
    case 'tiny_int':
      return 'integer';
    case 'big_int':
      return sumsKeepTypes ? 'integer' : 'bigint';
    case 'text':
      return 'text';
    case 'boolean':
    case 'date':
      return name;
    case 'decimal':
      return typeof rest.precision === 'number'
        ? `decimal(${[rest.precision, rest.scale].filter((one) => typeof one === 'number').join(',')})`
        : 'decimal';
    default:
      return type;
  }
}
