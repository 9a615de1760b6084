import { type Expression, nullLiteral } from '../algebra/index.js';
import { aggregate } from './bind-aggregate.js';
import { coalesce } from './bind-case.js';
import { unsupported } from './bind-failure.js';
import type { Binding } from './binding.js';
import type { BindPart, ExpressionContext } from './expression-context.js';
import { isDeterministic, readsClock } from './known-functions.js';
import { type Fields, listOf, meaningfulFields, nodeOf, understands } from './syntax-node.js';

/** Function nodes of the parser that keep all they were written with. */
export const plainFunctions = new Set(
  `abs round upper lower length substring trim ltrim rtrim str_position sqrt ceil floor power sign year month day hour
  minute second quarter mod_func extract left right ln exp replace greatest least`.split(/\s+/),
);

/** Aggregates of which no more is known than that they hang on the rows alone. */
const otherAggregates = new Set(
  'total stddev stddev_pop stddev_samp variance var_pop var_samp bit_and bit_or bitwise_and_agg bitwise_or_agg'.split(
    ' ',
  ),
);

/** The same as nodes of the parser. */
export function isOtherAggregate(type: string): boolean {
  return otherAggregates.has(type);
}

export function bindFunction(data: Fields, bind: BindPart, { binding }: ExpressionContext): Expression {
  understands('function', data, ['name', 'args', 'distinct']);
  const name = String(data.name).toLowerCase();
  const operands = listOf(data.args).map(bind);
  if (otherAggregates.has(name) || (name === 'count' && operands.length > 1))
    return aggregate(name, operands, data, bind);
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
export function bindPlainFunction(
  type: string,
  data: Fields,
  bind: BindPart,
  { binding }: ExpressionContext,
): Expression {
  if (type === 'length' && !binding.semantics.lengthIsCharacters) {
    return unsupported('length', 'a length in bytes and one in characters are read alike');
  }
  const operands: Expression[] = [];
  const words: string[] = [];
  for (const [name, value] of meaningfulFields(data)) {
    const parts = Array.isArray(value) ? value : [value];
    for (const part of parts) {
      if (nodeOf(part) !== null) {
        operands.push(bind(part));
        if (name !== 'this' && name !== 'expressions') words.push(name);
      } else words.push(`${name}=${JSON.stringify(part).toLowerCase()}`);
    }
  }
  return call(type, operands, binding).kind === 'call'
    ? { kind: 'call', name: [type, ...words].join(' '), operands }
    : unsupported(type, `${type} is not understood`);
}
