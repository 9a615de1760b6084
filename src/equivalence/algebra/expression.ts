import type { Query } from './query.js';

/** How a literal was written; a number keeps its text, so that `1`, `1.0` and `1e0` stay apart. */
export type LiteralType = 'number' | 'string' | 'boolean' | 'null' | 'date' | 'time' | 'timestamp';

export type ComparisonOperator = '=' | '<>' | '<' | '<=' | 'is';

/** A column of one occurrence of a relation. */
export interface ColumnReference {
  readonly kind: 'column';
  readonly instance: number;
  /** Folded as the dialect looks names up. */
  readonly column: string;
}

export interface Literal {
  readonly kind: 'literal';
  readonly type: LiteralType;
  readonly value: string;
}

export interface Aggregate {
  readonly kind: 'aggregate';
  /** In lower case; `count` without operands is COUNT(*). */
  readonly name: string;
  readonly operands: readonly Expression[];
  readonly distinct: boolean;
  readonly filter: Expression | null;
}

export interface SortKey {
  readonly expression: Expression;
  readonly descending: boolean;
  readonly nullsFirst: boolean;
}

/** An expression whose names are resolved. `>` and `>=` are written with their operands swapped. */
export type Expression =
  | ColumnReference
  | Literal
  /** Every column of a relation whose columns are not known. */
  | { readonly kind: 'star'; readonly instance: number }
  | { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] }
  | { readonly kind: 'not'; readonly operand: Expression }
  | {
      readonly kind: 'comparison';
      readonly operator: ComparisonOperator;
      readonly left: Expression;
      readonly right: Expression;
    }
  | { readonly kind: 'is-null'; readonly operand: Expression }
  | { readonly kind: 'in-list'; readonly operand: Expression; readonly items: readonly Expression[] }
  | { readonly kind: 'in-query'; readonly operands: readonly Expression[]; readonly query: Query }
  | { readonly kind: 'exists'; readonly query: Query }
  | { readonly kind: 'scalar'; readonly query: Query }
  | {
      readonly kind: 'case';
      readonly branches: readonly { readonly when: Expression; readonly result: Expression }[];
      readonly otherwise: Expression;
      /** The types of its results where they are several: all are converted to one, whichever branches are ever taken. */
      readonly mixed?: string;
    }
  /** A deterministic function or operator; commutative ones are listed in `commutative-calls.ts`. */
  | { readonly kind: 'call'; readonly name: string; readonly operands: readonly Expression[] }
  | Aggregate
  | { readonly kind: 'cast'; readonly operand: Expression; readonly type: string }
  | {
      readonly kind: 'window';
      readonly function: Expression;
      readonly partition: readonly Expression[];
      readonly order: readonly SortKey[];
      /** The frame as text; empty for the default. */
      readonly frame: string;
    };

export const nullLiteral: Literal = { kind: 'literal', type: 'null', value: '' };

export function number(value: string | number): Literal {
  return { kind: 'literal', type: 'number', value: String(value) };
}

export type Case = Extract<Expression, { readonly kind: 'case' }>;

/** What a CASE may give, in the order of its branches. */
export function resultsOf(one: Case): readonly Expression[] {
  return [...one.branches.map(({ result }) => result), one.otherwise];
}

/** One condition that is true where all of some are; there must be one at least. */
export function conjunctionOf(conditions: readonly Expression[]): Expression {
  return conditions.length === 1 ? conditions[0]! : { kind: 'and', operands: conditions };
}
