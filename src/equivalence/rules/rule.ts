import type { Block, Expression, Query, SetOperation } from '../algebra/index.js';
import type { Facts } from '../facts/index.js';

/**
 * What of an expression's value counts: the value itself, whether it is true, false or unknown, or, in a filter, only
 * whether it is true.
 */
export type Position = 'value' | 'logical' | 'filter';

/** What stands around a query. */
export type Role = 'top' | 'derived' | 'in' | 'exists' | 'scalar' | 'arm';

/** What a proof of one side may use, and what it has used. */
export interface RuleContext {
  readonly facts: Facts;
  /** Declared constraints that the rule takes for granted. */
  readonly use: (constraint: string) => void;
  /** A number for a new instance of a relation. */
  readonly fresh: () => number;
}

/** Replaces one expression by an equal one, or gives null where it has nothing to say. Its parts are done already. */
export interface ExpressionRule {
  readonly name: string;
  apply(expression: Expression, position: Position, context: RuleContext): Expression | null;
}

/** The same for a SELECT. */
export interface BlockRule {
  readonly name: string;
  apply(block: Block, role: Role, context: RuleContext): Query | null;
}

/** The same for a set operation. */
export interface SetRule {
  readonly name: string;
  apply(set: SetOperation, role: Role, context: RuleContext): Query | null;
}

/** The same for rows that are written out. */
export interface ValuesRule {
  readonly name: string;
  apply(values: Query): Query | null;
}
