import type { Expression, RelationGroup } from '../algebra/index.js';
import type { ScopeEntry } from './scope.js';

/** A part of FROM: its rows, the conditions of its inner joins, and the names it brings into scope. */
export interface Source {
  readonly group: RelationGroup;
  readonly where: readonly Expression[];
  readonly entries: readonly ScopeEntry[];
  readonly merged: ReadonlyMap<string, Expression>;
  /** What `*` stands for, in order. */
  readonly columns: readonly StarColumn[];
}

export interface StarColumn {
  readonly name: string | null;
  readonly expression: Expression;
}

export const noSource: Source = {
  group: { relations: [], optional: [] },
  where: [],
  entries: [],
  merged: new Map(),
  columns: [],
};
