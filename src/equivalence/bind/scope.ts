import type { Expression, Relation, RelationColumn } from '../algebra/index.js';
import { invalid, unsupported } from './bind-failure.js';

/** One name in FROM. */
export interface ScopeEntry {
  readonly name: string | null;
  readonly relation: Relation;
  /** What the relation calls a column of this name, where it holds the columns of several. */
  readonly columnName?: (name: string) => string;
}

/** The names one SELECT sees: its own, then those of the queries around it. */
export interface Scope {
  readonly parent: Scope | null;
  readonly entries: readonly ScopeEntry[];
  /** Columns that USING and NATURAL made one of. */
  readonly merged: ReadonlyMap<string, Expression>;
}

export type Resolution =
  | { readonly kind: 'found'; readonly expression: Expression }
  /** No relation in scope has it; `open` says that one may, as its columns are not known. */
  | { readonly kind: 'missing'; readonly open: boolean };

const rowNumbers = new Set(['rowid', 'oid', '_rowid_']);

export function column(relation: Relation, name: string): Expression {
  return { kind: 'column', instance: relation.id, column: name };
}

export function columnOfEntry({ relation, columnName }: ScopeEntry, name: string): Expression {
  return column(relation, columnName === undefined ? name : columnName(name));
}

export function columnOf(relation: Relation, name: string): RelationColumn | null {
  const found = relation.columns?.filter((one) => one.name === name) ?? [];
  if (found.length > 1) invalid(`the column ${name} is ambiguous`);
  return found[0] ?? null;
}

/** `qualifier.name`. */
export function resolveQualified(scope: Scope, qualifier: string, name: string): Expression {
  for (let level: Scope | null = scope; level !== null; level = level.parent) {
    const entries = level.entries.filter((entry) => entry.name === qualifier);
    if (entries.length === 0) continue;
    if (entries.length > 1) invalid(`the name ${qualifier} stands for two relations`);
    const { relation } = entries[0]!;
    if (relation.columns !== null && columnOf(relation, name) === null)
      return missing(relation, qualifier, name);
    return columnOfEntry(entries[0]!, name);
  }
  return invalid(`there is no relation ${qualifier}`);
}

function missing(relation: Relation, qualifier: string, name: string): never {
  if (rowNumbers.has(name.toLowerCase())) unsupported('rowid', 'a row number is not a column of the table');
  if (relation.source.kind === 'query')
    unsupported('unnamed-column', `${qualifier} has no column named ${name}`);
  return invalid(`${qualifier} has no column ${name}`);
}

/** A name without a qualifier. */
export function resolveName(scope: Scope, name: string): Resolution {
  let depth = 0;
  for (let level: Scope | null = scope; level !== null; level = level.parent) {
    const merged = level.merged.get(name);
    if (merged !== undefined) return { kind: 'found', expression: merged };
    const open = level.entries.filter(({ relation }) => relation.columns === null);
    const known = level.entries.filter(({ relation }) => columnOf(relation, name) !== null);
    if (known.length > 1) invalid(`the column ${name} is ambiguous`);
    if (open.length > 0) {
      const only = level.entries.length === 1 && depth === 0 && level.parent === null;
      return only
        ? { kind: 'found', expression: column(open[0]!.relation, name) }
        : { kind: 'missing', open: true };
    }
    if (known.length === 1) return { kind: 'found', expression: columnOfEntry(known[0]!, name) };
    if (rowNumbers.has(name.toLowerCase()) && level.entries.length > 0) {
      unsupported('rowid', 'a row number is not a column of the table');
    }
    depth += 1;
  }
  return { kind: 'missing', open: false };
}

/** Whether every relation that a name could belong to is known. */
export function isClosed(scope: Scope): boolean {
  for (let level: Scope | null = scope; level !== null; level = level.parent) {
    if (level.entries.some(({ relation }) => relation.columns === null)) return false;
  }
  return true;
}
