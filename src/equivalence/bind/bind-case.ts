import { type Expression, nullLiteral } from '../algebra/index.js';
import { unsupported } from './bind-failure.js';
import type { BindPart } from './expression-context.js';
import { type Fields, isEmpty, listOf, understands } from './syntax-node.js';

export function bindCase(data: Fields, bind: BindPart): Expression {
  understands('case', data, ['operand', 'whens', 'else_']);
  const operand = isEmpty(data.operand) ? null : bind(data.operand);
  const branches = listOf(data.whens).map((pair) => {
    const [when, result] = listOf(pair);
    const condition = bind(when);
    return {
      when:
        operand === null
          ? condition
          : ({ kind: 'comparison', operator: '=', left: operand, right: condition } as const),
      result: bind(result),
    };
  });
  return {
    kind: 'case',
    branches,
    otherwise: isEmpty(data.else_) ? nullLiteral : bind(data.else_),
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
