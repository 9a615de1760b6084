import type { Determinism } from './determinism.js';

/** A table as the engine looks it up: names are folded by the dialect's rules. */
export interface TableName {
  readonly catalog?: string;
  readonly schema?: string;
  readonly name: string;
}

/** A column as the engine looks it up; `table` is the base table it belongs to, where the query alone says so. */
export interface ColumnName {
  readonly table?: string;
  readonly name: string;
}

/** The base tables a query reads, or why that cannot be told. */
export type TablesRead =
  | { readonly kind: 'read'; readonly tables: readonly TableName[]; readonly columns: readonly ColumnName[] }
  | { readonly kind: 'unknown'; readonly reason: string };

/**
 * What the parser's thread says of a text.
 *
 * - `query`: one query; `writes` names a part of it that writes or locks, or is null
 * - `statement`: one statement that is no query
 * - `statements`: more than one
 * - `unreadable`: it does not parse, is too large to be sent, or the parser gave up
 */
export type Inspection =
  | {
      readonly kind: 'query';
      readonly writes: string | null;
      readonly topLevelOrderBy: boolean;
      readonly read: TablesRead;
      readonly determinism: Determinism;
    }
  | { readonly kind: 'statement'; readonly what: string; readonly writes: boolean }
  | { readonly kind: 'statements'; readonly count: number }
  | { readonly kind: 'unreadable'; readonly reason: string };
