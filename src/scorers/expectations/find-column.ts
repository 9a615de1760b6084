import { foldIdentifier } from '../../sql/index.js';
import type { Column } from '../../types/index.js';
import type { ResultFacts } from './result-facts.js';

/** Where a column is, counted from 0, or why it cannot be told. */
export type FoundColumn = { readonly index: number; readonly column: Column } | { readonly problem: string };

/**
 * The column that a name means: the one of exactly this name, else the one that the engine would find by it, written
 * without quotes.
 */
export function findColumn(name: string, { columns, dialect }: ResultFacts): FoundColumn {
  const exact = indexesOf(columns, (column) => column.name === name);
  const wanted = foldIdentifier(name, dialect);
  const found =
    exact.length > 0
      ? exact
      : indexesOf(columns, (column) => foldIdentifier(column.name, dialect, true) === wanted);
  if (found.length === 1) return { index: found[0]!, column: columns[found[0]!]! };
  if (found.length > 1)
    return {
      problem: `the result has ${found.length} columns named "${name}", and it is not clear which is meant`,
    };
  const names = columns.map((column) => `"${column.name}"`);
  const some = names.slice(0, 12).join(', ');
  return {
    problem: `the result has no column "${name}"; its columns are ${some}${names.length > 12 ? ', ...' : ''}`,
  };
}

/** True when the result has the column, once or several times. */
export function hasColumn(name: string, { columns, dialect }: ResultFacts): boolean {
  const wanted = foldIdentifier(name, dialect);
  return columns.some(
    (column) => column.name === name || foldIdentifier(column.name, dialect, true) === wanted,
  );
}

function indexesOf(columns: readonly Column[], matches: (column: Column) => boolean): readonly number[] {
  return columns.flatMap((column, index) => (matches(column) ? [index] : []));
}
