import type { Expression } from '../algebra/index.js';
import { unsupported } from './bind-failure.js';
import type { Binding } from './binding.js';
import type { BindPart, ExpressionContext } from './expression-context.js';
import { type Fields, isFields, meaningfulFields, understands } from './syntax-node.js';

export function bindCast(data: Fields, bind: BindPart, { binding }: ExpressionContext): Expression {
  understands('cast', data, ['this', 'to']);
  if (!isFields(data.to)) return unsupported('cast', 'a cast to nothing');
  const type = Object.fromEntries(
    meaningfulFields(data.to).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.toLowerCase() : value,
    ]),
  );
  const operand = bind(data.this);
  return { kind: 'cast', operand, type: castType(type, binding) };
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
