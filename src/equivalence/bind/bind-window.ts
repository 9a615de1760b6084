import { dialectOf } from '../../sql/index.js';
import type { Expression, SortKey } from '../algebra/index.js';
import { unsupported } from './bind-failure.js';
import type { BindPart, ExpressionContext } from './expression-context.js';
import {
  type Fields,
  isEmpty,
  isFields,
  listOf,
  meaningfulFields,
  nodeOf,
  understands,
} from './syntax-node.js';

const aggregates = new Set(['sum', 'avg', 'min', 'max']);

const windowFunctions = new Set(['rank', 'dense_rank', 'percent_rank', 'cume_dist']);

export function bindWindow(data: Fields, bind: BindPart, context: ExpressionContext): Expression {
  understands('window', data, ['this', 'over']);
  const inner = nodeOf(data.this);
  const over = data.over;
  if (inner === null || !isFields(over)) return unsupported('window', 'a window is not understood');
  understands('window', over, ['partition_by', 'order_by', 'frame']);
  const order = listOf(over.order_by).map((key) => bindSortKey(key, context, bind));
  const frame = isEmpty(over.frame) ? '' : frameText(over.frame);
  let called: Expression;
  if (windowFunctions.has(inner.type)) {
    if (meaningfulFields(inner.data).length > 0) return unsupported('window', `${inner.type} with arguments`);
    called = { kind: 'call', name: inner.type, operands: [] };
  } else if (inner.type === 'count' || aggregates.has(inner.type)) {
    called = bind(data.this);
  } else {
    return unsupported('window-ties', `${inner.type} hangs on how ties fall`);
  }
  return {
    kind: 'window',
    function: called,
    partition: listOf(over.partition_by).map(bind),
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
