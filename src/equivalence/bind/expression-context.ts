import type { Expression, Query } from '../algebra/index.js';
import type { Binding, CommonTables } from './binding.js';
import type { Scope } from './scope.js';

/** What an expression's names may refer to. */
export interface ExpressionContext {
  readonly binding: Binding;
  readonly scope: Scope;
  readonly commonTables: CommonTables;
  /** Output aliases, where they may be used; what each stands for. */
  readonly aliases: ReadonlyMap<string, Expression> | null;
  readonly query: (node: unknown, scope: Scope, commonTables: CommonTables) => Query;
}

/** Binds a part of an expression. */
export type BindPart = (node: unknown) => Expression;

export function subquery(node: unknown, context: ExpressionContext): Query {
  return context.query(node, context.scope, context.commonTables);
}

export function widthOf(query: Query): number {
  return query.kind === 'block' ? query.outputs.length : query.names.length;
}

/** The expression, or NOT of it where the node says so. */
export function negated(not: unknown, expression: Expression): Expression {
  return not === true ? { kind: 'not', operand: expression } : expression;
}
