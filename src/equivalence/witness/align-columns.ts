import type { Column, ResultSet, ScratchResult } from '../../types/index.js';

/**
 * Where each of the gold's columns stands in the candidate's result, paired by name; null where the names are not the same,
 * each once, or stand in the same order already.
 */
export function columnsByName(
  gold: readonly Column[],
  candidate: readonly Column[],
): readonly number[] | null {
  const names = candidate.map(({ name }) => name.toLowerCase());
  const places = gold.map(({ name }) => names.indexOf(name.toLowerCase()));
  const once = new Set(names).size === names.length && new Set(places).size === places.length;
  if (!once || gold.length !== candidate.length || places.includes(-1)) return null;
  return places.every((place, at) => place === at) ? null : places;
}

/** The result with its columns in another order. */
export function reorderColumns<Result extends ResultSet>(result: Result, places: readonly number[]): Result {
  return {
    ...result,
    columns: places.map((place) => result.columns[place]!),
    rows: result.rows.map((row) => places.map((place) => row[place]!)),
  };
}

export function reorderResult(result: ScratchResult, places: readonly number[]): ScratchResult {
  return 'rows' in result ? reorderColumns(result, places) : result;
}
