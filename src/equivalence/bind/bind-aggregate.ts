import type { Aggregate, Expression } from '../algebra/index.js';
import { unsupported } from './bind-failure.js';
import type { BindPart } from './expression-context.js';
import { type Fields, isEmpty, listOf, nodeOf, understands } from './syntax-node.js';

export function bindCount(data: Fields, bind: BindPart): Expression {
  understands('count', data, ['this', 'star', 'distinct', 'filter']);
  if (data.star === true || isEmpty(data.this)) {
    if (data.distinct === true) return unsupported('count', 'COUNT(DISTINCT *)');
    return aggregate('count', [], data, bind);
  }
  const tuple = nodeOf(data.this);
  if (tuple?.type === 'star') return unsupported('count', 'COUNT over the columns of one relation');
  const operands = tuple?.type === 'tuple' ? listOf(tuple.data.expressions) : [data.this];
  return aggregate('count', operands.map(bind), data, bind);
}

export function aggregate(
  name: string,
  operands: readonly Expression[],
  data: Fields,
  bind: BindPart,
): Aggregate {
  const filter = isEmpty(data.filter) ? null : bind(data.filter);
  return { kind: 'aggregate', name, operands, distinct: data.distinct === true, filter };
}
