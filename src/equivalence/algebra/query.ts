import type { CatalogTable } from '../../types/index.js';
import type { Expression, SortKey } from './expression.js';

/** What the rules may take for granted of a column's values. */
export interface ColumnType {
  /** The type where all values are of one, so that nothing is converted between two columns that share it; null if unknown. */
  readonly name: string | null;
  /** Two columns with the same text here: equal values are the same value, and compare alike. Null where that is not sure. */
  readonly identity: string | null;
  /** Holds nothing but numbers and NULL. */
  readonly numeric: boolean;
  /** Holds nothing but integers and NULL. */
  readonly integer: boolean;
  /** What an engine with dynamic types turns a literal into before it compares; null elsewhere. */
  readonly affinity: 'text' | 'numeric' | 'none' | null;
}

/** A column of a relation as far as the catalogue tells. */
export interface RelationColumn {
  readonly name: string;
  readonly nullable: boolean;
  readonly type: ColumnType | null;
}

/** One occurrence of a table or of a derived query in FROM. */
export interface Relation {
  readonly id: number;
  readonly source:
    | { readonly kind: 'table'; readonly name: string; readonly table: CatalogTable | null }
    | { readonly kind: 'query'; readonly query: Query };
  /** Null for a table that no catalogue describes. */
  readonly columns: readonly RelationColumn[] | null;
}

/** The right side of a LEFT JOIN: rows of `group` that satisfy `on`, or one row of NULLs. */
export interface OptionalJoin {
  readonly group: RelationGroup;
  readonly on: readonly Expression[];
}

/**
 * The product of `relations`, each row extended by the `optional` joins. Those are a set: an inner join and a LEFT JOIN, and
 * two LEFT JOINs, may change places, and which one needs which other is seen from the columns of its condition.
 */
export interface RelationGroup {
  readonly relations: readonly Relation[];
  readonly optional: readonly OptionalJoin[];
}

export interface Output {
  /** Null where no name can refer to it. */
  readonly name: string | null;
  readonly expression: Expression;
}

export interface Limits {
  readonly limit: number | null;
  readonly offset: number;
}

/** One SELECT. Conditions are conjuncts. */
export interface Block {
  readonly kind: 'block';
  readonly from: RelationGroup;
  readonly where: readonly Expression[];
  /** Null without grouping; empty for one group of all rows. */
  readonly groupBy: readonly Expression[] | null;
  readonly having: readonly Expression[];
  readonly outputs: readonly Output[];
  readonly distinct: boolean;
  readonly order: readonly SortKey[];
  readonly limits: Limits;
}

/** A set operation; UNION and INTERSECT have two or more arms, EXCEPT has two. Sort keys are positions of outputs. */
export interface SetOperation {
  readonly kind: 'set';
  readonly operator: 'union' | 'intersect' | 'except';
  readonly all: boolean;
  readonly arms: readonly Query[];
  readonly names: readonly (string | null)[];
  readonly order: readonly {
    readonly output: number;
    readonly descending: boolean;
    readonly nullsFirst: boolean;
  }[];
  readonly limits: Limits;
  /** The types of a column that has one in some arms and another in others: which converts which hangs on their order. */
  readonly mixed?: string;
}

export interface Values {
  readonly kind: 'values';
  readonly rows: readonly (readonly Expression[])[];
  readonly names: readonly (string | null)[];
}

export type Query = Block | SetOperation | Values;

export const unlimited: Limits = { limit: null, offset: 0 };

export function isLimited(query: Query): boolean {
  return query.kind !== 'values' && (query.limits.limit !== null || query.limits.offset > 0);
}

/** Every relation of a group, those of its optional joins included. */
export function relationsOf(group: RelationGroup): readonly Relation[] {
  return [...group.relations, ...group.optional.flatMap((join) => relationsOf(join.group))];
}

export function outputNames(query: Query): readonly (string | null)[] {
  return query.kind === 'block' ? query.outputs.map(({ name }) => name) : query.names;
}
