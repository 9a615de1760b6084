export { compareRowSets } from './compare-row-sets.js';
export { compareTied, type TiedComparison, type TieGroup } from './compare-tied.js';
export { matchResult, type ResultMatch, type ResultMatchOptions } from './match-result.js';
export type { CellMatching, CompareOptions, RowComparison } from './row-comparison.js';
export type { RowSide } from './row-side.js';
